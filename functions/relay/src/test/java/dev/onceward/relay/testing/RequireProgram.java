package dev.onceward.relay.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/// What a machine may lack: its tests are skipped then. CI may lack nothing and says so with `ONCEWARD_TEST_ALL`, or a
/// test could be missing there and nobody would see it.
public final class RequireProgram {
    private static final boolean MUST_HAVE_ALL = "true".equals(System.getenv("ONCEWARD_TEST_ALL"));

    private RequireProgram() {}

    public static void needs(String program, boolean installed) {
        if (MUST_HAVE_ALL) {
            assertThat(installed).as("%s is installed", program).isTrue();
        }
        assumeTrue(installed, program + " is not installed");
    }
}
