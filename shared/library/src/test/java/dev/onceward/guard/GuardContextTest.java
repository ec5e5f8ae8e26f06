package dev.onceward.guard;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;

import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import dev.onceward.guard.Operation.Store;
import dev.onceward.internal.postgres.DatabaseIdentity;
import dev.onceward.testing.servers.OnServers;
import dev.onceward.testing.servers.PausedProcess;
import dev.onceward.testing.servers.Servers;

import static org.assertj.core.api.Assertions.assertThat;

/// Each request of an application has a context of its own, to which its session and its transaction belong.
@OnServers
class GuardContextTest {
    private static final Operation PAYMENT = Operation.named("payment");

    private final ContextInternal eventLoop = ((VertxInternal) Servers.vertx().getDelegate()).createEventLoopContext();
    private final List<ContextInternal> requests = Stream.generate(eventLoop::duplicate).limit(3).toList();

    @ParameterizedTest
    @EnumSource(TestedStore.class)
    void operations_that_start_at_the_same_moment_run_on_the_contexts_of_their_requests(TestedStore store) {
        var guard = Guards.guard(store);
        assertThat(atTheSameMoment(request -> runsOn(guard, request))).isEqualTo(requests);
    }

    @ParameterizedTest
    @EnumSource(TestedStore.class)
    void results_come_on_the_contexts_of_their_requests(TestedStore store) {
        var guard = Guards.guard(store);
        assertThat(atTheSameMoment(request -> runsOn(guard, request).map(_ -> Vertx.currentContext())))
                .isEqualTo(requests);
    }

    @Test
    void an_operation_runs_on_the_context_of_its_request_when_redis_took_too_long() {
        var guard = Guards.impatient(Store.TIERED, Servers.redisClient());
        try (var _ = PausedProcess.redis()) {
            assertThat(atTheSameMoment(request -> runsOn(guard, request))).isEqualTo(requests);
        }
    }

    @Test
    void callers_that_wait_for_one_answer_of_postgresql_stay_on_their_contexts() {
        var identity = new DatabaseIdentity(Servers.pool(), "SELECT onceward.guard_identity()");
        assertThat(atTheSameMoment(_ -> identity.known().map(_ -> Vertx.currentContext()))).isEqualTo(requests);
    }

    private static Uni<Context> runsOn(Guard guard, Context request) {
        var operation = new CompletableFuture<Context>();
        return guard.once(PAYMENT, GuardedRequest.of("order-" + System.identityHashCode(request)), String.class, () -> {
            var _ = operation.complete(Vertx.currentContext());
            return Uni.createFrom().item("paid");
        }).map(_ -> operation.join());
    }

    /// All calls begin within one task of the event loop, so that they all wait for the answer that the first one asks for.
    private List<Context> atTheSameMoment(Function<Context, Uni<Context>> call) {
        var results = requests.stream().map(_ -> new CompletableFuture<Context>()).toList();
        eventLoop.runOnContext(_ -> requests.forEach(request -> request.dispatch(() -> {
            var _ = call.apply(request).subscribe().with(results.get(requests.indexOf(request))::complete);
        })));
        return results.stream().map(result -> result.orTimeout(30, TimeUnit.SECONDS).join()).toList();
    }
}
