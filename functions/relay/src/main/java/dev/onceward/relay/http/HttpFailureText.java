package dev.onceward.relay.http;

import java.net.ConnectException;
import javax.net.ssl.SSLException;

import io.netty.handler.codec.PrematureChannelClosureException;
import io.vertx.core.http.HttpClosedException;

/// Describes a failed HTTP attempt for an operator.
final class HttpFailureText {
    private static final String CLOSED = "the connection was closed";
    private static final int LONGEST = 500;

    private HttpFailureText() {}

    static String of(Throwable failure) {
        var text = switch (failure) {
            case HttpClosedException _ -> CLOSED;
            case PrematureChannelClosureException _ -> CLOSED;
            case ConnectException refused -> "no connection: " + message(refused);
            case SSLException broken -> "TLS failed: " + message(root(broken));
            default -> message(failure);
        };
        return text.substring(0, Math.min(text.length(), LONGEST));
    }

    /// Returns the innermost cause, because the outer exceptions only say that TLS failed.
    private static Throwable root(Throwable failure) {
        var cause = failure.getCause();
        return cause == null ? failure : root(cause);
    }

    private static String message(Throwable failure) {
        var message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : message;
    }
}
