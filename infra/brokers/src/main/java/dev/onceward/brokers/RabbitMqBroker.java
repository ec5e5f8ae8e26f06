package dev.onceward.brokers;

/// A broker for RabbitMQ's protocol, AMQP 0-9-1. It keeps its port over [#stop()] and [#start()]. The user is `guest` with
/// the password `guest`, and the virtual host is `/`.
public sealed interface RabbitMqBroker extends AutoCloseable permits QpidBroker, RabbitMqServer {

    /// Starts Apache Qpid in this JVM. It loses all data when it is stopped.
    static RabbitMqBroker started() {
        return new QpidBroker();
    }

    /// Starts RabbitMQ as a process, if it is [#installed()]. It keeps durable data when it is stopped.
    static RabbitMqBroker real() {
        return new RabbitMqServer();
    }

    /// Whether RabbitMQ is installed on this machine.
    static boolean installed() {
        return BrokerProcess.installed("rabbitmq-server");
    }

    int port();

    /// Starts the broker. Does nothing if it is running.
    void start();

    /// Shuts the broker down. Does nothing if it is not running.
    void stop();

    @Override
    void close();
}
