package dev.onceward.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/// Skips the tests of a program that is not installed. CI has all programs and says so with `ONCEWARD_TEST_ALL`: there
/// such a test fails, because nobody would notice that it is skipped.
public final class RequireProgram {
    private RequireProgram() {}

    public static void needs(String program, boolean installed) {
        if (TestAll.isWanted()) {
            assertThat(installed).as("%s is installed", program).isTrue();
        }
        assumeTrue(installed, program + " is not installed");
    }
}
