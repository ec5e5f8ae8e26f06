package dev.onceward.relay;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.runtime.configuration.DurationConverter;

import dev.onceward.relay.Subscription.Retry;
import dev.onceward.relay.Subscription.Target;
import dev.onceward.relay.SubscriptionsConfig.SubscriptionConfig;
import dev.onceward.window.Wanted;

/// Turns what a user wrote into a subscription, or says which key is wrong and what is allowed there.
final class ReadSubscription {
    private static final Pattern NAME = Pattern.compile("[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?");
    private static final Pattern GLOB = Pattern.compile("[A-Za-z0-9*._/-]{1,200}");
    private static final int MOST_CONCURRENT = 10_000;

    private final String name;
    private final SubscriptionConfig config;

    ReadSubscription(String name, SubscriptionConfig config) {
        this.name = name;
        this.config = config;
    }

    Subscription read() {
        if (!NAME.matcher(name).matches()) {
            throw new ConfigurationException("onceward.subscriptions." + name
                    + " is no name for a subscription: it must "
                    + "be 1 to 63 lower-case letters, digits, '.', '_' or '-', with a letter or digit at both ends");
        }
        var target = target();
        return new Subscription(name, wanted(), target,
                choice("ordering", config.ordering(), "key", "none"),
                choice("start", config.start(), "earliest", "now"),
                config.concurrency().map(at("concurrency", text -> number(text, 1, MOST_CONCURRENT)))
                        .orElse(target.usualConcurrency()),
                duration("timeout", config.timeout(), Duration.ofMillis(1), Duration.ofMinutes(10)),
                retry(),
                choice("on-refused", config.onRefused(), "dead", "retry"),
                choice("attempts", config.attempts(), "all", "failures"));
    }

    private Target target() {
        return config.sink().map(at("sink", text -> ReadTarget.of(text, config)))
                .orElseThrow(() -> wrong("sink", "is missing: " + ReadTarget.ALLOWED));
    }

    private Wanted wanted() {
        var headers = new HashMap<String, String>();
        config.match().forEach((header, value) -> headers.put(header.toLowerCase(Locale.ROOT), value));
        return new Wanted(globs("topics", config.topics()), globs("types", config.types().orElse(List.of())),
                Map.copyOf(headers));
    }

    private List<String> globs(String property, List<String> globs) {
        globs.stream().filter(glob -> !GLOB.matcher(glob).matches()).findFirst().ifPresent(glob -> {
            throw wrong(property,
                    "must be letters, digits, '.', '_', '/', '-' and '*' for any characters, several with "
                            + "a comma between them");
        });
        return globs;
    }

    private Retry retry() {
        var delay = duration("retry.delay", config.retry().delay(), Duration.ofMillis(1), Duration.ofHours(24));
        var cap = duration("retry.cap", config.retry().cap(), Duration.ofMillis(1), Duration.ofDays(7));
        if (cap.compareTo(delay) < 0) {
            throw wrong("retry.cap", "must not be less than " + property("retry.delay"));
        }
        return new Retry(at("retry.attempts", (String text) -> number(text, 1, 1000)).apply(config.retry().attempts()),
                delay, cap);
    }

    /// @return whether it is the first of two words
    private boolean choice(String property, String text, String yes, String no) {
        if (!text.equals(yes) && !text.equals(no)) {
            throw wrong(property, "must be " + yes + " or " + no);
        }
        return text.equals(yes);
    }

    private Duration duration(String property, String text, Duration least, Duration most) {
        try {
            var duration = DurationConverter.parseDuration(text);
            if (duration.compareTo(least) >= 0 && duration.compareTo(most) <= 0) {
                return duration;
            }
        } catch (IllegalArgumentException unreadable) {
            // Said below.
        }
        throw wrong(property, "must be a duration between " + least.toMillis() + "ms and " + most.toSeconds()
                + "s, such as 500ms, 15s or 2m");
    }

    static int number(String text, int least, int most) {
        try {
            var number = Integer.parseInt(text.strip());
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException unreadable) {
            // Said below.
        }
        throw new IllegalArgumentException("must be a number between " + least + " and " + most);
    }

    private <A, B> Function<A, B> at(String property, Function<A, B> read) {
        return value -> {
            try {
                return read.apply(value);
            } catch (IllegalArgumentException refused) {
                throw wrong(property, String.valueOf(refused.getMessage()));
            }
        };
    }

    private ConfigurationException wrong(String property, String what) {
        return new ConfigurationException(property(property) + " " + what);
    }

    private String property(String property) {
        return "onceward.subscriptions." + name + "." + property;
    }
}
