package dev.onceward.embedded;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class RunOnBackendsTest {
    @TempDir
    Path directory = Path.of("");

    @Test
    void the_command_has_backends_with_the_schema_and_its_code_is_the_answer() throws Exception {
        var run = run("--", "sh", "-c", "echo $ONCEWARD_POSTGRES_URL $ONCEWARD_REDIS_URL $ONCEWARD_DATA; exit 7");
        assertThat(run.inputReader().lines()).singleElement().asString()
                .matches("postgresql://postgres@localhost:\\d+/postgres redis://localhost:\\d+ " + data().toRealPath());
        assertThat(run.waitFor()).isEqualTo(7);
        assertThat(servers()).isEmpty();
    }

    @Test
    void when_told_to_end_it_ends_the_command_and_then_the_servers() throws Exception {
        var run = run("--", "sh", "-c", "trap 'echo ended; exit' TERM; echo started; while :; do read never; done");
        var said = run.inputReader();
        assertThat(said.readLine()).isEqualTo("started");
        assertThat(run.toHandle().destroy()).isTrue();
        assertThat(said.lines()).containsExactly("ended");
        assertThat(run.waitFor()).isEqualTo(143);
        assertThat(servers()).isEmpty();
    }

    @Test
    void after_a_killed_run_the_next_one_ends_what_was_left() throws Exception {
        var killed = run("--", "sh", "-c", "echo $$; exec sleep 100");
        var left = ProcessHandle.of(Long.parseLong(killed.inputReader().readLine())).orElseThrow();
        assertThat(killed.destroyForcibly().waitFor()).isEqualTo(137);
        assertThat(servers()).hasSize(2);
        assertThat(run("--", "true").waitFor()).isZero();
        assertThat(servers()).isEmpty();
        assertThat(left.info().command()).isEmpty();
    }

    @Test
    void data_are_kept_until_a_fresh_start_is_asked_for() throws Exception {
        assertThat(run("--", "sh", "-c", "echo it > $ONCEWARD_DATA/kept").waitFor()).isZero();
        assertThat(run("--", "sh", "-c", "test -e $ONCEWARD_DATA/kept").waitFor()).isZero();
        assertThat(run("--fresh", "--", "sh", "-c", "test -e $ONCEWARD_DATA/kept").waitFor()).isOne();
    }

    @Test
    void servers_of_others_are_used_and_left_running() throws Exception {
        try (var theirs = Backends.temporary()) {
            var run = runs("--data", data().toString(), "--", "sh", "-c",
                    "echo $ONCEWARD_POSTGRES_URL $ONCEWARD_REDIS_URL");
            run.environment().put("ONCEWARD_POSTGRES_URL", theirs.postgres().url());
            run.environment().put("ONCEWARD_REDIS_URL", theirs.redis().url());
            assertThat(run.start().inputReader().readLine())
                    .isEqualTo(theirs.postgres().url() + " " + theirs.redis().url());
            assertThat(Talk.ask(theirs.postgres(), "SELECT count(*) FROM onceward.event")).isEqualTo("0");
            assertThat(Talk.ask(theirs.redis(), "PING")).isEqualTo("+PONG");
        }
    }

    @Test
    void what_can_not_start_is_told_in_one_sentence() throws Exception {
        var theirs = Files.createDirectory(directory.resolve("theirs"));
        Files.writeString(theirs.resolve("file"), "");
        assertThat(said("--data", theirs.toString(), "--fresh", "--", "true")).singleElement().asString()
                .contains("not Onceward's");
        assertThat(said("--data", data().toString(), "--")).singleElement().asString().contains("--data DIR");
        assertThat(said("--data", data().toString(), "--", "no such command")).singleElement().asString()
                .contains("no such command: not found");
    }

    private Path data() {
        return directory.resolve("data");
    }

    private List<ProcessHandle> servers() {
        return Stream.of("postgres.pid", "redis.pid")
                .map(data()::resolve)
                .flatMap(file -> new PidFile(file).process().stream())
                .toList();
    }

    private Process run(String... words) throws IOException {
        return runs(Stream.concat(Stream.of("--data", data().toString()), Stream.of(words)).toArray(String[]::new))
                .start();
    }

    private static ProcessBuilder runs(String... words) {
        var command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java",
                "-cp", System.getProperty("java.class.path"), RunOnBackends.class.getName()));
        command.addAll(List.of(words));
        return new ProcessBuilder(command).redirectError(Redirect.INHERIT);
    }

    private static List<String> said(String... words) throws IOException {
        return runs(words).redirectError(Redirect.PIPE).start().errorReader().lines().toList();
    }
}
