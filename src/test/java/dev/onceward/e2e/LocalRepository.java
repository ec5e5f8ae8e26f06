package dev.onceward.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A local repository of Maven with the artifacts of this build, and with all that the build itself has fetched behind links.
final class LocalRepository implements AutoCloseable {
    private static final String GROUP = "dev/onceward";

    private final Path path;
    private final Path checkout;
    private final String version;

    /// @param fetched the local repository of the build
    LocalRepository(Path fetched, Path checkout, String version) throws IOException {
        this.path = Files.createTempDirectory("onceward-repository-");
        this.checkout = checkout;
        this.version = version;
        link(fetched, path, "dev");
        link(fetched.resolve("dev"), path.resolve("dev"), "onceward");
    }

    Path path() {
        return path;
    }

    void installPom(String artifact, String module) throws IOException {
        var _ = Files.copy(checkout.resolve(module).resolve("pom.xml"), file(artifact, ".pom"));
    }

    /// @param jar of the module, in its target folder
    void install(String artifact, String module, String jar) throws IOException {
        installPom(artifact, module);
        var _ = Files.copy(checkout.resolve(module).resolve("target").resolve(jar), file(artifact, ".jar"));
    }

    private Path file(String artifact, String suffix) throws IOException {
        var folder = Files.createDirectories(path.resolve(GROUP).resolve(artifact).resolve(version));
        return folder.resolve(artifact + '-' + version + suffix);
    }

    /// Links all that is in a folder but one.
    private static void link(Path from, Path to, String but) throws IOException {
        var _ = Files.createDirectories(to);
        if (Files.isDirectory(from)) {
            try (var entries = Files.newDirectoryStream(from, entry -> !entry.endsWith(but))) {
                for (var entry : entries) {
                    var _ = Files.createSymbolicLink(to.resolve(entry.getFileName()), entry.toAbsolutePath());
                }
            }
        }
    }

    /// Does not follow the links.
    @Override
    public void close() throws IOException {
        try (var all = Files.walk(path)) {
            for (var each : all.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.delete(each);
            }
        }
    }
}
