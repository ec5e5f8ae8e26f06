package dev.onceward.relay.nats;

import java.io.IOException;
import java.time.Duration;

import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.JetStream;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import io.nats.client.Nats;
import io.nats.client.Options;
import org.jspecify.annotations.Nullable;

import dev.onceward.relay.subscription.Subscription;

/// Connects when it is first needed; the client then reconnects by itself. After NATS refused the credentials the
/// client closes the connection for good, and the next call makes a new one. Used by one thread.
final class NatsConnection {
    private static final Duration LONGEST_CONNECT = Duration.ofSeconds(2);

    private final Options options;
    private final JetStreamOptions requests;
    private @Nullable Connection connection;
    private boolean ended;

    NatsConnection(NatsConfig config, Subscription subscription) {
        options = options(config, subscription);
        requests = JetStreamOptions.builder().requestTimeout(subscription.timeout().dividedBy(3)).build();
    }

    JetStream jetStream() throws IOException, InterruptedException {
        return connected().jetStream(requests);
    }

    JetStreamManagement management() throws IOException, InterruptedException {
        return connected().jetStreamManagement(requests);
    }

    /// Closes the connection for good.
    void close() throws InterruptedException {
        ended = true;
        if (connection != null) {
            connection.close();
        }
    }

    private Connection connected() throws IOException, InterruptedException {
        if (ended) {
            throw new IOException("the relay is ending");
        }
        var open = connection;
        if (open == null || open.getStatus() == Connection.Status.CLOSED) {
            open = connect();
            connection = open;
        }
        return open;
    }

    /// Turns a problem with the credentials into an I/O failure, because an invalid argument would mean that the event
    /// is refused.
    private Connection connect() throws IOException, InterruptedException {
        try {
            return Nats.connect(options);
        } catch (IllegalArgumentException | IllegalStateException unusable) {
            throw new IOException(unusable);
        }
    }

    private static Options options(NatsConfig config, Subscription subscription) {
        var timeout = subscription.timeout();
        var connect = timeout.compareTo(LONGEST_CONNECT) < 0 ? timeout : LONGEST_CONNECT;
        var options = Options.builder()
                .servers(config.addresses())
                .connectionName("onceward-relay-" + subscription.name())
                .connectionTimeout(connect)
                .maxReconnects(-1)
                .reconnectWait(Duration.ofMillis(500))
                // No message is buffered while the connection is lost, because it would be sent after its attempt has
                // failed.
                .reconnectBufferSize(0)
                .requestCleanupInterval(timeout)
                // After two missed pings, a connection that the network lost silently is given up.
                .pingInterval(Duration.ofSeconds(5))
                .maxPingsOut(2)
                // Errors are reported by the outcomes of attempts.
                .errorListener(new ErrorListener() {
                });
        config.user().ifPresent(user -> options.userInfo(user, config.password().orElse("")));
        config.token().ifPresent(token -> options.token(token.toCharArray()));
        config.credentials().ifPresent(file -> options.authHandler(Nats.credentials(file.toString())));
        return options.build();
    }
}
