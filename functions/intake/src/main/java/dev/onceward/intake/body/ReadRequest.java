package dev.onceward.intake.body;

import java.util.List;
import java.util.Locale;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.body.Parsed.Invalid;
import dev.onceward.intake.limits.IntakeConfig;
import dev.onceward.intake.source.Source;
import dev.onceward.internal.memory.BodyMemory;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Reads a request whole and within its limits, or says which limit stopped it.
@Singleton
public final class ReadRequest {
    private final Vertx vertx;
    private final long bodyTimeout;

    ReadRequest(Vertx vertx, IntakeConfig config) {
        this.vertx = vertx;
        this.bodyTimeout = config.bodyTimeout().toMillis();
    }

    /// Reads a request to a source.
    ///
    /// @param memory what the body takes, and what is read from it later; the caller gives it back
    public Uni<Parsed<Request>> read(Source source, HttpServerRequest request, BodyMemory memory) {
        var limits = source.limits();
        return isAccepted(request.getHeader("content-type"), limits.contentTypes())
                ? read(request, limits.maxBody(), memory)
                : Uni.createFrom().item(new Invalid<>(new Problem(ProblemType.MEDIA_TYPE,
                        "The source " + source.name() + " takes " + String.join(", ", limits.contentTypes()) + ".")));
    }

    private static boolean isAccepted(@Nullable String contentType, List<String> accepted) {
        return accepted.isEmpty() || (contentType != null && accepted.contains(mediaType(contentType)));
    }

    private static String mediaType(String contentType) {
        var end = contentType.indexOf(';');
        return (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }

    /// Reads what an operator sends, which goes to no source and has a limit of its own.
    public Uni<Parsed<Request>> read(HttpServerRequest request, long cap, BodyMemory memory) {
        return Uni.createFrom().emitter(
                reader -> new ReadBody(vertx, request, cap, memory, reader).within(bodyTimeout));
    }

    /// What is known of a request without its body.
    public static Request bodiless(HttpServerRequest request) {
        return new Request(ReadBody.line(request), request.headers(), new byte[0], BodyMemory.UNLIMITED);
    }
}
