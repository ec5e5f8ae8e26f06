package dev.onceward.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// A file that names a process, so that a later process finds it, ends it, or sees that it is gone. The pid alone is not
/// enough, because the operating system may have given it to another process since. So the start of the process counts as
/// well: it is the modification time of the file.
record PidFile(Path file) {
    /// Operating systems derive the start of a process from a clock that may be set in the meantime.
    private static final Duration BLUR = Duration.ofSeconds(10);
    /// A busy machine may take long to end a process.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /// A command that writes its pid into the file before it executes the given command. So the command never runs without
    /// the file.
    List<String> left(List<String> command) {
        var leaving = List.of("sh", "-c", "echo $$ > \"$0\" && exec \"$@\"", file.toString());
        return Stream.concat(leaving.stream(), command.stream()).toList();
    }

    void leave(long pid) {
        try {
            var started = ProcessHandle.of(pid).map(PidFile::started).orElse(Instant.EPOCH);
            Files.writeString(file, Long.toString(pid));
            Files.setLastModifiedTime(file, FileTime.from(started));
        } catch (IOException failed) {
            throw new BackendNotStarted("The process " + pid + " can not be noted down", failed);
        }
    }

    /// The process, if it is still running.
    Optional<ProcessHandle> process() {
        try {
            var pid = Files.exists(file) ? Files.readString(file).strip() : "";
            return pid.isEmpty()
                    ? Optional.empty()
                    : find(Long.parseLong(pid), Files.getLastModifiedTime(file).toInstant());
        } catch (IOException failed) {
            throw new BackendNotStarted("It can not be seen which process runs", failed);
        }
    }

    /// Sends SIGTERM to the process and its descendants, and SIGKILL if they have not ended in time.
    void end(Duration patience) {
        var all = all();
        all.forEach(ProcessHandle::destroy);
        if (!gone(all, patience)) {
            kill();
        }
    }

    /// Sends SIGKILL to the process and its descendants.
    void kill() {
        var all = all();
        all.forEach(ProcessHandle::destroyForcibly);
        if (!gone(all, PATIENCE)) {
            throw new IllegalStateException("These processes can not be killed: " + all);
        }
    }

    /// Waits until the process has ended. It polls, because a server is not a child of this JVM, which would be told of its
    /// end.
    boolean gone(Duration patience) {
        return gone(all(), patience);
    }

    private List<ProcessHandle> all() {
        return process().stream().flatMap(found -> Stream.concat(Stream.of(found), found.descendants())).toList();
    }

    private static Optional<ProcessHandle> find(long pid, Instant started) {
        return ProcessHandle.of(pid)
                .filter(PidFile::lives)
                .filter(found -> Duration.between(started(found), started).abs()
                        .compareTo(BLUR) < 0);
    }

    private static boolean gone(List<ProcessHandle> processes, Duration patience) {
        var deadline = System.nanoTime() + patience.toNanos();
        while (processes.stream().anyMatch(PidFile::lives)) {
            if (System.nanoTime() > deadline) {
                return false;
            }
            LockSupport.parkNanos(5_000_000);
        }
        return true;
    }

    /// A process without a program has ended and waits only until its parent reads its exit code. The first process of some
    /// containers never does that.
    private static boolean lives(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    private static Instant started(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH);
    }
}
