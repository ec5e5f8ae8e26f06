package dev.onceward.brokers;

/// A broker that speaks RabbitMQ's protocol, AMQP 0-9-1, on a port that it keeps over [#stop()] and [#start()]. The
/// user is `guest` with the password `guest`, the virtual host `/`.
public sealed interface RabbitMqBroker extends AutoCloseable permits QpidBroker, RabbitMqServer {

    /// Apache Qpid, in this JVM. It forgets everything with a stop.
    static RabbitMqBroker started() {
        return new QpidBroker();
    }

    /// RabbitMQ itself, as a process, if it is [#installed()]. What is durable is there again after a stop.
    static RabbitMqBroker real() {
        return new RabbitMqServer();
    }

    /// Whether this machine has RabbitMQ.
    static boolean installed() {
        return BrokerProcess.installed("rabbitmq-server");
    }

    int port();

    /// Starts the broker, unless it runs.
    void start();

    /// Lets the broker end in order. Does nothing if it does not run.
    void stop();

    @Override
    void close();
}
