package dev.onceward.internal.rest;

import java.util.Objects;

import jakarta.ws.rs.ext.ReaderInterceptorContext;

import io.vertx.core.http.HttpServerRequest;
import org.jboss.resteasy.reactive.server.core.ResteasyReactiveRequestContext;

import dev.onceward.internal.memory.RequestMemory;
import dev.onceward.internal.request.Request;
import dev.onceward.internal.request.RequestLine;

/// The bytes of a request's body, which are kept beside the object that Quarkus REST has made of them.
public final class RequestBody {
    private static final String BODY = RequestBody.class.getName();

    private RequestBody() {}

    public static void keep(ReaderInterceptorContext context, byte[] body) {
        context.setProperty(BODY, body);
    }

    /// The request with an empty body if the method has no parameter for it.
    static Request request(ResteasyReactiveRequestContext context) {
        var body = context.getProperty(BODY) instanceof byte[] kept ? kept : new byte[0];
        var query = Objects.requireNonNullElse(context.serverRequest().query(), "");
        return new Request(new RequestLine(context.getMethod(), query, ""),
                context.unwrap(HttpServerRequest.class).headers(), body, RequestMemory.UNLIMITED);
    }
}
