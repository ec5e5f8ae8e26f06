package dev.onceward.servers;

import java.time.LocalDate;

/// Days of the log besides those that upkeep makes, which are today and those to come.
public final class Days {
    private Days() {}

    public static void make(LocalDate day) {
        Sql.tell("CREATE TABLE IF NOT EXISTS onceward.%s PARTITION OF onceward.event FOR VALUES FROM ('%s') TO ('%s')"
                .formatted(name(day), day, day.plusDays(1)));
    }

    public static String name(LocalDate day) {
        return "event_" + day.toString().replace("-", "");
    }
}
