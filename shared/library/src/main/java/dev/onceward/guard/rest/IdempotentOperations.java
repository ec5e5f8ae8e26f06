package dev.onceward.guard.rest;

import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;

import io.quarkus.arc.DefaultBean;
import io.quarkus.runtime.Startup;
import io.quarkus.runtime.configuration.ConfigurationException;

import dev.onceward.internal.rest.BeanAnnotations;
import dev.onceward.internal.rest.CallerRule;
import dev.onceward.internal.rest.CallerRule.BeanCaller;

import static java.util.Objects.requireNonNull;

/// The operations of idempotent endpoints. What is wrong in their settings stops the start.
@DefaultBean
@Singleton
@Startup
final class IdempotentOperations {
    private static final long LARGEST_BODY = 64L << 20;

    private final IdempotentConfig config;
    private final Optional<CallerRule> usualCaller;
    private final Map<String, IdempotentOperation> operations = new ConcurrentHashMap<>();

    IdempotentOperations(IdempotentConfig config, Instance<IdempotencyCaller> callers) {
        this.config = config;
        this.usualCaller = usualCaller(callers);
        if (config.maxBody().asLongValue() > LARGEST_BODY) {
            throw new ConfigurationException("onceward.guard.max-body must be at most 64M");
        }
        config.operations().keySet().forEach(name -> operations.put(name, read(name)));
        checkNames();
    }

    /// Without a bean, keys belong to the principal. They must not if it is only unclear which bean names the caller.
    private static Optional<CallerRule> usualCaller(Instance<IdempotencyCaller> callers) {
        if (callers.isAmbiguous()) {
            throw new ConfigurationException(
                    "An application has at most one bean of the type IdempotencyCaller, and here are "
                            + callers.handlesStream().map(handle -> handle.getBean().getBeanClass().getName()).sorted()
                                    .toList());
        }
        return callers.isUnsatisfied() ? Optional.empty() : Optional.of(new BeanCaller(callers.get()::of));
    }

    /// The method with a misspelt name would have the default settings.
    private void checkNames() {
        if (!operations.isEmpty()) {
            var used = BeanAnnotations.ofType(Idempotent.class).map(Idempotent::operation)
                    .filter(name -> !name.isEmpty())
                    .collect(Collectors.toCollection(TreeSet::new));
            operations.keySet().stream().filter(name -> !used.contains(name)).findFirst().ifPresent(unused -> {
                throw new ConfigurationException(
                        "onceward.guard.operations.%s belongs to no method with @Idempotent: their operations are %s"
                                .formatted(unused, used));
            });
        }
    }

    IdempotentOperation of(String name) {
        return operations.computeIfAbsent(name, this::read);
    }

    /// An operation that has no settings has the default ones.
    private IdempotentOperation read(String name) {
        return new ReadIdempotentOperation(name, requireNonNull(config.operations().get(name)), usualCaller).read();
    }

    int maxBody() {
        return (int) config.maxBody().asLongValue();
    }
}
