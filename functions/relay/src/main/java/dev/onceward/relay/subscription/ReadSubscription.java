package dev.onceward.relay.subscription;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import io.quarkus.runtime.configuration.ConfigurationException;

import dev.onceward.relay.subscription.Subscription.Retry;
import dev.onceward.relay.subscription.SubscriptionsConfig.SubscriptionConfig;
import dev.onceward.relay.window.EventFilter;

/// Reads the settings of a subscription, or reports which key is wrong and which values are allowed.
public final class ReadSubscription {
    private static final Pattern NAME = Pattern.compile("[a-z0-9](?:[a-z0-9._-]{0,61}[a-z0-9])?");
    private static final Pattern GLOB = Pattern.compile("[A-Za-z0-9*._/-]{1,200}");
    private static final int MOST_CONCURRENT = 10_000;

    private final ConfigKeys configKeys;
    private final SubscriptionConfig config;

    public ReadSubscription(String name, SubscriptionConfig config) {
        this.configKeys = new ConfigKeys(name);
        this.config = config;
    }

    public Subscription read() {
        if (!NAME.matcher(configKeys.subscription()).matches()) {
            throw new ConfigurationException("onceward.subscriptions." + configKeys.subscription()
                    + " is no name for a subscription: it must be 1 to 63 lower-case letters, digits, '.', '_' or '-', "
                    + "with a letter or digit at both ends");
        }
        var target = new ReadTarget(configKeys, config).read();
        return new Subscription(configKeys.subscription(), wanted(), target,
                configKeys.choice("ordering", config.ordering(), "key", "none"),
                configKeys.choice("start", config.start(), "earliest", "now"),
                config.concurrency().map(text -> configKeys.number("concurrency", text, 1, MOST_CONCURRENT))
                        .orElse(target.usualConcurrency()),
                configKeys.duration("timeout", config.timeout(), Duration.ofMillis(1), Duration.ofMinutes(10)),
                retry(),
                configKeys.choice("on-refused", config.onRefused(), "dead", "retry"),
                configKeys.choice("attempts", config.attempts(), "all", "failures"));
    }

    private EventFilter wanted() {
        var headers = new HashMap<String, String>();
        config.match().forEach((header, value) -> headers.put(header.toLowerCase(Locale.ROOT), value));
        return new EventFilter(globs("topics", config.topics()), globs("types", config.types().orElse(List.of())),
                Map.copyOf(headers));
    }

    private List<String> globs(String key, List<String> globs) {
        configKeys.check(key, globs.stream().allMatch(glob -> GLOB.matcher(glob).matches()),
                "must be letters, digits, '.', '_', '/', '-' and '*' for any characters, several with a comma between "
                        + "them");
        return globs;
    }

    private Retry retry() {
        var retry = config.retry();
        var delay = configKeys.duration("retry.delay", retry.delay(), Duration.ofMillis(1), Duration.ofHours(24));
        var cap = configKeys.duration("retry.cap", retry.cap(), Duration.ofMillis(1), Duration.ofDays(7));
        configKeys.check("retry.cap", cap.compareTo(delay) >= 0,
                "must not be less than " + configKeys.name("retry.delay"));
        return new Retry(configKeys.number("retry.attempts", retry.attempts(), 1, 1000), delay, cap);
    }
}
