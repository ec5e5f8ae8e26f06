package dev.onceward.testing.servers;

import java.time.LocalDate;

/// Creates and drops days of the log that upkeep does not make, which are those before today.
public final class Days {
    private Days() {}

    public static void make(LocalDate day) {
        Servers.sql().execute(
                "CREATE TABLE IF NOT EXISTS onceward.%s PARTITION OF onceward.event FOR VALUES FROM ('%s') TO ('%s')"
                        .formatted(name(day), start(day), start(day.plusDays(1))));
    }

    /// Drops days whether or not they are old or read, which upkeep would check.
    ///
    /// @param parent `event` or `attempt`
    public static void dropBefore(String parent, LocalDate day) {
        Servers.sql().execute("""
                DO $$
                DECLARE
                    day text;
                BEGIN
                    FOR day IN SELECT relname
                                 FROM pg_inherits
                                 JOIN pg_class ON oid = inhrelid
                                WHERE inhparent = 'onceward.%1$s'::regclass
                                  AND relname < '%1$s_%2$s'
                    LOOP
                        EXECUTE format('DROP TABLE onceward.%%I', day);
                    END LOOP;
                END $$
                """.formatted(parent, day.toString().replace("-", "")));
    }

    public static void dropAll() {
        dropBefore("event", LocalDate.of(9999, 12, 31));
    }

    public static String name(LocalDate day) {
        return "event_" + day.toString().replace("-", "");
    }

    /// The beginning of a day in UTC, because a date alone begins at midnight in the database's time zone.
    public static String start(LocalDate day) {
        return day + " 00:00+00";
    }
}
