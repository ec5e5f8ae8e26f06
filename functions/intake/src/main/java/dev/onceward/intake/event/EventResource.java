package dev.onceward.intake.event;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.admin.ReadToken;
import dev.onceward.intake.answer.IntakeAnswers;
import dev.onceward.intake.configuration.Sources;
import dev.onceward.intake.log.EventLog;
import dev.onceward.internal.key.Key;
import dev.onceward.runtime.log.Event;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// What was stored, for whoever has the read token. The bytes are a stranger's: a browser must not run them.
@Path("/events")
final class EventResource {
    private final EventLog log;
    private final Sources sources;
    private final ReadToken token;
    private final IntakeAnswers intakeAnswers;

    EventResource(EventLog log, Sources sources, ReadToken token, IntakeAnswers intakeAnswers) {
        this.log = log;
        this.sources = sources;
        this.token = token;
        this.intakeAnswers = intakeAnswers;
    }

    @GET
    @Path("/{id}")
    public Uni<Response> event(@RestPath String id,
            @HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization) {
        return read(authorization, id, EventResource::described);
    }

    @GET
    @Path("/{id}/body")
    public Uni<Response> body(@RestPath String id,
            @HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization) {
        return read(authorization, id, EventResource::bytes);
    }

    /// The event that a key made; where several bodies may share a key, the newest, with the ids of the others.
    @GET
    public Uni<Response> byKey(@RestQuery @Nullable String source, @RestQuery @Nullable String key,
            @HeaderParam(HttpHeaders.AUTHORIZATION) @Nullable String authorization) {
        return token.refusal(authorization)
                .or(() -> unfit(source, key))
                .map(this::refused)
                .orElseGet(() -> byKey(new Key(String.valueOf(source), String.valueOf(key))));
    }

    private Uni<Response> byKey(Key key) {
        return sources.named(key.scope()).filter(source -> source.rules().shareKeys()).isPresent()
                ? found(log.findShared(key).onItem().transformToUni(this::newest), EventResource::shown)
                : found(log.find(key), EventResource::described);
    }

    private Uni<Optional<JsonObject>> newest(List<UUID> events) {
        return events.isEmpty()
                ? Uni.createFrom().item(Optional.empty())
                : log.find(events.getFirst())
                        .map(found -> found.map(event -> EventJson.of(event, events.subList(1, events.size()))));
    }

    private Uni<Response> read(@Nullable String authorization, String id, Function<Event, Response> shown) {
        return token.refusal(authorization)
                .map(this::refused)
                .orElseGet(() -> uuid(id)
                        .map(event -> found(log.find(event), shown))
                        .orElseGet(() -> refused(new Problem(ProblemType.UNKNOWN_EVENT, "An event's id is a UUID."))));
    }

    private <T> Uni<Response> found(Uni<Optional<T>> sought, Function<T, Response> shown) {
        return sought
                .map(found -> found.map(shown).orElseGet(() -> intakeAnswers.of(new Problem(ProblemType.UNKNOWN_EVENT,
                        "The log has no such event, or no longer.")).toResponse()))
                .onFailure()
                .invoke(failure -> Log.debugf("intake could not read an event: cause=%s", failure.toString()))
                .onFailure().recoverWithItem(() -> intakeAnswers.of(new Problem(ProblemType.UNAVAILABLE,
                        "The log cannot be read at the moment.")).toResponse());
    }

    private Optional<Problem> unfit(@Nullable String source, @Nullable String key) {
        if (source == null || key == null) {
            return Optional.of(
                    new Problem(ProblemType.MALFORMED, "Events are found by ?source=NAME&key=KEY, or by their id."));
        }
        return sources.named(source)
                .map(known -> known.rules().key().accepts(key)
                        ? Optional.<Problem>empty()
                        : Optional.of(new Problem(ProblemType.KEY_MALFORMED,
                                "The key rule of this source makes no such key.")))
                .orElseGet(() -> Optional
                        .of(new Problem(ProblemType.UNKNOWN_SOURCE, "No source of this name is configured.")));
    }

    private Uni<Response> refused(Problem problem) {
        return Uni.createFrom().item(intakeAnswers.of(problem).toResponse());
    }

    private static Optional<UUID> uuid(String text) {
        try {
            return Optional.of(UUID.fromString(text));
        } catch (IllegalArgumentException notOne) {
            return Optional.empty();
        }
    }

    private static Response described(Event event) {
        return shown(EventJson.of(event));
    }

    private static Response shown(JsonObject json) {
        return inert(json.encode(), MediaType.APPLICATION_JSON);
    }

    private static Response bytes(Event event) {
        return inert(event.body().getBytes(), MediaType.APPLICATION_OCTET_STREAM);
    }

    private static Response inert(Object entity, String type) {
        return Response.ok(entity, type)
                .header("X-Content-Type-Options", "nosniff")
                .header("Content-Security-Policy", "sandbox")
                .header("Cache-Control", "no-store")
                .build();
    }
}
