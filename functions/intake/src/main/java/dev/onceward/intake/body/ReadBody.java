package dev.onceward.intake.body;

import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.SocketAddress;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.body.Parsed.Invalid;
import dev.onceward.intake.body.Parsed.Valid;
import dev.onceward.internal.memory.BodyMemory;
import dev.onceward.internal.request.Request;
import dev.onceward.internal.request.RequestLine;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Reads one body as it arrives, up to its limit and within its time. A body that is too large is refused at the first byte
/// over the limit, not after the last. Everything here happens on the connection's event loop.
final class ReadBody {
    /// How long a sender that is refused may take to read the answer. A connection that is closed at once loses it.
    private static final long ANSWER_MILLIS = 1_000;
    private static final Problem ENDED_EARLY = new Problem(ProblemType.MALFORMED, "The body ended early.");

    private final Vertx vertx;
    private final HttpServerRequest request;
    private final long cap;
    private final BodyMemory memory;
    private final UniEmitter<? super Parsed<Request>> reader;
    private final BodyBytes bytes;
    private boolean ended;
    private long timer;

    ReadBody(Vertx vertx, HttpServerRequest request, long cap, BodyMemory memory,
            UniEmitter<? super Parsed<Request>> reader) {
        this.vertx = vertx;
        this.request = request;
        this.cap = cap;
        this.memory = memory;
        this.reader = reader;
        this.bytes = new BodyBytes(memory, (int) Math.min(declared() > 0 ? declared() : cap, cap));
    }

    void within(long millis) {
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
                new Request(line(request), request.headers(), bytes.whole(), memory))));
        request.resume();
    }

    static RequestLine line(HttpServerRequest request) {
        var query = request.query();
        return new RequestLine(request.method().name(), query == null ? "" : query, peer(request.remoteAddress()));
    }

    /// A proxy may have forwarded the request without any address.
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
            refuse(BodyMemoryLimit.NO_MEMORY);
        }
    }

    private void tooLarge() {
        refuse(new Problem(ProblemType.TOO_LARGE, "The body may have " + cap + " bytes."));
    }

    /// The rest of the body is not read, and must not be taken for the next request. So the connection is closed; over HTTP/2
    /// only the request is reset.
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

    /// The server has refused a length that is not a number.
    private long declared() {
        var length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        return length == null ? 0 : Long.parseLong(length);
    }
}
