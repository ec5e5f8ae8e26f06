package dev.onceward.intake.receive;

import java.util.List;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpServerRequest;

import dev.onceward.intake.body.BodyMemoryLimit;
import dev.onceward.intake.cloudevents.CloudEvent;
import dev.onceward.intake.cloudevents.CloudEventsBody;
import dev.onceward.intake.cloudevents.CloudEventsBody.Batch;
import dev.onceward.intake.cloudevents.CloudEventsBody.Single;
import dev.onceward.intake.cloudevents.ReadCloudEvents;
import dev.onceward.intake.limits.IntakeConfig;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.store.IntakeOutcome;
import dev.onceward.intake.store.ReceivedEvents;
import dev.onceward.intake.store.ReceivedEvents.Each;
import dev.onceward.intake.store.ReceivedEvents.One;
import dev.onceward.intake.store.Step;
import dev.onceward.intake.store.Step.Continue;
import dev.onceward.intake.store.Step.Finished;
import dev.onceward.internal.memory.BodyMemoryFull;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.body.Parsed;
import dev.onceward.runtime.body.Parsed.Invalid;
import dev.onceward.runtime.body.Parsed.Valid;
import dev.onceward.runtime.body.ReadBody;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Receives CloudEvents by the steps of [ReceiveWebhook], with two differences: there is no step for handshakes,
/// because the handshake of CloudEvents is a request of its own, and one request may hold several events, each of which
/// takes the steps from its key on.
@Singleton
public final class ReceiveCloudEvents {
    private static final Problem UNSIGNED_ATTRIBUTES = new Problem(ProblemType.MEDIA_TYPE,
            "A signature of the body does not cover ce- headers: this source accepts CloudEvents in structured or "
                    + "batch mode.");

    private final BodyMemoryLimit bodyMemoryLimit;
    private final ReceiveWebhook webhook;
    private final ReadCloudEvents reader;
    private final ParseEvent parseEvent;

    ReceiveCloudEvents(BodyMemoryLimit bodyMemoryLimit, ReceiveWebhook webhook, IntakeConfig config,
            ParseEvent parseEvent) {
        this.bodyMemoryLimit = bodyMemoryLimit;
        this.webhook = webhook;
        this.reader = new ReadCloudEvents(config.maxBatch());
        this.parseEvent = parseEvent;
    }

    Uni<ReceivedEvents> receive(Source source, HttpServerRequest http) {
        var memory = bodyMemoryLimit.newShare();
        return webhook.read(source, http, memory)
                .chain(step -> step.then(webhook::verify))
                .map(step -> step.next(this::readEvents))
                .chain(step -> storeEach(source, step))
                .onFailure(BodyMemoryFull.class)
                .recoverWithUni(() -> storeEach(source, Step.refused(ReadBody.NO_MEMORY)))
                .onTermination().invoke(memory::end);
    }

    /// Stores the CloudEvents of a request that an operator releases from quarantine.
    public Uni<ReceivedEvents> release(Source source, Request request) {
        return storeEach(source, readEvents(VerifiedRequest.released(source, request)));
    }

    private Step<CloudEventsBody> readEvents(VerifiedRequest verified) {
        var request = verified.request();
        return verified.source().signing().signsBody() && reader.isBinary(request)
                ? Step.refused(UNSIGNED_ATTRIBUTES)
                : Step.of(reader.read(request));
    }

    /// Reads all events before it stores the first, so that no event is stored if the memory does not suffice for all.
    private Uni<ReceivedEvents> storeEach(Source source, Step<CloudEventsBody> step) {
        return switch (step) {
            case Continue(Single(var item)) -> store(source, item).map(One::new);
            case Continue(Batch(var items)) -> storeAll(source, items).map(Each::new);
            case Finished(var outcome) -> webhook.store(source, new Finished<>(outcome)).map(One::new);
        };
    }

    private Uni<List<IntakeOutcome>> storeAll(Source source, List<Parsed<CloudEvent>> items) {
        return items.isEmpty()
                ? Uni.createFrom().item(List.of())
                : Uni.join().all(items.stream().map(item -> store(source, item)).toList()).andFailFast();
    }

    private Uni<IntakeOutcome> store(Source source, Parsed<CloudEvent> item) {
        return webhook.store(source, switch (item) {
            case Valid(var event) -> Step.of(parseEvent.cloudEvent(source, event));
            case Invalid(var problem) -> Step.refused(problem);
        });
    }
}
