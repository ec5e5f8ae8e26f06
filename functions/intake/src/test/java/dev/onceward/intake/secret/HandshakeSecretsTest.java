package dev.onceward.intake.secret;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.intake.secret.AcceptedSecret.KeptSecret;
import dev.onceward.intake.secret.AcceptedSecret.TooManySecrets;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

@OnServers
class HandshakeSecretsTest {
    private final HandshakeSecrets here = new HandshakeSecrets(Servers.pool());
    private final HandshakeSecrets there = new HandshakeSecrets(Servers.otherPool());

    @BeforeEach
    void deleteLearnedSecrets() {
        sql().execute("TRUNCATE onceward.learned_secret");
    }

    @Test
    void secrets_learned_by_one_replica_are_known_to_all_replicas_newest_first() {
        var _ = await(here.add("asana", "first secret"));
        var kept = await(here.add("asana", "second secret"));
        assertThat(await(there.of("asana"))).extracting(SecretText::text)
                .containsExactly("second secret", "first secret");
        assertThat(kept).isEqualTo(new KeptSecret(await(there.of("asana"))));
        assertThat(await(there.of("other"))).isEmpty();
    }

    @Test
    void the_id_of_a_learned_secret_has_its_day_and_its_number() {
        var before = today();
        var _ = await(here.add("asana", "first secret"));
        var _ = await(here.add("asana", "second secret"));
        var days = List.of(before, today());
        assertThat(await(here.of("asana"))).satisfiesExactly(
                second -> assertThat(days).extracting(day -> "learned-" + day + "-2").contains(second.id()),
                first -> assertThat(days).extracting(day -> "learned-" + day + "-1").contains(first.id()));
    }

    @Test
    void a_repeated_handshake_learns_no_second_secret() {
        var once = await(here.add("asana", "first secret"));
        assertThat(await(there.add("asana", "first secret"))).isEqualTo(once);
    }

    @Test
    void secrets_learned_at_the_same_time_get_different_ids() {
        var all = IntStream.range(0, 20).boxed()
                .flatMap(i -> Stream.of(here.add("asana", "here " + i), there.add("asana", "there " + i)))
                .toList();
        assertThat(await(Uni.join().all(all).andFailFast())).hasOnlyElementsOfType(KeptSecret.class);
        assertThat(await(here.of("asana"))).extracting(SecretText::id).doesNotHaveDuplicates().hasSize(40);
    }

    @Test
    void a_source_learns_no_secret_beyond_the_limit() {
        sql().execute("""
                INSERT INTO onceward.learned_secret (source, n, secret)
                SELECT 'asana', n, 'secret ' || n FROM generate_series(1, %d) AS n""".formatted(HandshakeSecrets.MOST));
        assertThat(await(here.add("asana", "one more"))).isEqualTo(new TooManySecrets(HandshakeSecrets.MOST));
        assertThat(await(here.add("asana", "secret 7"))).isInstanceOf(KeptSecret.class);
        assertThat(await(here.add("other", "one more"))).isInstanceOf(KeptSecret.class);
        sql().execute("DELETE FROM onceward.learned_secret WHERE n = 1");
        assertThat(await(here.add("asana", "one more"))).isInstanceOf(KeptSecret.class);
    }

    @Test
    void learning_and_reading_secrets_fail_without_postgresql() {
        Servers.postgres().stop();
        assertThat(catchThrowable(() -> await(here.add("asana", "first secret")))).isNotNull();
        assertThat(catchThrowable(() -> await(here.of("asana")))).isNotNull();
    }

    private static String today() {
        return LocalDate.now(ZoneOffset.UTC).format(DateTimeFormatter.BASIC_ISO_DATE);
    }
}
