package dev.onceward.internal.guard.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import dev.onceward.internal.guard.ClaimRequest;
import dev.onceward.internal.guard.model.ModelOfKey.State;

import static java.util.stream.Collectors.toCollection;

/// Plays one interleaving with the real store and the model.
final class PlayInterleaving {
    private final Interleaving interleaving;
    private final KeyInStores stores;
    private final Function<String, ClaimRequest> request;
    private final Supplier<RealCall> newCall;
    private final ModelOfKey key;
    private final List<CallInBoth> calls;
    private final List<Runnable> delayed = new ArrayList<>();
    private int number;

    /// A call, and what the model says of it.
    private record CallInBoth(RealCall real, ModelOfCall model) {}

    /// @param request for a body
    PlayInterleaving(Interleaving interleaving, KeyInStores stores, Function<String, ClaimRequest> request,
            Supplier<RealCall> newCall) {
        this.interleaving = interleaving;
        this.stores = stores;
        this.request = request;
        this.newCall = newCall;
        this.key = new ModelOfKey(interleaving.hold());
        this.calls = IntStream.range(0, Interleaving.CALLS).mapToObj(_ -> fresh("a"))
                .collect(toCollection(ArrayList::new));
    }

    private CallInBoth fresh(String body) {
        return new CallInBoth(newCall.get(), new ModelOfCall(key, body, ++number));
    }

    Optional<String> deviation() {
        try {
            return interleaving.steps().stream().map(this::deviation).flatMap(Optional::stream).findFirst()
                    .or(this::deviationInStores);
        } finally {
            calls.forEach(call -> call.real().crash());
        }
    }

    private Optional<String> deviationInStores() {
        return differs("row", key.row(), stores.row()).or(() -> differs("entry", key.entry(), stores.entry()));
    }

    private static Optional<String> differs(String what, String expected, String actual) {
        return expected.equals(actual)
                ? Optional.empty()
                : Optional.of("%s: expected <%s> but was <%s>".formatted(what, expected, actual));
    }

    private Optional<String> deviation(InterleavedStep step) {
        if (!isPossible(step)) {
            return Optional.empty();
        }
        var differs = play(step);
        var call = calls.get(step.call());
        call.model().given(call.real().gate().token(), call.real().generation());
        return differs;
    }

    private boolean isPossible(InterleavedStep step) {
        var call = calls.get(step.call()).model();
        return switch (step.action()) {
            case CLAIM, CLAIM_FOR_ANOTHER_BODY -> !call.isWaiting() && !call.isGranted();
            case RENEW, KEEP, KEEP_FAILURE, RELEASE, ASK_WHETHER_COMPLETED -> !call.isWaiting() && call.isGranted();
            case GO_ON, LOSE_COMMAND, LOSE_REPLY, DELAY_COMMAND -> call.isWaiting();
            case CRASH -> call.isWaiting() || call.isGranted();
            case DELAYED_COMMAND_ARRIVES -> !delayed.isEmpty();
            case END_LEASE, LOSE_ENTRY -> true;
            // Whatever waits for so long is too late by its own time, and here no time passes.
            case END_RETENTION -> delayed.isEmpty() && calls.stream().noneMatch(other -> other.model().isWaiting());
        };
    }

    private Optional<String> play(InterleavedStep step) {
        var real = calls.get(step.call()).real();
        var model = calls.get(step.call()).model();
        return switch (step.action()) {
            case CLAIM -> claim(step, "a");
            case CLAIM_FOR_ANOTHER_BODY -> claim(step, "b");
            case RENEW -> differs(step, model.renew(), real.renew());
            case KEEP -> differs(step, model.keep(State.COMPLETED), real.keep(model.answer()));
            case KEEP_FAILURE -> differs(step, model.keep(State.FAILED), real.keepFailure(model.answer()));
            case RELEASE -> differs(step, model.release(), real.release());
            case ASK_WHETHER_COMPLETED -> differs(step, model.isCompleted(), real.isCompleted());
            case GO_ON -> differs(step, model.goOn(true, true), real.goOn());
            case LOSE_COMMAND -> differs(step, model.goOn(false, false), real.goOnWithout());
            case LOSE_REPLY -> differs(step, model.goOn(true, false), real.goOnUnanswered());
            case DELAY_COMMAND -> delay(step, real, model);
            case CRASH, DELAYED_COMMAND_ARRIVES, END_LEASE, LOSE_ENTRY, END_RETENTION -> happen(step);
        };
    }

    private Optional<String> claim(InterleavedStep step, String body) {
        var call = fresh(body);
        var _ = calls.set(step.call(), call);
        return differs(step, call.model().claim(), call.real().claim(request.apply(body)));
    }

    private Optional<String> delay(InterleavedStep step, RealCall real, ModelOfCall model) {
        var late = model.delayed();
        delayed.add(late);
        var found = real.after(() -> delayed.add(real.gate().delay()));
        return differs(step, model.goOn(false, false), found);
    }

    private Optional<String> happen(InterleavedStep step) {
        switch (step.action()) {
            case CRASH -> {
                calls.get(step.call()).real().crash();
                var _ = calls.set(step.call(), fresh("a"));
            }
            case DELAYED_COMMAND_ARRIVES -> {
                delayed.forEach(Runnable::run);
                delayed.clear();
            }
            case END_LEASE -> both(key::endLease, stores::endLease);
            case LOSE_ENTRY -> both(key::loseEntry, stores::loseEntry);
            default -> both(key::endRetention, stores::endRetention);
        }
        return Optional.empty();
    }

    private static void both(Runnable model, Runnable real) {
        model.run();
        real.run();
    }

    private static Optional<String> differs(InterleavedStep step, String expected, String actual) {
        return differs(step.toString(), expected, actual);
    }
}
