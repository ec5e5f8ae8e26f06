package dev.onceward.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

/// A directory for data that one process at a time uses. It contains a file with the pid of that process. The file also
/// marks the directory as Onceward's, so that nothing is written or deleted in another directory. The lock on the file ends
/// with the process, also if the process is killed.
record Directory(Path path, FileChannel held) {
    private static final String MARK = "onceward.pid";

    /// The directories that this JVM has locked. The operating system gives a file lock to the whole JVM, and takes it away
    /// when any code of the JVM closes the file, so the lock does not keep out other code of the same JVM.
    private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

    static Directory hold(Path path) {
        try {
            return locked(ours(Files.createDirectories(path).toRealPath()));
        } catch (IOException failed) {
            throw new BackendNotStarted("The data directory " + path.toAbsolutePath() + " can not be used", failed);
        }
    }

    /// Deletes everything in the directory except the file that marks it.
    void clear() {
        try (var entries = Files.list(path)) {
            for (var entry : entries.filter(each -> !each.endsWith(MARK)).toList()) {
                delete(entry);
            }
        } catch (IOException failed) {
            throw new BackendNotStarted("The data directory " + path + " can not be cleared", failed);
        }
    }

    void release() {
        try {
            held.close();
            HELD.remove(path);
        } catch (IOException failed) {
            throw new BackendNotStarted("The data directory " + path + " can not be released", failed);
        }
    }

    /// Deletes a directory and everything in it. A symbolic link is deleted and not followed.
    static void delete(Path directory) throws IOException {
        try (var all = Files.walk(directory)) {
            for (var each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        }
    }

    private static Path ours(Path path) throws IOException {
        try (var entries = Files.list(path)) {
            if (entries.findAny().isPresent() && !Files.exists(path.resolve(MARK))) {
                throw new BackendNotStarted(
                        path + " holds files that are not Onceward's: name a new or empty directory.");
            }
            return path;
        }
    }

    private static Directory locked(Path path) throws IOException {
        var mark = path.resolve(MARK);
        if (!HELD.add(path)) {
            throw inUse(path, "this process");
        }
        var channel = FileChannel.open(mark, CREATE, WRITE);
        if (channel.tryLock() == null) {
            HELD.remove(path);
            channel.close();
            throw inUse(path, "the process " + Files.readString(mark).strip());
        }
        var pid = ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(UTF_8));
        channel.truncate(channel.write(pid));
        return new Directory(path, channel);
    }

    private static BackendNotStarted inUse(Path path, String holder) {
        return new BackendNotStarted(
                "%s is in use by %s: end that one, or name another directory.".formatted(path, holder));
    }
}
