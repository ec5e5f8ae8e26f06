package dev.onceward.intake.answer;

import io.vertx.core.http.HttpServerRequest;
import org.jboss.resteasy.reactive.RestResponse;

/// Sends an answer from a route of Vert.x.
public final class SendAnswer {
    private SendAnswer() {}

    public static void to(HttpServerRequest request, RestResponse<String> answer) {
        var response = request.response().setStatusCode(answer.getStatus());
        answer.getHeaders()
                .forEach((name, values) -> values.forEach(value -> response.headers().add(name, value.toString())));
        var _ = answer.getEntity() == null ? response.end() : response.end(answer.getEntity());
    }
}
