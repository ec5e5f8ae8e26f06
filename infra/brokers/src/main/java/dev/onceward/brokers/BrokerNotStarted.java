package dev.onceward.brokers;

/// Why a broker is not there.
public final class BrokerNotStarted extends RuntimeException {
    private static final long serialVersionUID = 1;

    BrokerNotStarted(String sentence) {
        super(sentence);
    }

    BrokerNotStarted(String broker, Exception why) {
        super(broker + " can not be started (" + why + ").", why);
    }
}
