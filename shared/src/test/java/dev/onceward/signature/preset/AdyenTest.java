package dev.onceward.signature.preset;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.signature.Verdict.Forged;
import dev.onceward.signature.Verdict.Genuine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/// Adyen signs each item by itself, and eight fields of it.
class AdyenTest {
    private static final String ITEM = "\"NotificationRequestItem\":";

    @ParameterizedTest
    @ValueSource(strings = {"pspReference", "merchantAccountCode", "merchantReference", "value", "currency",
            "eventCode",
            "success"})
    void each_signed_field_of_adyen_counts(String field) {
        var changed = Vector.named("adyen")
                .mapBody(text -> text.replaceFirst("(\"" + field + "\"\\s*:\\s*\"?)[^\"]", "$1X").replace(":X", ":9"));
        assertThat(changed.body()).isNotEqualTo(Vector.named("adyen").body());
        assertForged(changed);
    }

    @Test
    void one_bad_item_of_adyen_spoils_the_good_ones() {
        var good = Vector.named("adyen").body().toString(UTF_8);
        var item = good.substring(good.indexOf(ITEM) - 1, good.lastIndexOf(']'));
        var bad = item.replaceFirst("(\"pspReference\"\\s*:\\s*\")[^\"]*", "$1other");
        assertThat(adyen(item).verdict()).isInstanceOf(Genuine.class);
        assertThat(adyen(item + "," + item).verdict()).isInstanceOf(Genuine.class);
        assertForged(adyen(item + "," + bad));
        assertForged(adyen(bad + "," + item));
        assertForged(adyen(item + ",{}"));
        assertForged(adyen(""));
    }

    private static Vector adyen(String items) {
        return Vector.named("adyen").withBody("{\"live\":\"false\",\"notificationItems\":[%s]}".formatted(items)
                .getBytes(UTF_8));
    }

    private static void assertForged(Vector vector) {
        assertThat(vector.verdict()).isInstanceOf(Forged.class);
    }
}
