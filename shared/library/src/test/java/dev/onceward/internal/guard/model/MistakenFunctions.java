package dev.onceward.internal.guard.model;

import java.util.List;
import java.util.regex.Pattern;

import static dev.onceward.testing.servers.Servers.sql;

/// Copies of the functions of the guard, with a mistake in one of them, beside the right ones.
final class MistakenFunctions {
    private static final List<String> FUNCTIONS = List.of("claim_operation_key", "claim_operation_keys",
            "renew_operation_key",
            "release_operation_key", "keep_operation_answer", "keep_operation_answers");
    private static final Pattern NAME = Pattern.compile("onceward\\.((claim|renew|release|keep)_operation)");

    private MistakenFunctions() {}

    static void create(Mistake mistake) {
        sql().execute("CREATE SCHEMA IF NOT EXISTS mistaken");
        for (var function : FUNCTIONS) {
            var right = sql().query("SELECT pg_get_functiondef('onceward.%s'::regproc)".formatted(function));
            sql().execute(
                    calling(mistake.in(right)).replace("'onceward', 'pg_temp'", "'mistaken', 'onceward', 'pg_temp'"));
        }
    }

    /// The statement with calls of the copies.
    static String calling(String statement) {
        return NAME.matcher(statement).replaceAll("mistaken.$1");
    }

    static void drop() {
        sql().execute("DROP SCHEMA IF EXISTS mistaken CASCADE");
    }
}
