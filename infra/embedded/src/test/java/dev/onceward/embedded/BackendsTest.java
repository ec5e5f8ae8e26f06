package dev.onceward.embedded;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class BackendsTest {
    @Test
    void committed_rows_are_there_when_backends_start_again_in_the_same_directory(@TempDir Path data) throws Exception {
        try (var first = Backends.in(data)) {
            ServerCommands.execute(first.postgres(), "CREATE TABLE kept AS SELECT 'it'");
        }
        try (var second = Backends.in(data)) {
            assertThat(ServerCommands.query(second.postgres(), "SELECT * FROM kept")).isEqualTo("it");
            assertThat(ServerCommands.query(second.redis(), "PING")).isEqualTo("+PONG");
        }
    }

    @Test
    void a_data_directory_that_is_in_use_is_refused(@TempDir Path data) {
        try (var first = Backends.in(data)) {
            assertThatExceptionOfType(BackendNotStarted.class).isThrownBy(() -> Backends.in(data))
                    .withMessageContaining("in use by this process");
            assertThat(first.postgres().pid()).isPositive();
        }
    }

    @Test
    void a_directory_with_foreign_files_is_refused_and_not_changed(@TempDir Path data) throws Exception {
        var theirs = Files.writeString(data.resolve("theirs"), "");
        assertThatExceptionOfType(BackendNotStarted.class).isThrownBy(() -> Backends.in(data))
                .withMessageContaining("not Onceward's");
        assertThat(data).isDirectoryContaining(theirs::equals).isDirectoryNotContaining("glob:**/onceward.pid");
    }

    @Test
    void two_temporary_backends_run_independently_of_each_other() throws Exception {
        try (var one = Backends.temporary(); var other = Backends.temporary()) {
            assertThat(one.postgres().url()).isNotEqualTo(other.postgres().url());
            assertThat(ServerCommands.query(one.redis(), "SET key one")).isEqualTo("+OK");
            assertThat(ServerCommands.query(other.redis(), "GET key")).isEqualTo("$-1");
        }
    }
}
