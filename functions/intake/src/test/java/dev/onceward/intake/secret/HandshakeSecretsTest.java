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
import dev.onceward.testing.OnServers;
import dev.onceward.testing.Servers;
import dev.onceward.testing.Sql;

import static dev.onceward.testing.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

@OnServers
class HandshakeSecretsTest {
    private final HandshakeSecrets here = new HandshakeSecrets(Servers.pool());
    private final HandshakeSecrets there = new HandshakeSecrets(Servers.otherPool());

    @BeforeEach
    void nothingLearned() {
        Sql.tell("TRUNCATE onceward.learned_secret");
    }

    @Test
    void what_one_replica_learned_all_know_the_newest_first() {
        var _ = await(here.learn("asana", "first secret"));
        var kept = await(here.learn("asana", "second secret"));
        assertThat(await(there.of("asana"))).extracting(SecretText::text)
                .containsExactly("second secret", "first secret");
        assertThat(kept).isEqualTo(new KeptSecret(await(there.of("asana"))));
        assertThat(await(there.of("other"))).isEmpty();
    }

    @Test
    void a_learned_secret_is_known_by_its_day_and_its_number() {
        var before = today();
        var _ = await(here.learn("asana", "first secret"));
        var _ = await(here.learn("asana", "second secret"));
        var days = List.of(before, today());
        assertThat(await(here.of("asana"))).satisfiesExactly(
                second -> assertThat(days).extracting(day -> "learned-" + day + "-2").contains(second.id()),
                first -> assertThat(days).extracting(day -> "learned-" + day + "-1").contains(first.id()));
    }

    @Test
    void a_handshake_that_comes_again_teaches_nothing_new() {
        var once = await(here.learn("asana", "first secret"));
        assertThat(await(there.learn("asana", "first secret"))).isEqualTo(once);
    }

    @Test
    void handshakes_at_the_same_time_have_a_number_each() {
        var all = IntStream.range(0, 20).boxed()
                .flatMap(i -> Stream.of(here.learn("asana", "here " + i), there.learn("asana", "there " + i)))
                .toList();
        assertThat(await(Uni.join().all(all).andFailFast())).hasOnlyElementsOfType(KeptSecret.class);
        assertThat(await(here.of("asana"))).extracting(SecretText::id).doesNotHaveDuplicates().hasSize(40);
    }

    @Test
    void a_source_has_so_many_and_no_more() {
        Sql.tell("""
                INSERT INTO onceward.learned_secret (source, n, secret)
                SELECT 'asana', n, 'secret ' || n FROM generate_series(1, %d) AS n""".formatted(HandshakeSecrets.MOST));
        assertThat(await(here.learn("asana", "one more"))).isEqualTo(new TooManySecrets(HandshakeSecrets.MOST));
        assertThat(await(here.learn("asana", "secret 7"))).isInstanceOf(KeptSecret.class);
        assertThat(await(here.learn("other", "one more"))).isInstanceOf(KeptSecret.class);
        Sql.tell("DELETE FROM onceward.learned_secret WHERE n = 1");
        assertThat(await(here.learn("asana", "one more"))).isInstanceOf(KeptSecret.class);
    }

    @Test
    void without_a_database_nothing_is_learned() {
        Servers.postgres().stop();
        assertThat(catchThrowable(() -> await(here.learn("asana", "first secret")))).isNotNull();
        assertThat(catchThrowable(() -> await(here.of("asana")))).isNotNull();
    }

    private static String today() {
        return LocalDate.now(ZoneOffset.UTC).format(DateTimeFormatter.BASIC_ISO_DATE);
    }
}
