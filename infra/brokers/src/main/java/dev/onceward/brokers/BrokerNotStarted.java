package dev.onceward.brokers;

/// A broker could not be started. The message says why.
public final class BrokerNotStarted extends RuntimeException {
    private static final long serialVersionUID = 1;

    BrokerNotStarted(String sentence) {
        super(sentence);
    }

    BrokerNotStarted(String broker, Exception why) {
        super(broker + " can not be started (" + why + ").", why);
    }
}
