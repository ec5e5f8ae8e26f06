package dev.onceward.internal.rest;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.stream.Stream;

import jakarta.enterprise.inject.Any;
import jakarta.enterprise.inject.spi.Bean;

import io.quarkus.arc.Arc;

/// Finds the annotations of beans and their methods.
public final class BeanAnnotations {
    private BeanAnnotations() {}

    public static <A extends Annotation> Stream<A> ofType(Class<A> type) {
        return Arc.container().beanManager().getBeans(Object.class, Any.Literal.INSTANCE).stream()
                .map(Bean::getBeanClass)
                .flatMap(BeanAnnotations::annotated)
                .flatMap(element -> Stream.of(element.getAnnotationsByType(type)));
    }

    /// The methods of a bean cannot be listed if they name classes that the application does not have.
    private static Stream<AnnotatedElement> annotated(Class<?> bean) {
        try {
            return Stream.concat(Stream.of(bean), Stream.of(bean.getMethods()));
        } catch (NoClassDefFoundError optional) {
            return Stream.of(bean);
        }
    }
}
