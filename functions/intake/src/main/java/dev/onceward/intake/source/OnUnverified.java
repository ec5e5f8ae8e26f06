package dev.onceward.intake.source;

/// What becomes of a request that is not genuine. Its sender is told the same in either case.
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
