package dev.onceward.intake.secret;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import dev.onceward.intake.configuration.MountedSecret;
import dev.onceward.intake.signature.SecretText;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SecretFilesTest {
    @TempDir
    Path directory;

    @Test
    void a_file_is_a_secret_and_its_name_the_id() throws IOException {
        var file = Files.writeString(directory.resolve("autumn"), "  first secret\n");
        assertThat(new SecretFiles(file).read()).containsExactly(new SecretText("autumn", "first secret"));
    }

    @Test
    void a_mounted_secret_is_read_without_what_kubernetes_put_beside_it() {
        var mounted = MountedSecret.at(directory, Map.of("new", "first secret", "old", "second secret"));
        assertThat(read(mounted)).containsExactly(new SecretText("new", "first secret"),
                new SecretText("old", "second secret"));
    }

    @Test
    void a_plain_directory_is_read_without_hidden_files_and_directories() throws IOException {
        var _ = Files.writeString(directory.resolve("a"), "first secret");
        var _ = Files.writeString(directory.resolve(".a.swp"), "half a sec");
        var _ = Files.createDirectory(directory.resolve("lost+found"));
        assertThat(new SecretFiles(directory).read()).extracting(SecretText::id).containsExactly("a");
    }

    @Test
    void a_file_that_is_no_text_is_refused_by_name() throws IOException {
        var key = Files.write(directory.resolve("key"), new byte[]{(byte) 0xc3, 0x28});
        refused(key, "cannot be read from " + key + ": it is not text");
    }

    @Test
    void a_mounted_secret_that_kubernetes_updated_is_read_again() {
        var mounted = MountedSecret.at(directory, Map.of("old", "first secret"));
        mounted.hold(Map.of("old", "first secret", "new", "second secret"));
        assertThat(read(mounted)).extracting(SecretText::id).containsExactly("new", "old");
        mounted.hold(Map.of("new", "second secret"));
        assertThat(read(mounted)).extracting(SecretText::id).containsExactly("new");
    }

    /// Both of the old or both of the new, however the link is turned in between.
    @Test
    void a_read_during_an_update_never_mixes_old_and_new_secrets() throws InterruptedException, ExecutionException {
        var mounted = MountedSecret.at(directory, Map.of("a", "value 0", "b", "value 0"));
        var read = 0;
        try (var kubelet = Executors.newVirtualThreadPerTaskExecutor()) {
            var turning = kubelet.submit(() -> turn(mounted));
            while (!turning.isDone()) {
                var texts = readInTime(mounted).stream().map(SecretText::text).toList();
                assertThat(texts.isEmpty() || texts.equals(Collections.nCopies(2, texts.getFirst()))).as("%s", texts)
                        .isTrue();
                read += texts.size();
            }
            var _ = turning.get();
        }
        assertThat(read).isPositive();
    }

    /// As it does for a moment, when what was turned away from is deleted.
    @Test
    void a_dangling_data_link_is_refused_and_no_file_beside_it_is_read() throws IOException {
        var _ = Files.writeString(directory.resolve("a"), "half a secret");
        var _ = Files.createSymbolicLink(directory.resolve("..data"), Path.of("..gone"));
        refused(directory, "cannot be read from " + directory + ": is it there");
    }

    @Test
    void an_empty_directory_is_refused() {
        refused(directory, "cannot be read from " + directory + ": no file is in it");
    }

    @Test
    void a_missing_path_is_refused_by_name() {
        refused(directory.resolve("none"), "cannot be read from " + directory.resolve("none") + ": is it there");
    }

    @Test
    void an_empty_file_and_a_binary_file_are_refused() throws IOException {
        refused(Files.writeString(directory.resolve("empty"), "\n"), "cannot be read from ");
        refused(Files.write(directory.resolve("binary"), new byte[]{(byte) 0xff, (byte) 0xfe}), "cannot be read from ");
    }

    @Test
    void a_file_too_large_for_a_secret_is_refused() throws IOException {
        refused(Files.writeString(directory.resolve("log"), "x".repeat((64 << 10) + 1)), "cannot be read from ");
    }

    private static void turn(MountedSecret mounted) {
        for (var i = 1; i <= 1000; i++) {
            mounted.hold(Map.of("a", "value " + i, "b", "value " + i));
        }
    }

    /// A kubelet waits a minute between two updates. This one does not, so both looks may be too late.
    private static List<SecretText> readInTime(MountedSecret mounted) {
        try {
            return read(mounted);
        } catch (IllegalArgumentException goneMeanwhile) {
            return List.of();
        }
    }

    private static List<SecretText> read(MountedSecret mounted) {
        return new SecretFiles(mounted.path()).read();
    }

    private static void refused(Path path, String sentence) {
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> new SecretFiles(path).read())
                .withMessageStartingWith(sentence);
    }
}
