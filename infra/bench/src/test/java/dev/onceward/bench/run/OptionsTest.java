package dev.onceward.bench.run;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class OptionsTest {

    @ParameterizedTest
    @ValueSource(strings = {"", "--smoke", "intake --quick --only new,floor --seconds 10 --size 16k --profile",
            "signed --quick --size 1k", "relay --only none,none-key,delay", "relay --horizon --smoke", "growth --quick",
            "start --smoke", "guard --only guard,guard-redis,guard-postgres",
            "inbox --only inbox-single,batch --quick"})
    void what_the_usage_has_is_right(String line) {
        assertThat(options(line).isRight()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"outtake", "--only", "--only old", "--only new,", "--only newfloor", "--seconds 0",
            "--size 2k",
            "start --quick", "growth --size 1k", "signed --only new", "relay --size 1k", "relay --horizon --only none",
            "guard --size 1k",
            "guard --only inbox", "inbox --only guard"})
    void anything_else_is_wrong(String line) {
        assertThat(options(line).isRight()).isFalse();
    }

    @Test
    void a_size_that_is_named_counts_more_than_a_quick_run() {
        assertThat(options("--size 16k --quick").sizes()).containsExactly(16);
        assertThat(options("--quick").sizes()).containsExactly(1);
        assertThat(options("").sizes()).containsExactly(1, 16);
    }

    @Test
    void steps_are_three_seconds_long_unless_something_else_is_said() {
        assertThat(options("").step()).isEqualTo(Duration.ofSeconds(3));
        assertThat(options("--quick").step()).isEqualTo(Duration.ofSeconds(1));
        assertThat(options("--quick --seconds 5").step()).isEqualTo(Duration.ofSeconds(5));
    }

    @Test
    void only_what_is_named_is_wanted() {
        assertThat(options("relay --only none-key").wants("none-key")).isTrue();
        assertThat(options("relay --only none-key").wants("none")).isFalse();
        assertThat(options("relay").wants("none")).isTrue();
    }

    private static Options options(String line) {
        return Options.of(line.isEmpty() ? new String[0] : line.split(" "));
    }
}
