package dev.onceward.embedded;

/// The names of the servers' programs for this machine.
enum Platform {
    LINUX_AMD64("linux-x86_64", "linux-amd64"),
    LINUX_ARM64("linux-arm_64", "linux-arm64"),
    MAC_AMD64("darwin-x86_64", "darwin-amd64"),
    MAC_ARM64("darwin-arm_64", "darwin-arm64");

    private final String postgres;
    private final String redis;

    Platform(String postgres, String redis) {
        this.postgres = postgres;
        this.redis = redis;
    }

    static Platform here() {
        var machine = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        return switch (machine) {
            case "Linux amd64" -> LINUX_AMD64;
            case "Linux aarch64" -> LINUX_ARM64;
            case "Mac OS X x86_64" -> MAC_AMD64;
            case "Mac OS X aarch64" -> MAC_ARM64;
            default ->
                throw new BackendNotStarted("There is no PostgreSQL and no Redis for %s in here: name your own in "
                        .formatted(machine) + "ONCEWARD_POSTGRES_URL and ONCEWARD_REDIS_URL.");
        };
    }

    /// The archive with PostgreSQL, on the class path.
    String postgres() {
        return "/postgres-" + postgres + ".txz";
    }

    /// The program of Redis, on the class path.
    String redis() {
        return "/redis-server-7.0.15-" + redis;
    }
}
