package dev.onceward.internal.guard.redis;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.redis.client.Command;
import io.vertx.mutiny.redis.client.Request;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import dev.onceward.internal.guard.redis.RedisClaim.EndedForAnotherBody;
import dev.onceward.internal.guard.redis.RedisClaim.EndedInRedis;
import dev.onceward.internal.guard.redis.RedisClaim.TokenForAnotherBody;
import dev.onceward.internal.guard.redis.RedisClaim.TokenOfAnother;
import dev.onceward.internal.guard.redis.RedisClaim.TokenWritten;
import dev.onceward.internal.key.Fingerprint;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.RedisCommand;
import dev.onceward.testing.servers.Servers;

import static dev.onceward.testing.servers.Servers.await;
import static org.assertj.core.api.Assertions.assertThat;

@OnServers
class RedisEntriesTest {
    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Buffer ANSWER = Buffer.buffer("{\"number\": 7}\n\0 end");

    private final RedisEntries entries = new RedisEntries(
            new RunRedisScript(Optional.of(Servers.redisClient()), false, Duration.ofSeconds(20), Duration.ZERO));

    @Test
    void the_first_token_has_the_key_and_others_learn_how_long() {
        assertThat(claim(token("12 EUR"))).isInstanceOf(TokenWritten.class);
        assertThat(claim(token("12 EUR"))).isInstanceOfSatisfying(TokenOfAnother.class,
                other -> assertThat(other.left()).isPositive().isLessThanOrEqualTo(LEASE));
        assertThat(claim(token("13 EUR"))).isEqualTo(new TokenForAnotherBody());
    }

    /// As after a restart or a failover. A pause after that would leave the next calls without Redis.
    @Test
    void scripts_that_redis_has_forgotten_are_no_failure_of_redis() {
        var pausing = new RedisEntries(
                new RunRedisScript(Optional.of(Servers.redisClient()), false, Duration.ofSeconds(20), HOUR));
        var token = written();
        forgetScripts();
        assertThat(await(pausing.claim(token("12 EUR"), LEASE, LEASE, false))).isInstanceOf(TokenOfAnother.class);
        forgetScripts();
        assertThat(await(pausing.renew(token, LEASE, LEASE))).isTrue();
        forgetScripts();
        assertThat(await(pausing.keepSinceClaim(token, EntryState.COMPLETED, ANSWER, HOUR))).isTrue();
        forgetScripts();
        assertThat(await(pausing.free(token))).isFalse();
        assertThat(pausing.isAvailable()).isTrue();
    }

    @Test
    void what_is_no_entry_of_a_guard_fails_only_its_own_call_among_many() {
        var foreign = token("12 EUR");
        var _ = await(
                Servers.redisClient().send(Request.cmd(Command.LPUSH).arg(foreign.name().inRedis()).arg("other")));
        var tokens = IntStream.range(0, 100).mapToObj(
                n -> n == 50
                        ? foreign
                        : RedisToken.random(new EntryName("database", "op1", List.of("order " + n)),
                                foreign.fingerprint()))
                .toList();
        var claims = tokens.stream().map(token -> entries.claim(token, LEASE, LEASE, false)).toList();
        var kept = tokens.stream().map(token -> entries.keep(token, EntryState.COMPLETED, ANSWER, HOUR)).toList();
        var renewed = tokens.stream().map(token -> entries.renew(token, LEASE, LEASE)).toList();
        var freed = tokens.stream().map(entries::free).toList();
        for (var calls : List.of(claims, kept, renewed, freed)) {
            var _ = await(Future.join(calls).otherwiseEmpty());
            assertThat(calls).map(Future::failed).isEqualTo(tokens.stream().map(foreign::equals).toList());
        }
    }

    @Test
    void an_answer_is_kept_as_its_bytes() {
        var token = written();
        assertThat(await(entries.keepSinceClaim(token, EntryState.COMPLETED, ANSWER, HOUR))).isTrue();
        assertThat(claim(token("12 EUR"))).isInstanceOfSatisfying(EndedInRedis.class, ended -> {
            assertThat(ended.state()).isEqualTo(EntryState.COMPLETED);
            assertThat(ended.text()).isEqualTo(ANSWER);
            assertThat(ended.left()).isPositive().isLessThanOrEqualTo(HOUR);
        });
        assertThat(claim(token("13 EUR"))).isEqualTo(new EndedForAnotherBody());
    }

    /// As of a process that was paused after PostgreSQL had taken its answer.
    @ParameterizedTest
    @EnumSource(EntryState.class)
    void a_late_answer_does_not_replace_the_token_of_another_call(EntryState state) {
        var late = written();
        RedisCommand.flush(Servers.redis());
        var _ = written();
        assertThat(await(entries.keepSinceClaim(late, state, ANSWER, HOUR))).isFalse();
        assertThat(claim(token("12 EUR"))).isInstanceOf(TokenOfAnother.class);
    }

    @ParameterizedTest
    @EnumSource(value = EntryState.class, names = "PENDING", mode = EnumSource.Mode.EXCLUDE)
    void a_late_answer_does_not_replace_what_another_call_has_kept(EntryState state) {
        var late = written();
        RedisCommand.flush(Servers.redis());
        var _ = await(entries.keepSinceClaim(written(), state, Buffer.buffer("second"), HOUR));
        assertThat(await(entries.keepSinceClaim(late, EntryState.COMPLETED, ANSWER, HOUR))).isFalse();
        assertThat(claim(token("12 EUR"))).isInstanceOfSatisfying(EndedInRedis.class,
                ended -> assertThat(ended.text()).isEqualTo(Buffer.buffer("second")));
    }

    /// The time of an answer began before PostgreSQL took it, by Redis' clock.
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_answer_whose_time_is_over_when_it_comes_is_not_kept(boolean isFlushed) {
        var token = written();
        var early = token.claimedAt(token.claimedAt().orElseThrow() - HOUR.toMillis());
        if (isFlushed) {
            RedisCommand.flush(Servers.redis());
        }
        assertThat(await(entries.keepSinceClaim(early, EntryState.COMPLETED, ANSWER, HOUR))).isTrue();
        assertThat(RedisCommand.send(Servers.redis(), "DBSIZE")).isEqualTo(":0");
    }

    @Test
    void an_answer_of_a_token_that_redis_never_confirmed_is_not_kept() {
        var token = token("12 EUR");
        assertThat(await(entries.keepSinceClaim(token, EntryState.COMPLETED, ANSWER, HOUR))).isFalse();
        assertThat(RedisCommand.send(Servers.redis(), "DBSIZE")).isEqualTo(":0");
    }

    @Test
    void a_lost_token_is_written_again_by_its_renewal_and_never_over_another() {
        var token = written();
        RedisCommand.flush(Servers.redis());
        assertThat(await(entries.renew(token, LEASE, LEASE))).isTrue();
        assertThat(claim(token("12 EUR"))).isInstanceOf(TokenOfAnother.class);
        RedisCommand.flush(Servers.redis());
        var other = written();
        assertThat(await(entries.renew(token, LEASE, LEASE))).isFalse();
        assertThat(await(entries.renew(other, LEASE, LEASE))).isTrue();
    }

    @Test
    void a_renewal_does_not_replace_an_answer_by_a_token() {
        var token = written();
        var _ = await(entries.keepSinceClaim(token, EntryState.COMPLETED, ANSWER, HOUR));
        assertThat(await(entries.renew(token, LEASE, LEASE))).isTrue();
        assertThat(claim(token("12 EUR"))).isInstanceOf(EndedInRedis.class);
    }

    @Test
    void a_token_frees_neither_the_key_of_another_nor_an_answer() {
        var token = written();
        assertThat(await(entries.free(token("12 EUR")))).isFalse();
        var _ = await(entries.keepSinceClaim(token, EntryState.COMPLETED, ANSWER, HOUR));
        assertThat(await(entries.free(token))).isFalse();
        assertThat(claim(token("12 EUR"))).isInstanceOf(EndedInRedis.class);
    }

    @Test
    void a_token_that_frees_its_key_lets_the_next_call_have_it() {
        assertThat(await(entries.free(written()))).isTrue();
        assertThat(claim(token("13 EUR"))).isInstanceOf(TokenWritten.class);
    }

    @Test
    void the_names_of_two_owners_kinds_or_keys_differ_and_have_a_bucket() {
        var names = List.of(name("a", "op1", "k"), name("b", "op1", "k"), name("a", "op2", "k"), name("a", "op1", "l"));
        assertThat(names).doesNotHaveDuplicates()
                .allMatch(name -> name.matches("i9y:[ab]:\\{\\d{1,4}}:op[12]:[0-9a-f]{32}"));
    }

    private static String name(String owner, String kind, String key) {
        return new EntryName(owner, kind, List.of(key)).inRedis();
    }

    private static void forgetScripts() {
        assertThat(RedisCommand.send(Servers.redis(), "SCRIPT FLUSH")).isEqualTo("+OK");
    }

    private RedisToken written() {
        return ((TokenWritten) claim(token("12 EUR"))).token();
    }

    private RedisClaim claim(RedisToken token) {
        return await(entries.claim(token, LEASE, LEASE, false));
    }

    private static RedisToken token(String body) {
        return RedisToken.random(new EntryName("database", "op1", List.of("payment", "", "order-1")),
                Fingerprint.of(List.of(body)));
    }
}
