package dev.onceward.brokers;

/// Why a broker is not there.
public final class CannotStart extends RuntimeException {
    private static final long serialVersionUID = 1;

    CannotStart(String sentence) {
        super(sentence);
    }

    CannotStart(String broker, Exception why) {
        super(broker + " can not be started (" + why + ").", why);
    }
}
