package dev.onceward.relay.rabbitmq;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;

import com.rabbitmq.client.Address;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import io.smallrye.reactive.messaging.rabbitmq.RabbitMQConnectorOutgoingConfiguration;

/// Opens a connection with the settings of SmallRye's connector. With TLS the server's name is verified.
final class RabbitMqConnection {
    private RabbitMqConnection() {}

    static Connection open(RabbitMQConnectorOutgoingConfiguration settings) throws IOException, TimeoutException {
        var factory = new ConnectionFactory();
        factory.setUsername(settings.getUsername().orElse(ConnectionFactory.DEFAULT_USER));
        factory.setPassword(settings.getPassword().orElse(ConnectionFactory.DEFAULT_PASS));
        factory.setVirtualHost(settings.getVirtualHost());
        factory.setConnectionTimeout(settings.getConnectionTimeout());
        factory.setHandshakeTimeout(settings.getHandshakeTimeout());
        factory.setChannelRpcTimeout(settings.getHandshakeTimeout());
        factory.setRequestedHeartbeat(settings.getRequestedHeartbeat());
        // A connection that the client recovered would lack our confirm listeners.
        factory.setAutomaticRecoveryEnabled(false);
        factory.setThreadFactory(Thread.ofPlatform().daemon().name(settings.getChannel()).factory());
        if (settings.getSsl()) {
            encrypt(factory);
        }
        return factory.newConnection(addresses(settings), settings.getChannel());
    }

    private static List<Address> addresses(RabbitMQConnectorOutgoingConfiguration settings) {
        return settings.getAddresses().map(Address::parseAddresses).map(List::of)
                .orElseGet(() -> List.of(new Address(settings.getHost(), settings.getPort())));
    }

    private static void encrypt(ConnectionFactory factory) throws IOException {
        try {
            factory.useSslProtocol(SSLContext.getDefault());
            factory.enableHostnameVerification();
        } catch (GeneralSecurityException missing) {
            throw new IOException(missing);
        }
    }
}
