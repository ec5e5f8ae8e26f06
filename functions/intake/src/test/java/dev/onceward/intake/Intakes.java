package dev.onceward.intake;

import java.io.File;

import dev.onceward.embedded.Launch;
import dev.onceward.embedded.Launched;

/// The packaged intake, as a test needs it.
final class Intakes {
    private static final String PACKAGED = System.getProperty("function", "target/quarkus-app/quarkus-run.jar");

    /// The one for all tests that do it no harm.
    private static final class Common {
        static final Launched RUNNING = withSources().start();
    }

    private Intakes() {}

    static Launched running() {
        return Common.RUNNING;
    }

    /// With a source for each thing a source can be told.
    static Launch withSources() {
        return bare().with("quarkus.config.locations",
                new File("src/test/resources/intake.properties").toURI().toString());
    }

    /// With no sources at all.
    static Launch bare() {
        return Launch.of(PACKAGED, Servers.backends());
    }
}
