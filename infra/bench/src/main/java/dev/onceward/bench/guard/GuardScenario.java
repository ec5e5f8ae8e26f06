package dev.onceward.bench.guard;

import java.util.List;

import dev.onceward.bench.run.Load.Answer;

import static dev.onceward.bench.guard.GuardProgram.APPLICATION;
import static dev.onceward.bench.guard.GuardProgram.APPLICATION_ON_POSTGRES;
import static dev.onceward.bench.guard.GuardProgram.APPLICATION_ON_REDIS;
import static dev.onceward.bench.guard.GuardProgram.DBOS;
import static dev.onceward.bench.guard.GuardScenario.RequestKind.FIRST;
import static dev.onceward.bench.guard.GuardScenario.RequestKind.IN_FLIGHT;
import static dev.onceward.bench.guard.GuardScenario.RequestKind.REPLAY;

/// A row of the table: which requests are sent to which endpoint.
///
/// @param endpoint for `--only`
/// @param answer the expected one
record GuardScenario(RequestKind kind, String endpoint, GuardProgram program, String path, Answer answer) {
    private static final String NOTHING = "/unguarded/nothing";

    /// DBOS has no row for requests in flight, because it lets them wait for the result.
    static final List<GuardScenario> ALL = List.of(
            new GuardScenario(FIRST, "unguarded", APPLICATION, "/unguarded", Answer.STORED),
            new GuardScenario(FIRST, "guard", APPLICATION, "/guarded", Answer.STORED),
            new GuardScenario(FIRST, "guard-redis", APPLICATION_ON_REDIS, "/guarded", Answer.STORED),
            new GuardScenario(FIRST, "guard-postgres", APPLICATION_ON_POSTGRES, "/guarded", Answer.STORED),
            new GuardScenario(FIRST, "transaction", APPLICATION, "/transaction", Answer.STORED),
            new GuardScenario(FIRST, "obvious", APPLICATION, "/obvious", Answer.STORED),
            new GuardScenario(FIRST, "dbos", DBOS, "/dbos", Answer.STORED),
            new GuardScenario(REPLAY, "unguarded", APPLICATION, NOTHING, Answer.STORED),
            new GuardScenario(REPLAY, "guard", APPLICATION, "/guarded/repeated", Answer.REPLAYED),
            new GuardScenario(REPLAY, "guard-redis", APPLICATION_ON_REDIS, "/guarded/repeated", Answer.REPLAYED),
            new GuardScenario(REPLAY, "guard-postgres", APPLICATION_ON_POSTGRES, "/guarded/repeated", Answer.REPLAYED),
            new GuardScenario(REPLAY, "obvious", APPLICATION, "/obvious", Answer.REPLAYED),
            new GuardScenario(REPLAY, "dbos", DBOS, "/dbos", Answer.STORED),
            new GuardScenario(IN_FLIGHT, "unguarded", APPLICATION, NOTHING, Answer.STORED),
            new GuardScenario(IN_FLIGHT, "guard", APPLICATION, "/guarded/endless", Answer.IN_FLIGHT),
            new GuardScenario(IN_FLIGHT, "guard-redis", APPLICATION_ON_REDIS, "/guarded/endless", Answer.IN_FLIGHT),
            new GuardScenario(IN_FLIGHT, "guard-postgres", APPLICATION_ON_POSTGRES, "/guarded/endless",
                    Answer.IN_FLIGHT),
            new GuardScenario(IN_FLIGHT, "obvious", APPLICATION, "/obvious/endless", Answer.IN_FLIGHT));

    String name() {
        return kind.text + ", " + endpoint;
    }

    /// Whether new requests have an effect.
    boolean hasEffect() {
        return kind != IN_FLIGHT && !path.equals(NOTHING);
    }

    /// The kinds of requests.
    enum RequestKind {
        /// With new keys.
        FIRST("first run"),
        /// With keys whose operation has completed.
        REPLAY("replay"),
        /// With keys whose operation never ends.
        IN_FLIGHT("in flight");

        private final String text;

        RequestKind(String text) {
            this.text = text;
        }
    }
}
