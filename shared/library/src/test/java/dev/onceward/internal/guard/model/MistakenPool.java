package dev.onceward.internal.guard.model;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.function.UnaryOperator;

import io.vertx.core.Future;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;

/// A pool that sends changed statements.
final class MistakenPool {
    private MistakenPool() {}

    static Pool of(Pool pool, UnaryOperator<String> statement) {
        return Pool.newInstance(changed(io.vertx.sqlclient.Pool.class, pool.getDelegate(), statement));
    }

    private static <T> T changed(Class<T> type, T target, UnaryOperator<String> statement) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type}, (_, method, arguments) -> {
            if (method.getName().equals("preparedQuery")) {
                arguments[0] = statement.apply((String) arguments[0]);
            }
            try {
                return connected(method.invoke(target, arguments), statement);
            } catch (InvocationTargetException failed) {
                throw failed.getCause();
            }
        }));
    }

    private static Object connected(Object result, UnaryOperator<String> statement) {
        return result instanceof Future<?> future
                ? future.map(value -> value instanceof SqlConnection connection
                        ? changed(SqlConnection.class, connection, statement)
                        : value)
                : result;
    }
}
