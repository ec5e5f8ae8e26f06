package dev.onceward.testing;

/// Whether tests try all that they can, as CI does. It says so with `ONCEWARD_TEST_ALL`. Otherwise the tests that take longest
/// try a part of it.
public final class TestAll {
    private static final boolean IS_WANTED = "true".equals(System.getenv("ONCEWARD_TEST_ALL"));

    private TestAll() {}

    public static boolean isWanted() {
        return IS_WANTED;
    }

    /// How many rounds a test runs.
    public static int rounds(int all, int usually) {
        return IS_WANTED ? all : usually;
    }
}
