package dev.onceward.embedded;

import java.io.IOException;

/// Why the backends are not there, in one sentence for the person who started them.
public final class CannotStart extends RuntimeException {
    private static final long serialVersionUID = 1;

    CannotStart(String sentence) {
        super(sentence);
    }

    CannotStart(String what, IOException why) {
        super(what + " (" + why.toString().replaceFirst("^(\\w+\\.)+", "") + ").", why);
    }
}
