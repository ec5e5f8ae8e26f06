package dev.onceward.brokers;

/// A broker that speaks RabbitMQ's protocol, AMQP 0-9-1, on a port that it keeps over [#stop()] and [#start()]. The
/// user is `guest` with the password `guest`, the virtual host `/`.
public sealed interface Rabbit extends AutoCloseable permits Qpid, RabbitServer {

    /// Apache Qpid, in this JVM. It forgets everything with a stop.
    static Rabbit started() {
        return new Qpid();
    }

    /// RabbitMQ itself, as a process, if it is [#installed()]. What is durable is there again after a stop.
    static Rabbit real() {
        return new RabbitServer();
    }

    /// Whether this machine has RabbitMQ.
    static boolean installed() {
        return Running.installed("rabbitmq-server");
    }

    int port();

    /// Starts the broker, unless it runs.
    void start();

    /// Lets the broker end in order. Does nothing if it does not run.
    void stop();

    @Override
    void close();
}
