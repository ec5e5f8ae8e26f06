package dev.onceward.servers;

import java.time.LocalDate;

/// Days of the log besides those that upkeep makes, which are today and those to come.
public final class Days {
    private Days() {}

    public static void make(LocalDate day) {
        Sql.tell("CREATE TABLE IF NOT EXISTS onceward.%s PARTITION OF onceward.event FOR VALUES FROM ('%s') TO ('%s')"
                .formatted(name(day), start(day), start(day.plusDays(1))));
    }

    public static String name(LocalDate day) {
        return "event_" + day.toString().replace("-", "");
    }

    /// A date alone would begin at midnight of wherever the database is.
    public static String start(LocalDate day) {
        return day + " 00:00+00";
    }
}
