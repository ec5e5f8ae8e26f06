package dev.onceward.guard;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.Json;
import org.jspecify.annotations.Nullable;

import dev.onceward.internal.json.CanonicalJson;

/// A function that runs once for each key. Two requests with the same key are the same if they are equal as JSON.
///
/// @param <I> the type of the request
/// @param <T> the type of the answer
public final class IdempotentFunction<I extends @Nullable Object, T extends @Nullable Object> {
    private static final ObjectMapper EXACT = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

    private final Guard guard;
    private final Operation operation;
    private final Class<T> type;
    private final Function<I, Uni<T>> function;

    IdempotentFunction(Guard guard, Operation operation, Class<T> type, Function<I, Uni<T>> function) {
        this.guard = guard;
        this.operation = operation;
        this.type = type;
        this.function = function;
    }

    public Uni<GuardResult<T>> run(String key, I request) {
        return run(key, request, UnaryOperator.identity());
    }

    /// Binds the key to a caller, such as a user or a tenant, so that nobody gets the answer of another caller.
    public Uni<GuardResult<T>> runFor(String caller, String key, I request) {
        return run(key, request, guarded -> guarded.by(caller));
    }

    private Uni<GuardResult<T>> run(String key, I request, UnaryOperator<GuardedRequest> bind) {
        return Uni.createFrom().deferred(() -> guard.once(operation,
                bind.apply(GuardedRequest.of(key, canonical(request))), type, () -> function.apply(request)));
    }

    private static String canonical(@Nullable Object request) {
        try {
            return CanonicalJson.of(EXACT.readTree(Json.encodeToBuffer(request).getBytes()));
        } catch (IOException impossible) {
            throw new UncheckedIOException("it was JSON a moment ago", impossible);
        }
    }
}
