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

/// A file that tells which process was started, so that whoever comes later finds it, ends it, or knows that it is
/// gone. A pid alone may belong to somebody else by then; a pid and the time of its start, which the file has for its
/// own, do not.
record PidFile(Path file) {
    /// Systems derive the start of a process from a clock that may be set meanwhile.
    private static final Duration BLUR = Duration.ofSeconds(10);
    /// With a machine that has much else to do.
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /// A command that leaves this trace before it becomes the one that is asked for: nobody sees it without.
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

    /// The process, if it still runs.
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

    /// Asks the process and all it started to end, and forces what has not after a while.
    void end(Duration patience) {
        var all = all();
        all.forEach(ProcessHandle::destroy);
        if (!gone(all, patience)) {
            kill();
        }
    }

    /// SIGKILL for the process and all it started.
    void kill() {
        var all = all();
        all.forEach(ProcessHandle::destroyForcibly);
        if (!gone(all, PATIENCE)) {
            throw new IllegalStateException("These processes can not be killed: " + all);
        }
    }

    /// Waits until the process has ended. Asked again and again: a server is no child of ours that would tell.
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

    /// Who has no program any more waits only for its parent to look, which some first processes of containers never do.
    private static boolean lives(ProcessHandle process) {
        return process.isAlive() && process.info().command().isPresent();
    }

    private static Instant started(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.EPOCH);
    }
}
