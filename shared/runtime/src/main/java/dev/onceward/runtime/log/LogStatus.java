package dev.onceward.runtime.log;

/// Whether PostgreSQL can be used as the log.
///
/// @param postgres [CheckLog#READY], or why the log cannot be used
/// @param isDurable whether a commit is confirmed only after it is on the disk
public record LogStatus(String postgres, boolean isDurable) {
    public static final String NOT_DURABLE = "off: PostgreSQL answers a commit before it is on the disk, so a crash can "
            + "lose events that were acknowledged";

    public boolean isReady() {
        return postgres.equals(CheckLog.READY);
    }
}
