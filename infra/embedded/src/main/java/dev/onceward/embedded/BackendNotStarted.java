package dev.onceward.embedded;

import java.io.IOException;

/// PostgreSQL or Redis could not be started. The message is one sentence for the person who started them.
public final class BackendNotStarted extends RuntimeException {
    private static final long serialVersionUID = 1;

    BackendNotStarted(String sentence) {
        super(sentence);
    }

    BackendNotStarted(String what, IOException why) {
        super(what + " (" + why.toString().replaceFirst("^(\\w+\\.)+", "") + ").", why);
    }
}
