package dev.onceward.runtime.body;

import java.time.Duration;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.SocketAddress;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.memory.RequestMemory;
import dev.onceward.internal.request.Request;
import dev.onceward.internal.request.RequestLine;
import dev.onceward.runtime.body.Parsed.Invalid;
import dev.onceward.runtime.body.Parsed.Valid;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Reads the body of one request as it arrives, up to its size limit and within its time limit. A body that is too
/// large is refused at the first byte over the limit, not after the last. All methods run on the connection's event
/// loop.
public final class ReadBody {
    /// How long a sender whose body is refused may take to read the answer. If the connection were closed at once, the
    /// answer would be lost.
    private static final long ANSWER_MILLIS = 1_000;
    public static final Problem NO_MEMORY = new Problem(ProblemType.UNAVAILABLE,
            "There is no room for another body at the moment. Nothing was stored.");
    private static final Problem ENDED_EARLY = new Problem(ProblemType.MALFORMED, "The body ended early.");

    private final Vertx vertx;
    private final HttpServerRequest request;
    private final long cap;
    private final RequestMemory memory;
    private final UniEmitter<? super Parsed<Request>> reader;
    private final BodyBytes bytes;
    private boolean ended;
    private long timer;

    private ReadBody(Vertx vertx, HttpServerRequest request, long cap, RequestMemory memory,
            UniEmitter<? super Parsed<Request>> reader) {
        this.vertx = vertx;
        this.request = request;
        this.cap = cap;
        this.memory = memory;
        this.reader = reader;
        this.bytes = new BodyBytes(memory, (int) Math.min(declared() > 0 ? declared() : cap, cap));
    }

    /// @param cap the most bytes that the body may have
    /// @param timeout how long the body may take to arrive
    /// @param memory what the body takes, and what is read from it later; the caller gives it back
    public static Uni<Parsed<Request>> of(Vertx vertx, HttpServerRequest request, long cap, Duration timeout,
            RequestMemory memory) {
        return Uni.createFrom().emitter(
                reader -> new ReadBody(vertx, request, cap, memory, reader).within(timeout.toMillis()));
    }

    /// What is known of a request without its body.
    public static Request bodiless(HttpServerRequest request) {
        return new Request(line(request), request.headers(), new byte[0], RequestMemory.UNLIMITED);
    }

    private void within(long millis) {
        if (declared() > cap) {
            tooLarge();
            return;
        }
        timer = vertx.setTimer(millis, _ -> refuse(new Problem(ProblemType.TOO_SLOW,
                "The body was not complete after " + millis + " ms.")));
        var _ = reader.onTermination(this::stop);
        request.handler(this::take);
        request.exceptionHandler(_ -> end(new Invalid<>(ENDED_EARLY)));
        request.endHandler(_ -> end(new Valid<>(
                new Request(line(request), request.headers(), bytes.toArray(), memory))));
        request.resume();
    }

    private static RequestLine line(HttpServerRequest request) {
        var query = request.query();
        return new RequestLine(request.method().name(), query == null ? "" : query, peer(request.remoteAddress()));
    }

    /// Returns an empty address if a proxy forwarded the request without one.
    private static String peer(@Nullable SocketAddress peer) {
        var address = peer == null ? null : peer.hostAddress();
        return address == null ? "" : address;
    }

    private void take(Buffer part) {
        if (ended) {
            return;
        }
        if (bytes.length() + (long) part.length() > cap) {
            tooLarge();
        } else if (!bytes.add(part)) {
            refuse(NO_MEMORY);
        }
    }

    private void tooLarge() {
        refuse(new Problem(ProblemType.TOO_LARGE, "The body may have at most " + cap + " bytes."));
    }

    /// Leaves the rest of the body unread and closes the connection, so that the rest is not taken for the next
    /// request. Over HTTP/2 only the request is reset.
    private void refuse(Problem problem) {
        if (!ended) {
            bytes.drop();
            closeAfterAnswer();
        }
        end(new Invalid<>(problem));
    }

    private void closeAfterAnswer() {
        if (request.version() == HttpVersion.HTTP_2) {
            vertx.setTimer(ANSWER_MILLIS, _ -> request.response().reset());
        } else {
            request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            vertx.setTimer(ANSWER_MILLIS, _ -> request.connection().close());
        }
    }

    private void end(Parsed<Request> parsed) {
        if (!ended) {
            stop();
            reader.complete(parsed);
        }
    }

    private void stop() {
        ended = true;
        vertx.cancelTimer(timer);
    }

    /// The server has already refused a length that is not a number.
    private long declared() {
        var length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        return length == null ? 0 : Long.parseLong(length);
    }
}
