package dev.onceward.intake;

import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;

import dev.onceward.intake.Entrance.Admitted;
import dev.onceward.intake.Entrance.Turned;
import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;
import dev.onceward.request.Request;

/// Reads one body as it comes, up to its cap and within its time. What is too large is refused at the first byte over
/// the cap, not after the last. Everything here happens on the connection's event loop.
final class ReadBody {
    /// How long whoever is turned away may take to read why. A connection closed at once takes the answer with it.
    private static final long FAREWELL = 1_000;

    private final Vertx vertx;
    private final HttpServerRequest request;
    private final long cap;
    private final Room.Share share;
    private final UniEmitter<? super Entrance> reader;
    private Buffer bytes = Buffer.buffer();
    private boolean ended;
    private long timer;

    ReadBody(Vertx vertx, HttpServerRequest request, long cap, Room.Share share, UniEmitter<? super Entrance> reader) {
        this.vertx = vertx;
        this.request = request;
        this.cap = cap;
        this.share = share;
        this.reader = reader;
    }

    void within(long millis) {
        if (declared() > cap) {
            tooLarge();
            return;
        }
        timer = vertx.setTimer(millis, _ -> turnAway(ProblemType.TOO_SLOW,
                "The body was not complete after " + millis + " ms."));
        var _ = reader.onTermination(this::stop);
        request.handler(this::take);
        request.exceptionHandler(_ -> end(turned(ProblemType.MALFORMED, "The body ended early.")));
        request.endHandler(_ -> end(new Admitted(new Request(Doorway.line(request), request.headers(), bytes))));
        request.resume();
    }

    private void take(Buffer part) {
        if (ended) {
            return;
        }
        if (bytes.length() + (long) part.length() > cap) {
            tooLarge();
        } else if (!share.grow(part.length())) {
            turnAway(ProblemType.UNAVAILABLE, "There is no room for another body at the moment. Nothing was stored.");
        } else {
            bytes.appendBuffer(part);
        }
    }

    private void tooLarge() {
        turnAway(ProblemType.TOO_LARGE, "The body may have " + cap + " bytes.");
    }

    /// The rest of the body is not worth reading and must not be taken for the next request, so the connection ends; over
    /// HTTP/2 the request alone. What has no room any more must not stay in memory either, however long the request does.
    private void turnAway(ProblemType type, String detail) {
        if (!ended) {
            bytes = Buffer.buffer();
            sayFarewell();
        }
        end(turned(type, detail));
    }

    private void sayFarewell() {
        if (request.version() == HttpVersion.HTTP_2) {
            vertx.setTimer(FAREWELL, _ -> request.response().reset());
        } else {
            request.response().putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            vertx.setTimer(FAREWELL, _ -> request.connection().close());
        }
    }

    private void end(Entrance entrance) {
        if (!ended) {
            stop();
            reader.complete(entrance);
        }
    }

    private void stop() {
        ended = true;
        vertx.cancelTimer(timer);
    }

    private static Turned turned(ProblemType type, String detail) {
        return new Turned(new Problem(type, detail));
    }

    /// A length that is not a number never gets here: the server refuses it.
    private long declared() {
        var length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
        return length == null ? 0 : Long.parseLong(length);
    }
}
