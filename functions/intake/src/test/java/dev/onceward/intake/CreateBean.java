package dev.onceward.intake;

import java.lang.reflect.Constructor;
import java.util.List;
import java.util.stream.Stream;

import jakarta.inject.Inject;

import io.smallrye.config.SmallRyeConfigBuilder;

/// What else only the container makes, in packages of its own: of the parts that a test gives, of what is made of these
/// in turn, and of settings that nobody changed.
public final class CreateBean {
    private CreateBean() {}

    public static <T> T of(Class<T> type, Object... parts) {
        return Stream.of(parts).filter(type::isInstance).map(type::cast).findFirst()
                .orElseGet(() -> type.isInterface() ? settings(type) : make(type, parts));
    }

    private static <T> T settings(Class<T> type) {
        return new SmallRyeConfigBuilder().addDiscoveredConverters().withMapping(type).build().getConfigMapping(type);
    }

    private static <T> T make(Class<T> type, Object... parts) {
        var constructor = constructor(type);
        constructor.setAccessible(true);
        try {
            return type.cast(constructor.newInstance(
                    Stream.of(constructor.getParameterTypes()).map(part -> of(part, parts)).toArray()));
        } catch (ReflectiveOperationException failed) {
            throw new IllegalStateException("cannot make " + type, failed);
        }
    }

    private static Constructor<?> constructor(Class<?> type) {
        var all = List.of(type.getDeclaredConstructors());
        return all.stream().filter(constructor -> constructor.isAnnotationPresent(Inject.class)).findFirst()
                .orElseGet(all::getFirst);
    }
}
