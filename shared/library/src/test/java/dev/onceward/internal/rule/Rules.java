package dev.onceward.internal.rule;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;

import dev.onceward.internal.key.ExtractedKey;
import dev.onceward.internal.key.ExtractedKey.Found;
import dev.onceward.internal.request.Requests;

import static org.assertj.core.api.Assertions.assertThat;

/// Rules as a user writes them, tried on requests as a sender writes them.
final class Rules {
    static final Clock NOON = Clock.fixed(Instant.parse("2026-11-18T12:00:00Z"), ZoneOffset.UTC);

    private Rules() {}

    static KeyRule rule(String text) {
        return new KeyRules(NOON, "header:webhook-id").parse(text);
    }

    static ExtractedKey extract(String rule, String body, String... headers) {
        return rule(rule).of(Requests.of(body, headers));
    }

    /// The key that must be there.
    static String key(String rule, String body, String... headers) {
        var extracted = extract(rule, body, headers);
        assertThat(extracted).isInstanceOf(Found.class);
        return ((Found) extracted).key();
    }
}
