package dev.onceward.intake;

import java.io.File;

import dev.onceward.embedded.FunctionProcess;
import dev.onceward.embedded.StartFunction;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.sql;

/// The packaged intake, as a test needs it.
final class Intakes {
    private static final String PACKAGED = System.getProperty("function", "target/quarkus-app/quarkus-run.jar");

    /// The one for all tests that do it no harm.
    private static final class Common {
        static final FunctionProcess RUNNING = withSources().start();
    }

    private Intakes() {}

    static FunctionProcess running() {
        return Common.RUNNING;
    }

    /// With a source for each thing a source can be told.
    static StartFunction withSources() {
        return bare().with("quarkus.config.locations",
                new File("src/test/resources/intake.properties").toURI().toString());
    }

    /// With no sources at all.
    static StartFunction bare() {
        return StartFunction.of(PACKAGED, Servers.backends());
    }

    /// How many events of a source the log holds.
    static long stored(String source) {
        return sql().number("SELECT count(*) FROM onceward.event WHERE source = ?", source);
    }
}
