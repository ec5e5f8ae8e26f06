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
    void a_command_gets_the_urls_of_the_backends_and_its_exit_code_is_returned() throws Exception {
        var run = run("--", "sh", "-c", "echo $ONCEWARD_POSTGRES_URL $ONCEWARD_REDIS_URL $ONCEWARD_DATA; exit 7");
        assertThat(run.inputReader().lines()).singleElement().asString()
                .matches("postgresql://postgres@localhost:\\d+/postgres redis://localhost:\\d+ " + data().toRealPath());
        assertThat(run.waitFor()).isEqualTo(7);
        assertThat(servers()).isEmpty();
    }

    @Test
    void a_terminated_run_ends_the_command_and_then_the_servers() throws Exception {
        var run = run("--", "sh", "-c", "trap 'echo ended; exit' TERM; echo started; while :; do read never; done");
        var said = run.inputReader();
        assertThat(said.readLine()).isEqualTo("started");
        assertThat(run.toHandle().destroy()).isTrue();
        assertThat(said.lines()).containsExactly("ended");
        assertThat(run.waitFor()).isEqualTo(143);
        assertThat(servers()).isEmpty();
    }

    @Test
    void the_next_run_ends_the_processes_that_a_killed_run_left_behind() throws Exception {
        var killed = run("--", "sh", "-c", "echo $$; exec sleep 100");
        var left = ProcessHandle.of(Long.parseLong(killed.inputReader().readLine())).orElseThrow();
        assertThat(killed.destroyForcibly().waitFor()).isEqualTo(137);
        assertThat(servers()).hasSize(2);
        assertThat(run("--", "true").waitFor()).isZero();
        assertThat(servers()).isEmpty();
        assertThat(left.info().command()).isEmpty();
    }

    @Test
    void data_are_kept_until_a_run_with_the_option_fresh() throws Exception {
        assertThat(run("--", "sh", "-c", "echo it > $ONCEWARD_DATA/kept").waitFor()).isZero();
        assertThat(run("--", "sh", "-c", "test -e $ONCEWARD_DATA/kept").waitFor()).isZero();
        assertThat(run("--fresh", "--", "sh", "-c", "test -e $ONCEWARD_DATA/kept").waitFor()).isOne();
    }

    @Test
    void servers_named_in_the_environment_are_migrated_used_and_left_running() throws Exception {
        try (var theirs = Backends.temporary()) {
            var run = runs("--data", data().toString(), "--", "sh", "-c",
                    "echo $ONCEWARD_POSTGRES_URL $ONCEWARD_REDIS_URL");
            run.environment().put("ONCEWARD_POSTGRES_URL", theirs.postgres().url());
            run.environment().put("ONCEWARD_REDIS_URL", theirs.redis().url());
            assertThat(run.start().inputReader().readLine())
                    .isEqualTo(theirs.postgres().url() + " " + theirs.redis().url());
            assertThat(ServerCommands.query(theirs.postgres(), "SELECT count(*) FROM onceward.event")).isEqualTo("0");
            assertThat(ServerCommands.query(theirs.redis(), "PING")).isEqualTo("+PONG");
        }
    }

    @Test
    void a_run_that_cannot_start_reports_the_reason_in_one_sentence() throws Exception {
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
