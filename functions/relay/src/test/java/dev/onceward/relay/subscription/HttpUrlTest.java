package dev.onceward.relay.subscription;

import java.net.URI;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class HttpUrlTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            http://a.example,               a.example, 80,   /
            HTTPS://a.example,              a.example, 443,  /
            https://a.example:8443/b/c,     a.example, 8443, /b/c
            http://a.example?x=1,           a.example, 80,   /?x=1
            http://a.example/b%20c?x=%26&y, a.example, 80,   /b%20c?x=%26&y
            http://a.example/é,             a.example, 80,   /%C3%A9
            http://127.0.0.1:1/,            127.0.0.1, 1,    /
            http://[::1]:65535/,            ::1,       65535, /
            http://a.example:/b,            a.example, 80,   /b
            """)
    void a_url_is_read_as_host_port_and_target(String text, String host, int port, String target) {
        var url = HttpUrl.of(text);
        assertThat(HttpUrl.host(url)).isEqualTo(host);
        assertThat(HttpUrl.port(url)).isEqualTo(port);
        assertThat(HttpUrl.target(url)).isEqualTo(target);
    }

    @ParameterizedTest
    @CsvSource({"http://a.example/,a.example", "http://a.example:80/,a.example", "https://a.example:443,a.example",
            "http://a.example:443/,a.example:443", "https://a.example:8443/,a.example:8443", "http://[::1]/,[::1]",
            "http://[::1]:81/,[::1]:81"})
    void the_authority_of_a_url_omits_the_default_port(String text, String authority) {
        assertThat(HttpUrl.authority(HttpUrl.of(text))).isEqualTo(authority);
    }

    @Test
    void https_is_distinguished_from_http() {
        assertThat(HttpUrl.isHttps(URI.create("HTTPS://a"))).isTrue();
        assertThat(HttpUrl.isHttps(URI.create("http://a"))).isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ftp://hidden.example         | must start with http:// or https://
            hidden.example               | must start with http:// or https://
            //hidden.example/            | must start with http:// or https://
            file:///hidden               | must start with http:// or https://
            http:hidden                  | must name a host
            http:///hidden               | must name a host
            http://hidden_example/       | must name a host
            http://hiddén.example/       | must name a host
            http://0x7f.1/hidden         | must name a host
            http://u:hidden@a.example/   | must not hold a user or password
            http://hidden@a.example/     | must not hold a user or password
            http://a.example@hidden_x/   | must not hold a user or password
            http://a.example:0/hidden    | must have a port from 1 to 65535
            http://a.example:65536/      | must have a port from 1 to 65535
            http://a.example/#hidden     | must not have a '#'
            http://a.example/hidden path | is no URL at character 24
            http://[::1/hidden           | is no URL at character
            https://a.example\\hidden    | is no URL at character
            """)
    void an_invalid_url_is_refused_without_being_quoted(String text, String why) {
        assertThatIllegalArgumentException().isThrownBy(() -> HttpUrl.of(text))
                .withMessageStartingWith(why)
                .withMessageNotContaining("hidden")
                .withNoCause();
    }
}
