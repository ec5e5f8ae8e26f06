package dev.onceward.intake;

import java.util.List;

import jakarta.inject.Singleton;

import io.smallrye.mutiny.Uni;

import dev.onceward.intake.CloudEventsIn.Batch;
import dev.onceward.intake.CloudEventsIn.Item;
import dev.onceward.intake.CloudEventsIn.Item.Bad;
import dev.onceward.intake.CloudEventsIn.Item.Good;
import dev.onceward.intake.CloudEventsIn.Single;
import dev.onceward.intake.CloudEventsIn.Unreadable;
import dev.onceward.intake.Received.Each;
import dev.onceward.intake.Received.One;
import dev.onceward.intake.source.Source;
import dev.onceward.problem.Problem;
import dev.onceward.problem.ProblemType;
import dev.onceward.request.Request;

/// Reads the CloudEvents of a request that was verified as a whole, or that an operator answers for, and stores each.
@Singleton
final class ReceiveCloudEvents {
    private static final Problem UNSIGNED_ATTRIBUTES = new Problem(ProblemType.MEDIA_TYPE,
            "A signature of the body does not cover ce- headers: this source takes CloudEvents in structured or batch mode.");

    private final Reception reception;
    private final ReadCloudEvents reader;

    ReceiveCloudEvents(Reception reception, IntakeConfig config) {
        this.reception = reception;
        this.reader = new ReadCloudEvents(config.maxBatch());
    }

    Uni<Received> genuine(Source source, Request request) {
        return source.signing().signsBody() && reader.isBinary(request)
                ? refused(source, UNSIGNED_ATTRIBUTES)
                : store(source, reader.read(request));
    }

    Uni<Received> refused(Source source, Problem problem) {
        return reception.refuse(source, problem).map(One::new);
    }

    private Uni<Received> store(Source source, CloudEventsIn in) {
        return switch (in) {
            case Unreadable(var problem) -> refused(source, problem);
            case Single(var item) -> store(source, item).map(One::new);
            case Batch(var items) -> store(source, items).map(Each::new);
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
}
