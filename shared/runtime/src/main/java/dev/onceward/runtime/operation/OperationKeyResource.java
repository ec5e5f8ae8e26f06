package dev.onceward.runtime.operation;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestResponse;

import dev.onceward.internal.memory.RequestMemory;
import dev.onceward.runtime.admin.Actor;
import dev.onceward.runtime.admin.AdminAnswer;
import dev.onceward.runtime.admin.AdminApi;
import dev.onceward.runtime.admin.AdminParameters;
import dev.onceward.runtime.admin.AdminScope;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemException;
import dev.onceward.runtime.problem.ProblemType;

/// The admin API of one key of a guarded operation. Operation and key are percent-encoded in the address, and the caller is a
/// query parameter.
@Path("/api/v1/operations/{operation}/keys/{key}")
final class OperationKeyResource {
    private static final Set<String> QUERY = Set.of("caller");
    private static final Set<String> COMPLETE = Set.of("by", "why", "answer");
    private static final int LARGEST_ANSWER = 1 << 20;
    private static final Duration BODY_TIMEOUT = Duration.ofSeconds(10);

    private final AdminApi admin;
    private final DecideHeldKey keys;

    OperationKeyResource(AdminApi admin, DecideHeldKey keys) {
        this.admin = admin;
        this.keys = keys;
    }

    @GET
    public Uni<RestResponse<String>> state(@RestPath String operation, @RestPath String key,
            @Context HttpServerRequest request) {
        return admin.serve(AdminScope.OPERATE, request, () -> keys.find(address(operation, key, request))
                .map(found -> AdminAnswer.json(found.orElseThrow(OperationKeyResource::unknown))));
    }

    @POST
    @Path("/release")
    public Uni<RestResponse<String>> release(@RestPath String operation, @RestPath String key,
            @Context HttpServerRequest request) {
        return admin.serve(AdminScope.OPERATE, request, () -> admin.body(request)
                .map(body -> AdminParameters.ofBody(body, Actor.NAMES, Actor::of))
                .chain(actor -> keys.release(address(operation, key, request), actor.withReason()))
                .map(state -> decided(state, "released")));
    }

    @POST
    @Path("/complete")
    public Uni<RestResponse<String>> complete(@RestPath String operation, @RestPath String key,
            @Context HttpServerRequest request) {
        return admin.serve(AdminScope.OPERATE, request, () -> admin
                .body(request, LARGEST_ANSWER, BODY_TIMEOUT, RequestMemory.UNLIMITED)
                .map(body -> AdminParameters.ofBody(body, COMPLETE, Completion::of))
                .chain(completion -> keys.complete(address(operation, key, request), completion.answer(),
                        completion.actor()))
                .map(state -> decided(state, "completed")));
    }

    private record Completion(Actor actor, String answer) {
        static Completion of(AdminParameters parameters) {
            if (!parameters.has("answer")) {
                throw ProblemException.malformed(
                        "Give the JSON that repetitions get, as in {\"answer\": {\"number\": 7}, \"why\": \"…\"}.");
            }
            return new Completion(Actor.of(parameters).withReason(), parameters.object().get("answer").toString());
        }
    }

    private static KeyAddress address(String operation, String key, HttpServerRequest request) {
        var caller = AdminParameters.ofQuery(request, QUERY).text("caller").orElse("");
        if ((operation + key).indexOf('\0') >= 0) {
            throw unknown();
        }
        return new KeyAddress(operation, caller, key);
    }

    private static RestResponse<String> decided(Optional<String> state, String done) {
        return switch (state.orElseThrow(OperationKeyResource::unknown)) {
            case "held" -> AdminAnswer.json(new JsonObject().put(done, true));
            case String other -> throw new ProblemException(new Problem(ProblemType.KEY_NOT_HELD,
                    "The key is %s. Only a held key can be released or completed.".formatted(other)));
        };
    }

    private static ProblemException unknown() {
        return new ProblemException(new Problem(ProblemType.UNKNOWN_OPERATION_KEY,
                "The operation has no such key of this caller. ?caller= names the caller, if the operation has callers."));
    }
}
