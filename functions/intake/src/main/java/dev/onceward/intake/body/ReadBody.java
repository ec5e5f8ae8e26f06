package dev.onceward.intake.body;

import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

import dev.onceward.intake.body.RequestRead.NotRead;
import dev.onceward.intake.body.RequestRead.ReadWhole;
import dev.onceward.internal.memory.BodyMemory;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Reads one body as it comes, up to its cap and within its time. What is too large is refused at the first byte over
/// the cap, not after the last. Everything here happens on the connection's event loop.
final class ReadBody {
    /// How long whoever is turned away may take to read why. A connection closed at once takes the answer with it.
    private static final long FAREWELL = 1_000;
    static final Problem NO_MEMORY = new Problem(ProblemType.UNAVAILABLE,
            "There is no room for another body at the moment. Nothing was stored.");
    private static final Problem ENDED_EARLY = new Problem(ProblemType.MALFORMED, "The body ended early.");

    private final Vertx vertx;
    private final HttpServerRequest request;
    private final long cap;
    private final BodyMemory memory;
    private final UniEmitter<? super RequestRead> reader;
    private final BodyBytes bytes;
    private boolean ended;
    private long timer;

    ReadBody(Vertx vertx, HttpServerRequest request, long cap, BodyMemory memory,
            UniEmitter<? super RequestRead> reader) {
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
        timer = vertx.setTimer(millis, _ -> turnAway(new Problem(ProblemType.TOO_SLOW,
                "The body was not complete after " + millis + " ms.")));
        var _ = reader.onTermination(this::stop);
        request.handler(this::take);
        request.exceptionHandler(_ -> end(new NotRead(ENDED_EARLY)));
        request.endHandler(_ -> end(new ReadWhole(
                new Request(ReadRequest.line(request), request.headers(), bytes.whole(), memory))));
        request.resume();
    }

    private void take(Buffer part) {
        if (ended) {
            return;
        }
        if (bytes.length() + (long) part.length() > cap) {
            tooLarge();
        } else if (!bytes.add(part)) {
            turnAway(NO_MEMORY);
        }
    }

    private void tooLarge() {
        turnAway(new Problem(ProblemType.TOO_LARGE, "The body may have " + cap + " bytes."));
    }

    /// The rest of the body is not worth reading and must not be taken for the next request, so the connection ends; over
    /// HTTP/2 the request alone.
    private void turnAway(Problem problem) {
        if (!ended) {
            bytes.drop();
            sayFarewell();
        }
        end(new NotRead(problem));
    }

    private void sayFarewell() {
        if (request.version() == HttpVersion.HTTP_2) {
            vertx.setTimer(FAREWELL, _ -> request.response().reset());
        } else {
            request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            vertx.setTimer(FAREWELL, _ -> request.connection().close());
        }
    }

    private void end(RequestRead requestRead) {
        if (!ended) {
            stop();
            reader.complete(requestRead);
        }
    }

    private void stop() {
        ended = true;
        vertx.cancelTimer(timer);
    }

    /// A length that is not a number never gets here: the server refuses it.
    private long declared() {
        var length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        return length == null ? 0 : Long.parseLong(length);
    }
}
