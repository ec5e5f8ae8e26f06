package dev.onceward.intake.body;

import java.time.Duration;
import java.util.List;
import java.util.Locale;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.limits.IntakeConfig;
import dev.onceward.intake.source.Source;
import dev.onceward.internal.memory.RequestMemory;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.body.Parsed;
import dev.onceward.runtime.body.Parsed.Invalid;
import dev.onceward.runtime.body.ReadBody;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Reads a whole request within its limits, or reports which limit it exceeds.
@Singleton
public final class ReadRequest {
    private final Vertx vertx;
    private final Duration bodyTimeout;

    ReadRequest(Vertx vertx, IntakeConfig config) {
        this.vertx = vertx;
        this.bodyTimeout = config.bodyTimeout();
    }

    /// Reads a request to a source.
    ///
    /// @param memory counts the memory of the body and of what is parsed from it later; the caller gives it back
    public Uni<Parsed<Request>> read(Source source, HttpServerRequest request, RequestMemory memory) {
        var limits = source.limits();
        return isAccepted(request.getHeader("content-type"), limits.contentTypes())
                ? ReadBody.of(vertx, request, limits.maxBody(), bodyTimeout, memory)
                : Uni.createFrom().item(new Invalid<>(new Problem(ProblemType.MEDIA_TYPE,
                        "The source " + source.name() + " accepts " + String.join(", ", limits.contentTypes()) + ".")));
    }

    private static boolean isAccepted(@Nullable String contentType, List<String> accepted) {
        return accepted.isEmpty() || (contentType != null && accepted.contains(mediaType(contentType)));
    }

    private static String mediaType(String contentType) {
        var end = contentType.indexOf(';');
        return (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
