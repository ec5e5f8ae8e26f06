package dev.onceward.intake.source;

/// What happens to a request that fails verification. The answer to the sender is the same in both cases.
public enum OnUnverified {
    REJECT, QUARANTINE;

    /// @throws IllegalArgumentException whose message ends the sentence "the value …"
    public static OnUnverified named(String name) {
        return switch (name) {
            case "reject" -> REJECT;
            case "quarantine" -> QUARANTINE;
            default -> throw new IllegalArgumentException("must be one of reject, quarantine");
        };
    }
}
