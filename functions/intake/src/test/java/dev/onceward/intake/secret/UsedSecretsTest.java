package dev.onceward.intake.secret;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static dev.onceward.testing.servers.Servers.sql;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class UsedSecretsTest {
    private static final SecretName OLD = new SecretName("shop", "old");
    private static final SecretName NEW = new SecretName("shop", "new");
    private static final SecretName ELSEWHERE = new SecretName("bank", "old");

    private final UsedSecrets here = new UsedSecrets(Servers.pool());
    private final UsedSecrets there = new UsedSecrets(Servers.otherPool());

    @BeforeEach
    void deleteSecretUses() {
        sql().execute("TRUNCATE onceward.secret_use");
    }

    @Test
    void a_secret_counts_as_unused_since_its_last_match_in_any_replica() {
        write(here, Set.of(OLD, NEW), Set.of(OLD));
        letTimePass("10 days");
        write(here, Set.of(OLD, NEW), Set.of());
        write(there, Set.of(OLD, NEW), Set.of(NEW));
        assertThat(age(NEW).unused()).isLessThan(Duration.ofMinutes(1));
        assertThat(age(OLD).unused()).isBetween(Duration.ofDays(10), Duration.ofDays(10).plusMinutes(1));
    }

    @Test
    void a_secret_that_is_unused_for_eight_days_while_another_matches_is_spare() {
        write(here, Set.of(OLD, NEW), Set.of(OLD));
        letTimePass("8 days");
        write(here, Set.of(OLD, NEW), Set.of(NEW));
        assertThat(age(OLD).isSpare()).isTrue();
        assertThat(age(NEW).isSpare()).isFalse();
    }

    @Test
    void a_secret_that_never_matched_is_spare_after_seven_days_and_not_before() {
        write(here, Set.of(OLD), Set.of());
        letTimePass("8 days");
        write(here, Set.of(OLD, NEW), Set.of());
        assertThat(age(OLD).isSpare()).isFalse();
        write(here, Set.of(OLD, NEW), Set.of(OLD));
        assertThat(age(NEW).isSpare()).isFalse();
        letTimePass("6 days");
        write(here, Set.of(OLD, NEW), Set.of(OLD));
        assertThat(age(NEW).isSpare()).isFalse();
        letTimePass("1 day");
        write(here, Set.of(OLD, NEW), Set.of(OLD));
        assertThat(age(NEW).isSpare()).isTrue();
    }

    @Test
    void no_secret_is_spare_in_a_source_without_recent_matches() {
        write(here, Set.of(OLD, NEW, ELSEWHERE), Set.of(OLD));
        letTimePass("8 days");
        write(here, Set.of(OLD, NEW, ELSEWHERE), Set.of(ELSEWHERE));
        assertThat(ages()).noneMatch(SecretAge::isSpare);
    }

    /// Else the only one that is left would be spare because of it.
    @Test
    void a_secret_that_no_replica_has_any_more_is_not_listed_and_makes_no_other_secret_spare() {
        write(here, Set.of(OLD, NEW), Set.of(OLD));
        letTimePass("4 days");
        write(here, Set.of(NEW, OLD), Set.of(OLD));
        letTimePassUnseen("4 days");
        write(here, Set.of(NEW), Set.of());
        assertThat(ages()).extracting(SecretAge::name).containsExactly(NEW);
        assertThat(age(NEW).isSpare()).isFalse();
    }

    /// Secrets in a list go by their place, so the second of this rotation has the name of the second of the last one.
    @Test
    void a_new_secret_under_a_formerly_used_id_is_not_spare_at_once() {
        write(here, Set.of(NEW, OLD), Set.of(OLD));
        letTimePassUnseen("20 days");
        write(here, Set.of(NEW, OLD), Set.of(NEW));
        assertThat(ages()).noneMatch(SecretAge::isSpare);
    }

    @Test
    void a_secret_that_no_replica_had_for_thirty_days_is_deleted() {
        write(here, Set.of(OLD, NEW), Set.of());
        letTimePassUnseen("29 days");
        write(here, Set.of(NEW), Set.of());
        assertThat(sql().count("secret_use")).isEqualTo(2);
        letTimePassUnseen("2 days");
        write(here, Set.of(NEW), Set.of());
        assertThat(sql().query("SELECT string_agg(secret, ' ') FROM onceward.secret_use")).isEqualTo("new");
    }

    @Test
    void replicas_that_write_at_the_same_time_do_not_deadlock() {
        var names = IntStream.range(0, 300).mapToObj(n -> new SecretName("shop", "secret " + n))
                .collect(Collectors.toSet());
        var writes = IntStream.range(0, 30).mapToObj(n -> (n % 2 == 0 ? here : there).write(names, names)).toList();
        var _ = await(Uni.join().all(writes).andFailFast());
        assertThat(sql().count("secret_use")).isEqualTo(300);
    }

    @Test
    void writing_the_uses_of_a_secret_never_moves_its_times_back() {
        write(here, Set.of(OLD), Set.of(OLD));
        sql().execute(
                "UPDATE onceward.secret_use SET last_configured_at = now() + interval '1 day', last_matched_at = now() + interval '1 day'");
        write(here, Set.of(OLD), Set.of(OLD));
        assertThat(sql().query(
                "SELECT bool_and(last_configured_at > now() AND last_matched_at > now()) FROM onceward.secret_use"))
                .isEqualTo("true");
    }

    private static void write(UsedSecrets secrets, Set<SecretName> known, Set<SecretName> matched) {
        var _ = await(secrets.write(known, matched).replaceWith(true));
    }

    /// While replicas had the secrets all the time.
    private static void letTimePass(String time) {
        move(time, "first_configured_at", "last_matched_at");
    }

    /// While nobody had them.
    private static void letTimePassUnseen(String time) {
        move(time, "first_configured_at", "last_matched_at", "last_configured_at");
    }

    private static void move(String time, String... columns) {
        for (var column : columns) {
            sql().execute("UPDATE onceward.secret_use SET %1$s = %1$s - interval '%2$s'".formatted(column, time));
        }
    }

    private List<SecretAge> ages() {
        return requireNonNull(await(there.ages()));
    }

    private SecretAge age(SecretName name) {
        return ages().stream().filter(age -> age.name().equals(name)).findFirst().orElseThrow();
    }
}
