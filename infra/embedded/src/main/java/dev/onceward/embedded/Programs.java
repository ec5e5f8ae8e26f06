package dev.onceward.embedded;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.nio.file.Files;
import java.nio.file.Path;

import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElseGet;

/// The servers' programs. They are unpacked once for each user and version, into the user's cache directory. Processes that
/// unpack at the same time do not disturb each other: each uses a directory of its own, and the first that finishes gives
/// it the final name.
final class Programs {
    @FunctionalInterface
    private interface Unpack {
        void into(Path directory, InputStream packed) throws IOException;
    }

    private Programs() {}

    /// The directory with `initdb`, `pg_ctl` and `postgres`.
    static Path postgres() {
        return unpacked(Platform.here().postgres(), Programs::untar).resolve("bin");
    }

    /// The program `redis-server`.
    static Path redis() {
        return unpacked(Platform.here().redis(), Programs::program).resolve("redis-server");
    }

    private static Path unpacked(String resource, Unpack unpack) {
        var cache = Path.of(requireNonNullElseGet(System.getenv("XDG_CACHE_HOME"),
                () -> System.getProperty("user.home") + "/.cache")).resolve("onceward");
        try {
            var target = cache.resolve(jar(resource));
            if (!Files.isDirectory(target)) {
                place(resource, unpack, Files.createDirectories(cache), target);
            }
            return target;
        } catch (IOException failed) {
            throw new BackendNotStarted("The servers can not be unpacked, XDG_CACHE_HOME may name a better place",
                    failed);
        }
    }

    /// The name of the jar that contains a resource. It contains the version and the platform.
    private static String jar(String resource) throws IOException {
        var url = requireNonNull(Programs.class.getResource(resource), resource);
        var jar = ((JarURLConnection) url.openConnection()).getJarFileURL().getPath();
        return jar.substring(jar.lastIndexOf('/') + 1).replaceFirst("\\.jar$", "");
    }

    /// Unpacks into a new directory and renames it. If another process was faster, its directory is used.
    private static void place(String resource, Unpack unpack, Path cache, Path target) throws IOException {
        var own = Files.createTempDirectory(cache, "unpacking-");
        try (var packed = requireNonNull(Programs.class.getResourceAsStream(resource), resource)) {
            unpack.into(own, packed);
            Files.move(own, target, ATOMIC_MOVE);
        } catch (IOException failed) {
            Directory.delete(own);
            if (!Files.isDirectory(target)) {
                throw failed;
            }
        }
    }

    private static void program(Path directory, InputStream packed) throws IOException {
        var program = directory.resolve("redis-server");
        Files.copy(packed, program);
        executable(program);
    }

    private static void untar(Path directory, InputStream packed) throws IOException {
        try (var tar = new TarArchiveInputStream(new XZInputStream(new BufferedInputStream(packed)))) {
            for (var entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                put(tar, entry, entry.resolveIn(directory));
            }
        }
    }

    private static void put(InputStream content, TarArchiveEntry entry, Path path) throws IOException {
        Files.createDirectories(entry.isDirectory() ? path : requireNonNull(path.getParent()));
        if (entry.isSymbolicLink()) {
            Files.createSymbolicLink(path, Path.of(entry.getLinkName()));
        } else if (entry.isFile()) {
            Files.copy(content, path);
            if (entry.getName().contains("bin/")) {
                executable(path);
            }
        }
    }

    private static void executable(Path program) throws IOException {
        if (!program.toFile().setExecutable(true, false)) {
            throw new IOException(program + " can not be made executable");
        }
    }
}
