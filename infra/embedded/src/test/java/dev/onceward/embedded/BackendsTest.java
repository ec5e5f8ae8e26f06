package dev.onceward.embedded;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class BackendsTest {
    @Test
    void what_was_committed_is_there_the_next_time(@TempDir Path data) throws Exception {
        try (var first = Backends.in(data)) {
            Talk.tell(first.postgres(), "CREATE TABLE kept AS SELECT 'it'");
        }
        try (var second = Backends.in(data)) {
            assertThat(Talk.ask(second.postgres(), "SELECT * FROM kept")).isEqualTo("it");
            assertThat(Talk.ask(second.redis(), "PING")).isEqualTo("+PONG");
        }
    }

    @Test
    void a_directory_is_held_by_one_at_a_time(@TempDir Path data) {
        try (var first = Backends.in(data)) {
            assertThatExceptionOfType(BackendNotStarted.class).isThrownBy(() -> Backends.in(data))
                    .withMessageContaining("in use by this process");
            assertThat(first.postgres().pid()).isPositive();
        }
    }

    @Test
    void a_directory_with_files_of_others_is_not_touched(@TempDir Path data) throws Exception {
        var theirs = Files.writeString(data.resolve("theirs"), "");
        assertThatExceptionOfType(BackendNotStarted.class).isThrownBy(() -> Backends.in(data))
                .withMessageContaining("not Onceward's");
        assertThat(data).isDirectoryContaining(theirs::equals).isDirectoryNotContaining("glob:**/onceward.pid");
    }

    @Test
    void temporary_backends_stand_beside_each_other() throws Exception {
        try (var one = Backends.temporary(); var other = Backends.temporary()) {
            assertThat(one.postgres().url()).isNotEqualTo(other.postgres().url());
            assertThat(Talk.ask(one.redis(), "SET key one")).isEqualTo("+OK");
            assertThat(Talk.ask(other.redis(), "GET key")).isEqualTo("$-1");
        }
    }
}
