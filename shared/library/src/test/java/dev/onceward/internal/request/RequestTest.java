package dev.onceward.internal.request;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RequestTest {
    final Request request = Requests.of(new byte[]{0, -1, 13, 10}, "X-Shop", "one", "x-shop", "two");

    @Test
    void header_names_are_case_insensitive() {
        assertThat(request.header("X-SHOP")).isEqualTo("one");
    }

    @Test
    void a_repeated_header_has_all_its_values() {
        assertThat(request.headers("x-shop")).containsExactly("one", "two");
    }

    @Test
    void an_absent_header_is_null() {
        assertThat(request.header("X-Other")).isNull();
    }

    @Test
    void the_bytes_of_a_request_are_the_bytes_received() {
        assertThat(request.bytes()).containsExactly(0, -1, 13, 10);
    }
}
