package dev.onceward.bench;

import java.util.regex.Pattern;
import java.util.stream.LongStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class LetterTest {
    private static final Pattern LETTER = Pattern.compile(
            "POST /hooks/bench HTTP/1.1\r\n.*Idempotency-Key: \"([0-9a-f]{16})\"\r\n\r\n(\\{\"id\":\"\\1\",.*})",
            Pattern.DOTALL);

    @Test
    void key_and_body_carry_one_number_and_the_body_has_its_size() {
        var letter = LETTER.matcher(new Letter("/hooks/bench", 1024).numbered(7).toString());

        assertThat(letter.matches()).isTrue();
        assertThat(letter.group(2)).hasSize(1024);
    }

    @Test
    void a_number_is_one_request_and_no_other() {
        var letter = new Letter("/hooks/bench", 1024);

        assertThat(LongStream.range(0, 1000).mapToObj(number -> letter.numbered(number).toString()))
                .doesNotHaveDuplicates();
        assertThat(new Letter("/hooks/bench", 1024).numbered(7)).isEqualTo(letter.numbered(7));
    }
}
