package dev.onceward.intake.configuration;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/// A directory as the kubelet lays it out: the files in a directory of their own, a link `..data` to that, and a link for
/// each file. An update is a new directory and a link that is turned at once.
public final class MountedSecret {
    private static final String TURNED = "..data";

    private final Path mount;
    private int version;

    private MountedSecret(Path mount) {
        this.mount = mount;
    }

    public static MountedSecret at(Path mount, Map<String, String> files) {
        var secret = new MountedSecret(mount);
        secret.hold(files);
        return secret;
    }

    public Path path() {
        return mount;
    }

    public void hold(Map<String, String> files) {
        try {
            var old = mount.resolve("..2026_" + version++);
            var next = Files.createDirectory(mount.resolve("..2026_" + version));
            for (var file : files.entrySet()) {
                var _ = Files.writeString(next.resolve(file.getKey()), file.getValue());
            }
            turn(next);
            link(files);
            delete(old);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void turn(Path next) throws IOException {
        var link = Files.createSymbolicLink(mount.resolve("..data_tmp"), next.getFileName());
        var _ = Files.move(link, mount.resolve(TURNED), StandardCopyOption.ATOMIC_MOVE);
    }

    private void link(Map<String, String> files) throws IOException {
        try (var links = Files.list(mount)) {
            for (var gone : links.filter(link -> isGone(link, files)).toList()) {
                Files.delete(gone);
            }
        }
        for (var name : files.keySet()) {
            if (!Files.isSymbolicLink(mount.resolve(name))) {
                var _ = Files.createSymbolicLink(mount.resolve(name), Path.of(TURNED, name));
            }
        }
    }

    private static boolean isGone(Path link, Map<String, String> files) {
        var name = link.getFileName().toString();
        return !name.startsWith(".") && !files.containsKey(name);
    }

    private static void delete(Path old) throws IOException {
        if (Files.isDirectory(old)) {
            try (var files = Files.list(old)) {
                for (var file : files.toList()) {
                    Files.delete(file);
                }
            }
            Files.delete(old);
        }
    }
}
