package dev.onceward.internal.answer;

import java.io.File;
import java.io.InputStream;
import java.io.Reader;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

import jakarta.ws.rs.core.StreamingOutput;

import io.smallrye.mutiny.Uni;
import io.vertx.core.file.AsyncFile;
import org.jboss.resteasy.reactive.FilePart;
import org.jboss.resteasy.reactive.PathPart;
import org.jboss.resteasy.reactive.RestResponse;

/// What a method answers with.
///
/// @param body the type of the body, as far as the method declares it
record AnswerType(Class<?> body) {

    /// They are sent piece by piece, have no limit, and reading them blocks.
    private static final List<Class<?>> STREAMED = List.of(Flow.Publisher.class, File.class, Path.class,
            InputStream.class, Reader.class, StreamingOutput.class, AsyncFile.class, FilePart.class, PathPart.class);

    static AnswerType of(Method method) {
        return new AnswerType(body(method.getGenericReturnType()));
    }

    private static Class<?> body(Type type) {
        return switch (type) {
            case Class<?> declared -> declared;
            case ParameterizedType generic when isAround(body(generic.getRawType())) ->
                body(generic.getActualTypeArguments()[0]);
            case ParameterizedType generic -> body(generic.getRawType());
            default -> Object.class;
        };
    }

    private static boolean isAround(Class<?> type) {
        return type == Uni.class || type == RestResponse.class || CompletionStage.class.isAssignableFrom(type);
    }

    boolean isStreamed() {
        return STREAMED.stream().anyMatch(streamed -> streamed.isAssignableFrom(body));
    }
}
