package dev.onceward.intake.event;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.RestResponse;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.configuration.Sources;
import dev.onceward.intake.log.EventLog;
import dev.onceward.intake.source.Source;
import dev.onceward.internal.key.Key;
import dev.onceward.runtime.admin.AdminAnswer;
import dev.onceward.runtime.admin.AdminApi;
import dev.onceward.runtime.admin.AdminScope;
import dev.onceward.runtime.log.Event;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemException;
import dev.onceward.runtime.problem.ProblemType;

/// Shows stored events to callers that have the read token.
@Path("/events")
final class EventResource {
    private final AdminApi admin;
    private final EventLog log;
    private final Sources sources;

    EventResource(AdminApi admin, EventLog log, Sources sources) {
        this.admin = admin;
        this.log = log;
        this.sources = sources;
    }

    @GET
    @Path("/{id}")
    public Uni<RestResponse<String>> event(@RestPath String id, @Context HttpServerRequest request) {
        return admin.serve(AdminScope.READ_EVENTS, request,
                () -> find(id).map(event -> AdminAnswer.json(EventJson.of(event))));
    }

    @GET
    @Path("/{id}/body")
    public Uni<RestResponse<byte[]>> body(@RestPath String id, @Context HttpServerRequest request) {
        return admin.serve(AdminScope.READ_EVENTS, request,
                () -> find(id).map(event -> AdminAnswer.bytes(event.body().getBytes())));
    }

    /// Shows the event that a key made. Where several bodies may share a key, that is the newest, with the ids of the others.
    @GET
    public Uni<RestResponse<String>> byKey(@RestQuery @Nullable String source, @RestQuery @Nullable String key,
            @Context HttpServerRequest request) {
        return admin.serve(AdminScope.READ_EVENTS, request, () -> byKey(source, key).map(AdminAnswer::json));
    }

    private Uni<JsonObject> byKey(@Nullable String source, @Nullable String key) {
        if (source == null || key == null) {
            throw ProblemException.malformed("Events are found by ?source=NAME&key=KEY, or by their id.");
        }
        var known = sources.required(source);
        if (!known.rules().key().accepts(key)) {
            throw new ProblemException(
                    new Problem(ProblemType.KEY_MALFORMED, "The key rule of this source makes no such key."));
        }
        return byKey(known, new Key(source, key)).map(EventResource::required);
    }

    private Uni<Optional<JsonObject>> byKey(Source source, Key key) {
        return source.rules().shareKeys()
                ? log.findShared(key).chain(this::newest)
                : log.find(key).map(found -> found.map(EventJson::of));
    }

    private Uni<Optional<JsonObject>> newest(List<UUID> events) {
        return events.isEmpty()
                ? Uni.createFrom().item(Optional.empty())
                : log.find(events.getFirst())
                        .map(found -> found.map(event -> EventJson.of(event, events.subList(1, events.size()))));
    }

    private Uni<Event> find(String id) {
        return log.find(uuid(id)).map(EventResource::required);
    }

    private static UUID uuid(String id) {
        try {
            return UUID.fromString(id);
        } catch (IllegalArgumentException malformed) {
            throw unknown("An event's id is a UUID.");
        }
    }

    private static <T> T required(Optional<T> found) {
        return found.orElseThrow(() -> unknown("The log has no such event, or no longer."));
    }

    private static ProblemException unknown(String detail) {
        return new ProblemException(new Problem(ProblemType.UNKNOWN_EVENT, detail));
    }
}
