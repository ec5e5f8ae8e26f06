package dev.onceward.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/// How many days the log keeps events and attempts, and after how many days a subscription that no relay configures is
/// forgotten. A value that the environment does not have keeps the one in the database.
record SetRetention(@Nullable Integer events, @Nullable Integer attempts, @Nullable Integer forgetAfter) {
    private static final int LONGEST = 36_500;
    private static final Pattern DAYS = Pattern.compile("(?<days>[1-9]\\d{0,4})d");

    /// One statement sets all values, so that nobody sees half of them. The table's own checks also hold for changes by
    /// hand.
    private static final String SET = """
            UPDATE onceward.retention
               SET events = coalesce(make_interval(days => ?), events),
                   attempts = coalesce(make_interval(days => ?), attempts),
                   forget_after = coalesce(make_interval(days => ?), forget_after)
            """;

    static SetRetention of(Map<String, String> environment) {
        return new SetRetention(days(environment, "ONCEWARD_EVENT_RETENTION"),
                days(environment, "ONCEWARD_ATTEMPT_RETENTION"),
                days(environment, "ONCEWARD_FORGET_AFTER"));
    }

    boolean isSet() {
        return events != null || attempts != null || forgetAfter != null;
    }

    void set(Connection connection) throws SQLException {
        try (var statement = connection.prepareStatement(SET)) {
            statement.setObject(1, events, Types.INTEGER);
            statement.setObject(2, attempts, Types.INTEGER);
            statement.setObject(3, forgetAfter, Types.INTEGER);
            if (statement.executeUpdate() != 1) {
                throw new SQLException("The table onceward.retention has lost its row; INSERT INTO onceward.retention "
                        + "DEFAULT VALUES restores it.");
            }
        }
    }

    private static @Nullable Integer days(Map<String, String> environment, String name) {
        var value = environment.getOrDefault(name, "").strip();
        if (value.isEmpty()) {
            return null;
        }
        var days = DAYS.matcher(value);
        if (!days.matches() || Integer.parseInt(days.group("days")) > LONGEST) {
            throw new IllegalArgumentException(
                    "%s must be a number of days between 1d and %dd, such as 30d.".formatted(name, LONGEST));
        }
        return Integer.valueOf(days.group("days"));
    }
}
