package dev.onceward.e2e;

import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import dev.onceward.testing.RunConcurrently;
import dev.onceward.testing.servers.RedisCommand;

import static org.assertj.core.api.Assertions.assertThat;

/// For a (scope, key) within its retention the log holds at most one event.
class OneEventPerKeyTest {
    private static final int COPIES = 200;

    private static DeploymentFixture deployment;
    private static List<PackagedFunction> intakes;

    @BeforeAll
    static void start() {
        deployment = new DeploymentFixture();
        intakes = List.of(deployment.intake().ready(), deployment.intake().ready());
    }

    @AfterAll
    static void end() {
        deployment.close();
    }

    @BeforeEach
    void start_redis() {
        deployment.backends.redis().start();
    }

    @Test
    void concurrent_duplicates_through_two_processes_are_one_event() throws Exception {
        assertOneEvent("fresh", copies("fresh"));
    }

    @Test
    void duplicates_are_one_event_when_redis_is_flushed_between_them() throws Exception {
        var before = copies("flushed");
        RedisCommand.flush(deployment.backends.redis());
        assertOneEvent("flushed", concat(before, copies("flushed")));
    }

    @Test
    void duplicates_are_one_event_without_redis() throws Exception {
        deployment.backends.redis().stop();
        assertOneEvent("without-redis", copies("without-redis"));
    }

    @Test
    void duplicates_are_one_event_when_redis_is_killed_while_they_arrive() throws Exception {
        var half = new CountDownLatch(COPIES / 2);
        var killer = Thread.ofVirtual().start(() -> {
            await(half);
            deployment.backends.redis().kill();
        });
        var answers = RunConcurrently.run(COPIES, i -> () -> {
            half.countDown();
            return send(i, "redis-dies");
        });
        killer.join();
        assertOneEvent("redis-dies", answers);
    }

    @Test
    void the_same_key_of_another_source_is_another_event() throws Exception {
        var orders = SendWebhooks.send(intakes.getFirst().at("/hooks/orders"), "shared", "{}");
        var books = SendWebhooks.send(intakes.getFirst().at("/hooks/books"), "shared", "{}");
        assertThat(orders.body()).isNotEqualTo(books.body());
        assertThat(books.headers().firstValue("Idempotent-Replayed")).isEmpty();
    }

    private static List<HttpResponse<String>> copies(String key) throws Exception {
        return RunConcurrently.run(COPIES, i -> () -> send(i, key));
    }

    private static HttpResponse<String> send(int i, String key) throws Exception {
        return SendWebhooks.send(intakes.get(i % intakes.size()).at("/hooks/orders"), key,
                "{\"order\":\"" + key + "\"}");
    }

    private static void assertOneEvent(String key, List<HttpResponse<String>> answers) throws Exception {
        assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(202);
        assertThat(answers).extracting(HttpResponse::body).containsOnly(answers.getFirst().body());
        assertThat(answers).filteredOn(answer -> answer.headers().firstValue("Idempotent-Replayed").isEmpty())
                .hasSize(1);
        assertThat(deployment.database.number("""
                SELECT count(*) FROM onceward.event WHERE convert_from(body, 'UTF8') = '{"order":"%s"}'
                """.formatted(key))).isEqualTo(1);
    }

    private static <T> List<T> concat(List<T> first, List<T> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
