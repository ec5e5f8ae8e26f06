package dev.onceward.guard.rest;

import java.time.Clock;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import com.fasterxml.jackson.core.JsonPointer;
import io.quarkus.runtime.configuration.ConfigurationException;

import dev.onceward.guard.Operation;
import dev.onceward.guard.rest.IdempotentConfig.OperationConfig;
import dev.onceward.internal.rest.CallerRule;
import dev.onceward.internal.rest.CallerRule.HeaderCaller;
import dev.onceward.internal.rest.CallerRule.PrincipalCaller;
import dev.onceward.internal.rest.LogGuardFailures;
import dev.onceward.internal.rest.ReadKey;
import dev.onceward.internal.rest.RequestFingerprint;
import dev.onceward.internal.rule.KeyRule;
import dev.onceward.internal.rule.KeyRules;

/// Reads the settings of one operation. A message about a wrong setting names its property and what is allowed.
final class ReadIdempotentOperation {
    private static final Set<String> NEVER_KEPT = Set.of("set-cookie", "authorization");

    private final KeyRules keyRules = new KeyRules(Clock.systemUTC(), "");
    private final String name;
    private final OperationConfig config;
    private final Optional<CallerRule> usualCaller;

    /// @param usualCaller the caller where the settings name none; if empty, that is the principal
    ReadIdempotentOperation(String name, OperationConfig config, Optional<CallerRule> usualCaller) {
        this.name = name;
        this.config = config;
        this.usualCaller = usualCaller;
    }

    IdempotentOperation read() {
        var readKey = new ReadKey(read("key", this::key, config.key()), config.keyRequired(),
                config.caller().map(text -> read("caller", this::caller, text))
                        .or(() -> usualCaller).orElseGet(PrincipalCaller::new),
                fingerprint());
        var operation = operation();
        return new IdempotentOperation(operation, readKey,
                new AnswerGuardResult(config.profile(), operation.retention(), config.documentation()), unkept(),
                new LogGuardFailures(name));
    }

    private Operation operation() {
        var operation = Operation.named(name).withOnAbandon(config.onAbandon());
        operation = read("lease", operation::withLease, config.lease());
        operation = read("retention", operation::withRetention, config.retention());
        operation = read("max-answer-bytes", operation::withMaxAnswerBytes, config.maxAnswerBytes());
        return stored(config.keepErrors() ? operation.withKeptErrors() : operation);
    }

    private Operation stored(Operation operation) {
        var placed = config.store().map(operation::withStore).orElse(operation);
        return config.withoutRedis().map(placed::withoutRedis).orElse(placed);
    }

    private KeyRule key(String text) {
        var rule = keyRules.parse(text);
        if (!KeyRules.findsKeys(rule)) {
            throw new IllegalArgumentException("must find a key: uuid and hybrid do not");
        }
        return rule;
    }

    private CallerRule caller(String text) {
        if (text.equals("principal")) {
            return new PrincipalCaller();
        }
        if (!text.startsWith("header:")) {
            throw new IllegalArgumentException("must be principal or header:NAME");
        }
        return new HeaderCaller(keyRules.parse(text));
    }

    private RequestFingerprint fingerprint() {
        if (config.fields().isPresent() && config.ignoredFields().isPresent()) {
            throw wrong("ignored-fields", "goes without fields: name the fields that count, or those that do not");
        }
        return new RequestFingerprint(config.headers().orElse(List.of()), pointers("fields", config.fields()),
                pointers("ignored-fields", config.ignoredFields()));
    }

    private List<JsonPointer> pointers(String key, Optional<List<String>> texts) {
        return texts.orElse(List.of()).stream().map(text -> read(key, ReadIdempotentOperation::pointer, text)).toList();
    }

    private static JsonPointer pointer(String text) {
        if (text.length() < 2 || text.charAt(0) != '/') {
            throw new IllegalArgumentException("must be JSON pointers that start with '/', such as /order/note");
        }
        return JsonPointer.compile(text);
    }

    private Set<String> unkept() {
        var unkept = new HashSet<>(NEVER_KEPT);
        config.dropHeaders().ifPresent(unkept::addAll);
        return unkept;
    }

    private <A, B> B read(String key, Function<A, B> reader, A value) {
        try {
            return reader.apply(value);
        } catch (IllegalArgumentException refused) {
            throw wrong(key, String.valueOf(refused.getMessage()));
        }
    }

    private ConfigurationException wrong(String key, String what) {
        return new ConfigurationException("onceward.guard.operations.%s.%s %s".formatted(name, key, what));
    }
}
