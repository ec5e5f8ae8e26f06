package dev.onceward.internal.key;

import java.util.HexFormat;

import org.junit.jupiter.api.Test;

import dev.onceward.internal.request.Requests;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

class FingerprintTest {
    @Test
    void parts_that_concatenate_to_the_same_text_have_different_fingerprints() {
        assertThat(of("a", "bc")).isNotEqualTo(of("ab", "c"));
    }

    @Test
    void an_empty_part_changes_the_fingerprint() {
        assertThat(of("a", "")).isNotEqualTo(of("a"));
    }

    @Test
    void the_order_of_the_parts_changes_the_fingerprint() {
        assertThat(of("a", "b")).isNotEqualTo(of("b", "a"));
    }

    @Test
    void a_part_that_contains_a_length_and_a_part_differs_from_two_parts() {
        assertThat(of("a\0\0\0\1b")).isNotEqualTo(of("a", "b"));
    }

    /// `printf '\0\0\0\3abc' | sha256sum`
    @Test
    void the_fingerprint_of_one_part_is_the_sha_256_of_its_length_and_its_bytes() {
        assertThat(of("abc").hex()).isEqualTo("d04b72a650ce0f8ce4963330a53ee2832733d2baeffff3c1d8e256cca096d120");
    }

    /// `printf '\0\0\0\1a\0\0\0\2bc' | sha256sum`
    @Test
    void the_fingerprint_of_two_parts_is_the_sha_256_of_both_with_their_lengths() {
        assertThat(of("a", "bc").hex()).isEqualTo("b534ce16ac9c8b36823f39a395ce8e0e3c7ad9605b82b5444f18cadacd217a5d");
    }

    /// `head -c 70000 /dev/zero`, after the four bytes `\0\1\21\160`
    @Test
    void the_length_of_a_part_has_four_bytes_the_highest_first() {
        assertThat(Fingerprint.of(new byte[70_000]).hex())
                .isEqualTo("2ae071bf84f52a03b52c205aff7bc69ff7663bd77f36eb8383531909cadc2e4f");
    }

    @Test
    void the_text_of_a_fingerprint_is_base64url_without_padding() {
        var hash = HexFormat.of().parseHex("fb".repeat(32));
        assertThat(Fingerprint.ofBytes(hash).text()).isEqualTo("-_v7".repeat(10) + "-_s").hasSize(43);
    }

    @Test
    void the_bytes_of_a_fingerprint_are_the_hash() {
        var hash = HexFormat.of().parseHex("fb".repeat(32));
        assertThat(Fingerprint.ofBytes(hash).bytes()).isEqualTo(hash);
    }

    @Test
    void the_fingerprint_of_a_request_depends_on_its_body_and_not_on_its_headers() {
        assertThat(Requests.of("abc", "webhook-timestamp", "1").fingerprint()).isEqualTo(of("abc"));
    }

    static Fingerprint of(String... parts) {
        var bytes = new byte[parts.length][];
        for (var i = 0; i < parts.length; i++) {
            bytes[i] = parts[i].getBytes(US_ASCII);
        }
        return Fingerprint.of(bytes);
    }
}
