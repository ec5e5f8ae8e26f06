package dev.onceward.intake;

import java.util.List;

import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Context;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;
import org.jboss.resteasy.reactive.RestResponse;
import org.jboss.resteasy.reactive.RestResponse.ResponseBuilder;
import org.jspecify.annotations.Nullable;

import dev.onceward.intake.CloudEventsIn.Batch;
import dev.onceward.intake.CloudEventsIn.Item;
import dev.onceward.intake.CloudEventsIn.Item.Bad;
import dev.onceward.intake.CloudEventsIn.Item.Good;
import dev.onceward.intake.CloudEventsIn.Single;
import dev.onceward.intake.CloudEventsIn.Unreadable;
import dev.onceward.intake.Entrance.Admitted;
import dev.onceward.intake.Entrance.Turned;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.source.Sources;
import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;
import dev.onceward.request.Request;
import dev.onceward.signature.Verdict.Genuine;

/// The way in for CloudEvents: a Knative sink, and the receiver of the CloudEvents webhook specification.
@Path("/events")
final class CloudEventsResource {
    private static final Problem UNSIGNED_ATTRIBUTES = new Problem(ProblemType.MEDIA_TYPE,
            "A signature of the body does not cover ce- headers: this source takes CloudEvents in structured or batch mode.");

    private final Sources sources;
    private final Doorway doorway;
    private final Reception reception;
    private final Answers answers;
    private final ReadCloudEvents reader;
    private final IntakeConfig config;

    CloudEventsResource(Sources sources, Doorway doorway, Reception reception, Answers answers, IntakeConfig config) {
        this.sources = sources;
        this.doorway = doorway;
        this.reception = reception;
        this.answers = answers;
        this.reader = new ReadCloudEvents(config.maxBatch());
        this.config = config;
    }

    @POST
    public Uni<RestResponse<String>> take(@Context HttpServerRequest request) {
        return sources.events()
                .map(source -> take(source, request))
                .orElseGet(() -> Uni.createFrom().item(closed()));
    }

    /// The handshake: a sender asks whether its events are welcome, and how many.
    @OPTIONS
    public RestResponse<String> welcome(@HeaderParam("WebHook-Request-Origin") @Nullable String origin) {
        if (sources.events().isEmpty()) {
            return closed();
        }
        var response = ResponseBuilder.<String>create(200).header("Allow", "OPTIONS, POST");
        return origin == null
                ? response.build()
                : response.header("WebHook-Allowed-Origin", config.allowedOrigin())
                        .header("WebHook-Allowed-Rate", config.allowedRate())
                        .build();
    }

    private Uni<RestResponse<String>> take(Source source, HttpServerRequest request) {
        return doorway.enter(source, request, entrance -> switch (entrance) {
            case Turned(var problem) -> refused(source, problem);
            case Admitted(var whole) -> verified(source, whole);
        });
    }

    private Uni<RestResponse<String>> verified(Source source, Request request) {
        return reception.verify(source, request).onItem().transformToUni(verdict -> verdict instanceof Genuine
                ? genuine(source, request)
                : refused(source, Reception.problem(verdict)));
    }

    /// What was verified as a whole, or what an operator answers for.
    Uni<RestResponse<String>> genuine(Source source, Request request) {
        return source.signing().signsBody() && reader.isBinary(request)
                ? refused(source, UNSIGNED_ATTRIBUTES)
                : store(source, reader.read(request));
    }

    private Uni<RestResponse<String>> store(Source source, CloudEventsIn in) {
        return switch (in) {
            case Unreadable(var problem) -> refused(source, problem);
            case Single(var item) -> store(source, item).map(outcome -> answers.of(source, outcome));
            case Batch(var items) -> store(source, items).map(answers::each);
        };
    }

    private Uni<List<Outcome>> store(Source source, List<Item> items) {
        return items.isEmpty()
                ? Uni.createFrom().item(List.of())
                : Uni.join().all(items.stream().map(item -> store(source, item)).toList()).andFailFast();
    }

    private Uni<Outcome> store(Source source, Item item) {
        return switch (item) {
            case Good(var event) -> reception.cloudEvent(source, event);
            case Bad(var problem) -> reception.refuse(source, problem);
        };
    }

    private Uni<RestResponse<String>> refused(Source source, Problem problem) {
        return reception.refuse(source, problem).map(outcome -> answers.of(source, outcome));
    }

    private RestResponse<String> closed() {
        return answers.of(new Problem(ProblemType.UNKNOWN_SOURCE,
                "CloudEvents are not taken here: onceward.sources.events.* opens this address."));
    }
}
