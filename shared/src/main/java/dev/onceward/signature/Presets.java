package dev.onceward.signature;

import java.time.Clock;
import java.time.Duration;
import java.util.List;

/// The schemes a source can name, and the rule by which each finds the sender's own event id. The place for a new
/// scheme is one line here.
public enum Presets {
    STANDARD_WEBHOOKS("standard-webhooks", "header:" + StandardWebhooks.ID);

    public static final String ALLOWED = "standard-webhooks";

    private static final Duration TOLERANCE = Duration.ofMinutes(5);

    private final String title;
    private final String eventId;

    Presets(String title, String eventId) {
        this.title = title;
        this.eventId = eventId;
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the preset …"
    public static Presets named(String name) {
        for (var preset : values()) {
            if (preset.title.equals(name)) {
                return preset;
            }
        }
        throw new IllegalArgumentException("must be one of " + ALLOWED);
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …"
    public Scheme scheme(List<String> secrets, Clock clock) {
        return switch (this) {
            case STANDARD_WEBHOOKS ->
                new StandardWebhooks(secrets.stream().map(CheckingKey::of).toList(), TOLERANCE, clock);
        };
    }

    public String eventId() {
        return eventId;
    }
}
