package dev.onceward.embedded;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresTest {
    Path directory;
    Postgres postgres;

    @BeforeAll
    void make(@TempDir Path directory) {
        this.directory = directory;
        postgres = Postgres.in(directory);
    }

    @BeforeEach
    void start() throws Exception {
        postgres.start();
        ServerCommands.execute(postgres, "DROP TABLE IF EXISTS kept");
        ServerCommands.execute(postgres, "CREATE TABLE kept AS SELECT 'it'");
    }

    @AfterAll
    void stop() {
        postgres.stop();
    }

    @ParameterizedTest
    @CsvSource({"fsync, on", "synchronous_commit, on", "full_page_writes, on", "listen_addresses, localhost",
            "server_encoding, UTF8", "log_timezone, UTC", "max_connections, 200"})
    void postgresql_runs_with_durable_commits_and_the_expected_settings(String setting, String value) throws Exception {
        assertThat(ServerCommands.query(postgres, "SHOW " + setting)).isEqualTo(value);
    }

    @Test
    void the_locale_of_the_database_is_c_utf_8_on_every_machine() throws Exception {
        assertThat(ServerCommands.query(postgres, "SELECT datlocale FROM pg_database WHERE datname = 'postgres'"))
                .isEqualTo("C.UTF-8");
    }

    @Test
    void committed_rows_are_there_after_a_stop_and_a_start() throws Exception {
        var url = postgres.url();
        postgres.stop();
        assertThatIllegalStateException().isThrownBy(postgres::pid);
        postgres.start();
        assertThat(postgres.url()).isEqualTo(url);
        assertThat(ServerCommands.query(postgres, "SELECT * FROM kept")).isEqualTo("it");
    }

    @Test
    void committed_rows_are_there_after_a_kill() throws Exception {
        var killed = postgres.pid();
        postgres.kill();
        postgres.start();
        assertThat(postgres.pid()).isNotEqualTo(killed);
        assertThat(ServerCommands.query(postgres, "SELECT * FROM kept")).isEqualTo("it");
    }

    @Test
    void a_server_whose_process_was_killed_from_outside_starts_again() throws Exception {
        var server = ProcessHandle.of(postgres.pid()).orElseThrow();
        assertThat(server.destroyForcibly()).isTrue();
        while (server.info().command().isPresent()) {
            Thread.onSpinWait();
        }
        postgres.start();
        assertThat(ServerCommands.query(postgres, "SELECT * FROM kept")).isEqualTo("it");
    }

    @Test
    void a_stale_pid_file_that_names_another_program_does_not_prevent_a_start() throws Exception {
        postgres.stop();
        Files.writeString(directory.resolve("postgres/postmaster.pid"), ProcessHandle.current().pid() + "\n");
        postgres.start();
        assertThat(ServerCommands.query(postgres, "SELECT * FROM kept")).isEqualTo("it");
    }

    @Test
    void a_server_that_a_killed_run_left_behind_is_replaced() throws Exception {
        var left = postgres.pid();
        postgres = Postgres.in(directory);
        assertThat(postgres.pid()).isNotEqualTo(left);
        assertThat(ServerCommands.query(postgres, "SELECT * FROM kept")).isEqualTo("it");
    }

    @Test
    void a_server_without_the_pid_file_of_onceward_is_left_running_and_reported_by_pid() throws Exception {
        var pid = postgres.pid();
        var trace = directory.resolve("postgres.pid");
        var hidden = Files.move(trace, directory.resolve("hidden"));
        assertThatExceptionOfType(BackendNotStarted.class).isThrownBy(() -> Postgres.in(directory))
                .withMessageContaining("in use by the process " + pid);
        Files.move(hidden, trace);
        assertThat(postgres.pid()).isEqualTo(pid);
    }

    @Test
    void a_database_that_was_created_only_partly_is_created_again(@TempDir Path other) throws Exception {
        Files.createDirectories(other.resolve("postgres.new/base"));
        var made = Postgres.in(other);
        assertThat(ServerCommands.query(made, "SELECT 1")).isEqualTo("1");
        made.stop();
    }
}
