package dev.onceward.brokers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/// Skips the tests of a program that is not installed, except in CI, where nobody would notice that they are skipped.
final class InstalledProgram {
    private InstalledProgram() {}

    static void needs(String program, boolean installed) {
        if ("true".equals(System.getenv("ONCEWARD_TEST_ALL"))) {
            assertThat(installed).as("%s is installed", program).isTrue();
        }
        assumeTrue(installed, program + " is not installed");
    }
}
