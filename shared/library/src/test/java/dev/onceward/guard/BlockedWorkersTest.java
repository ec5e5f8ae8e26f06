package dev.onceward.guard;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.onceward.guard.GuardResult.Completed;
import dev.onceward.guard.Operation.Store;
import dev.onceward.testing.Eventually;
import dev.onceward.testing.servers.OnServers;

import static dev.onceward.testing.servers.Servers.sql;
import static org.assertj.core.api.Assertions.assertThat;

/// All threads of Mutiny wait. In an application with Quarkus these are the threads that run blocking endpoints.
@OnServers
class BlockedWorkersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int THREADS = 4;
    private static final Operation PAYMENT = Operation.named("payment").withLease(Duration.ofSeconds(5));

    private final CountDownLatch isOver = new CountDownLatch(1);
    private final ExecutorService workers = Executors.newFixedThreadPool(THREADS);

    /// Without Quarkus, Mutiny would start another thread for each task.
    @BeforeEach
    void block() {
        Infrastructure.setDefaultExecutor(workers, false);
        IntStream.range(0, THREADS).forEach(_ -> workers.execute(this::await));
    }

    @AfterEach
    void unblock() {
        isOver.countDown();
        Infrastructure.setDefaultExecutor();
        workers.shutdown();
    }

    private void await() {
        try {
            isOver.await();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @ParameterizedTest
    @EnumSource(value = Store.class, names = {"TIERED", "POSTGRES"})
    void leases_are_renewed(Store store) {
        var answer = new CompletableFuture<String>();
        var first = Guards.start(Guards.guard(store), PAYMENT, GuardedRequest.of("order-1"), String.class,
                () -> Uni.createFrom().completionStage(answer));
        for (var renewal = 1; renewal <= 2; renewal++) {
            var until = leaseUntil();
            var _ = Eventually.holds("another renewal", PATIENCE, () -> leaseUntil().compareTo(until) > 0);
        }
        var _ = answer.complete("paid");
        assertThat(first.join()).isEqualTo(new Completed<>("paid"));
    }

    private static String leaseUntil() {
        return sql().query("SELECT lease_until AT TIME ZONE 'UTC' FROM onceward.operation_key");
    }
}
