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

/// A connection that is made when it is first needed and comes back by itself from then on. One that was let in no more,
/// since the password is another one, is closed for good; then a new one is made. Used by one thread.
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

    /// For good.
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

    /// What is wrong with the credentials is not wrong with the event that is told of it.
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
                // What would wait there for the connection would be sent when its attempt has long failed.
                .reconnectBufferSize(0)
                .requestCleanupInterval(timeout)
                // With two of them missed, a connection that the network lost without a sign is given up.
                .pingInterval(Duration.ofSeconds(5))
                .maxPingsOut(2)
                // What goes wrong is told by the outcomes.
                .errorListener(new ErrorListener() {
                });
        config.user().ifPresent(user -> options.userInfo(user, config.password().orElse("")));
        config.token().ifPresent(token -> options.token(token.toCharArray()));
        config.credentials().ifPresent(file -> options.authHandler(Nats.credentials(file.toString())));
        return options.build();
    }
}
