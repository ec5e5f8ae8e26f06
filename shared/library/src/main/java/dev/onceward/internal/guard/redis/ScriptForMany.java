package dev.onceward.internal.guard.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.vertx.UniHelper;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.impl.types.ErrorType;

import dev.onceward.internal.batch.BatchLimits;
import dev.onceward.internal.batch.BatchLimits.ParallelFlushes;
import dev.onceward.internal.batch.Batcher;
import dev.onceward.internal.guard.redis.RunRedisScript.TooManyWait;
import dev.onceward.internal.redis.RedisScript;

/// A script that does for several entries what each call asks for. The calls that come while one run of it is under way share the
/// next one. In a cluster, where the entries of one run would have to be on one node, each call has its own; so it has as soon as a
/// cluster behind one address has refused a run.
final class ScriptForMany {
    private static final BatchLimits LIMITS = new BatchLimits(100, 1 << 20, new ParallelFlushes(4, 16), 1_000,
            64 << 20);

    private static final String SEVERAL_SLOTS = "CROSSSLOT";

    private final RedisScript script;
    private final RunRedisScript redis;
    private final Batcher<EntryCall, Optional<Response>> batcher;
    private volatile boolean isCluster;

    ScriptForMany(RedisScript script, RunRedisScript redis) {
        this.script = script;
        this.redis = redis;
        this.isCluster = redis.isCluster();
        this.batcher = new Batcher<>(LIMITS, EntryCall::bytes, this::flush, Optional.empty());
    }

    /// @param arguments what the script takes for each entry: texts, numbers or bytes
    private record EntryCall(String entry, List<Object> arguments) {
        long bytes() {
            return arguments.stream().mapToLong(argument -> argument instanceof Buffer bytes ? bytes.length() : 0)
                    .sum();
        }

        void addTo(Request request) {
            arguments.forEach(argument -> {
                var _ = argument instanceof Buffer bytes ? request.arg(bytes) : request.arg(argument.toString());
            });
        }
    }

    /// Returns what the script returns for the entry. Fails if Redis does not answer, or refuses this entry.
    Future<Response> run(String entry, List<Object> arguments) {
        var call = new EntryCall(entry, arguments);
        return isCluster
                ? sendAlone(call).compose(ScriptForMany::accepted)
                : batcher.send(call).compose(reply -> reply.map(ScriptForMany::accepted)
                        .orElseGet(() -> Future.failedFuture(new TooManyWait("the queue is full"))));
    }

    private Uni<List<Optional<Response>>> flush(List<EntryCall> calls) {
        return UniHelper.toUni(
                sendTogether(calls).recover(failure -> failure instanceof ErrorType error && error.is(SEVERAL_SLOTS)
                        ? sendEachAlone(calls)
                        : Future.failedFuture(failure)));
    }

    private Future<List<Optional<Response>>> sendTogether(List<EntryCall> calls) {
        return send(calls).map(replies -> {
            var each = new ArrayList<Optional<Response>>(calls.size());
            replies.forEach(reply -> each.add(Optional.of(reply)));
            return each;
        });
    }

    /// Nothing has run: Redis refuses such a run before it begins.
    private Future<List<Optional<Response>>> sendEachAlone(List<EntryCall> calls) {
        isCluster = true;
        return Future.all(calls.stream().map(this::sendAlone).toList())
                .map(replies -> replies.<Response>list().stream().map(Optional::of).toList());
    }

    /// A refusal of Redis is a reply.
    private Future<Response> sendAlone(EntryCall call) {
        return send(List.of(call)).map(replies -> replies.get(0))
                .recover(failure -> failure instanceof ErrorType refusal
                        ? Future.succeededFuture(refusal)
                        : Future.failedFuture(failure));
    }

    private Future<Response> send(List<EntryCall> calls) {
        return redis.run(script, request -> {
            var _ = request.arg(calls.size());
            calls.forEach(call -> request.arg(call.entry()));
            calls.forEach(call -> call.addTo(request));
            return request;
        });
    }

    private static Future<Response> accepted(Response reply) {
        return reply instanceof ErrorType refusal ? Future.failedFuture(refusal) : Future.succeededFuture(reply);
    }
}
