package dev.onceward.relay.subscription;

import java.time.Duration;
import java.util.function.Function;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.runtime.configuration.DurationConverter;

/// The configuration keys of one subscription. Error messages begin with the name of the wrong key.
record ConfigKeys(String subscription) {

    /// @param read whose exception has the end of the message
    <A, B> B at(String key, A written, Function<A, B> read) {
        try {
            return read.apply(written);
        } catch (IllegalArgumentException refused) {
            throw wrong(key, String.valueOf(refused.getMessage()));
        }
    }

    int number(String key, String written, int least, int most) {
        try {
            var number = Integer.parseInt(written.strip());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException unreadable) {
            // The exception below reports the problem.
        }
        throw wrong(key, "must be a number between " + least + " and " + most);
    }

    Duration duration(String key, String written, Duration least, Duration most) {
        try {
            var duration = DurationConverter.parseDuration(written);
            if (duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0) {
                return duration;
            }
        } catch (IllegalArgumentException unreadable) {
            // The exception below reports the problem.
        }
        throw wrong(key, "must be a duration between " + least.toMillis() + "ms and " + most.toSeconds()
                + "s, such as 500ms, 15s or 2m");
    }

    /// Whether the value is the first of two allowed words.
    boolean choice(String key, String written, String yes, String no) {
        if (!written.equals(yes) && !written.equals(no)) {
            throw wrong(key, "must be " + yes + " or " + no);
        }
        return written.equals(yes);
    }

    /// @param sensible whether the key is not set, or fits the other settings
    void check(String key, boolean sensible, String what) {
        if (!sensible) {
            throw wrong(key, what);
        }
    }

    ConfigurationException wrong(String key, String what) {
        return new ConfigurationException(name(key) + " " + what);
    }

    String name(String key) {
        return "onceward.subscriptions." + subscription + "." + key;
    }
}
