package dev.onceward.testing;

import java.time.LocalDate;

/// Days of the log besides those that upkeep makes, which are today and those to come.
public final class Days {
    private Days() {}

    public static void make(LocalDate day) {
        Sql.tell("CREATE TABLE IF NOT EXISTS onceward.%s PARTITION OF onceward.event FOR VALUES FROM ('%s') TO ('%s')"
                .formatted(name(day), start(day), start(day.plusDays(1))));
    }

    /// Whether or not they are old or read: upkeep would ask.
    ///
    /// @param parent `event` or `attempt`
    public static void dropBefore(String parent, LocalDate day) {
        Sql.tell("""
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

    /// A date alone would begin at midnight of wherever the database is.
    public static String start(LocalDate day) {
        return day + " 00:00+00";
    }
}
