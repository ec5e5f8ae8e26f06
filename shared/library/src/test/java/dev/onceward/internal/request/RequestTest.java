package dev.onceward.internal.request;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RequestTest {
    final Request request = Requests.of(new byte[]{0, -1, 13, 10}, "X-Shop", "one", "x-shop", "two");

    @Test
    void names_of_headers_have_no_case() {
        assertThat(request.header("X-SHOP")).isEqualTo("one");
    }

    @Test
    void all_values_of_a_header_are_there() {
        assertThat(request.headers("x-shop")).containsExactly("one", "two");
    }

    @Test
    void a_header_that_did_not_come_is_nothing() {
        assertThat(request.header("X-Other")).isNull();
    }

    @Test
    void the_bytes_are_the_ones_that_came() {
        assertThat(request.bytes()).containsExactly(0, -1, 13, 10);
    }
}
