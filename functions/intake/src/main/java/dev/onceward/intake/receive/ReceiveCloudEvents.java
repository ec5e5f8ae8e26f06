package dev.onceward.intake.receive;

import java.util.List;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;

import dev.onceward.intake.cloudevents.CloudEventsBody;
import dev.onceward.intake.cloudevents.CloudEventsBody.Batch;
import dev.onceward.intake.cloudevents.CloudEventsBody.BatchItem;
import dev.onceward.intake.cloudevents.CloudEventsBody.BatchItem.InvalidItem;
import dev.onceward.intake.cloudevents.CloudEventsBody.BatchItem.ValidItem;
import dev.onceward.intake.cloudevents.CloudEventsBody.Single;
import dev.onceward.intake.cloudevents.CloudEventsBody.Unreadable;
import dev.onceward.intake.cloudevents.ReadCloudEvents;
import dev.onceward.intake.limits.IntakeConfig;
import dev.onceward.intake.source.Source;
import dev.onceward.intake.store.IntakeOutcome;
import dev.onceward.intake.store.ReceivedEvents;
import dev.onceward.intake.store.ReceivedEvents.Each;
import dev.onceward.intake.store.ReceivedEvents.One;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemType;

/// Reads the CloudEvents of a request that was verified as a whole, or that an operator answers for, and stores each.
@Singleton
public final class ReceiveCloudEvents {
    private static final Problem UNSIGNED_ATTRIBUTES = new Problem(ProblemType.MEDIA_TYPE,
            "A signature of the body does not cover ce- headers: this source takes CloudEvents in structured or batch mode.");

    private final ReceiveWebhook receiveWebhook;
    private final ReadCloudEvents reader;

    ReceiveCloudEvents(ReceiveWebhook receiveWebhook, IntakeConfig config) {
        this.receiveWebhook = receiveWebhook;
        this.reader = new ReadCloudEvents(config.maxBatch());
    }

    public Uni<ReceivedEvents> genuine(Source source, Request request) {
        return source.signing().signsBody() && reader.isBinary(request)
                ? refused(source, UNSIGNED_ATTRIBUTES)
                : store(source, reader.read(request));
    }

    Uni<ReceivedEvents> refused(Source source, Problem problem) {
        return receiveWebhook.refuse(source, problem).map(One::new);
    }

    private Uni<ReceivedEvents> store(Source source, CloudEventsBody in) {
        return switch (in) {
            case Unreadable(var problem) -> refused(source, problem);
            case Single(var item) -> store(source, item).map(One::new);
            case Batch(var items) -> store(source, items).map(Each::new);
        };
    }

    private Uni<List<IntakeOutcome>> store(Source source, List<BatchItem> items) {
        return items.isEmpty()
                ? Uni.createFrom().item(List.of())
                : Uni.join().all(items.stream().map(item -> store(source, item)).toList()).andFailFast();
    }

    private Uni<IntakeOutcome> store(Source source, BatchItem item) {
        return switch (item) {
            case ValidItem(var event) -> receiveWebhook.cloudEvent(source, event);
            case InvalidItem(var problem) -> receiveWebhook.refuse(source, problem);
        };
    }
}
