package dev.onceward.intake.answer;

import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import org.jboss.resteasy.reactive.RestResponse;

/// Sends answers from a route of Vert.x.
public final class SendAnswers {
    private SendAnswers() {}

    public static void to(HttpServerRequest request, RestResponse<String> answer) {
        var response = request.response().setStatusCode(answer.getStatus());
        answer.getHeaders().forEach(
                (name, values) -> values.forEach(value -> response.headers().add(name, value.toString())));
        var hasBody = answer.getEntity() != null && !request.method().equals(HttpMethod.HEAD);
        var _ = hasBody ? response.end(answer.getEntity()) : response.end();
    }
}
