package dev.onceward.runtime.admin;

import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;

import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;

/// The successful answers of an admin API. Their text may come from strangers, so no browser may run it and no cache may
/// keep it.
public final class AdminAnswer {
    private AdminAnswer() {}

    public static RestResponse<String> json(JsonObject json) {
        return of(json.encode(), MediaType.APPLICATION_JSON);
    }

    public static RestResponse<byte[]> bytes(byte[] bytes) {
        return of(bytes, MediaType.APPLICATION_OCTET_STREAM);
    }

    private static <T> RestResponse<T> of(T entity, String type) {
        return ResponseBuilder.ok(entity, type)
                .header("X-Content-Type-Options", "nosniff")
                .header("Content-Security-Policy", "sandbox")
                .header(HttpHeaders.CACHE_CONTROL, "no-store")
                .build();
    }
}
