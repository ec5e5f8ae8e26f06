package dev.onceward.intake.store;

import java.util.function.Function;

import io.smallrye.mutiny.Uni;

import dev.onceward.intake.store.IntakeOutcome.RequestRefused;
import dev.onceward.runtime.body.Parsed;
import dev.onceward.runtime.body.Parsed.Invalid;
import dev.onceward.runtime.body.Parsed.Valid;
import dev.onceward.runtime.problem.Problem;

/// The result of one step: the request continues with a value, or it is finished and the steps that are left do nothing.
public sealed interface Step<T> {

    record Continue<T>(T value) implements Step<T> {}

    record Finished<T>(IntakeOutcome outcome) implements Step<T> {}

    static <T> Step<T> of(Parsed<T> parsed) {
        return switch (parsed) {
            case Valid(var value) -> new Continue<>(value);
            case Invalid(var problem) -> refused(problem);
        };
    }

    static <T> Step<T> refused(Problem problem) {
        return new Finished<>(new RequestRefused(problem));
    }

    /// Takes the next step, which returns its result at once.
    default <R> Step<R> next(Function<T, Step<R>> next) {
        return switch (this) {
            case Continue(var value) -> next.apply(value);
            case Finished(var outcome) -> new Finished<>(outcome);
        };
    }

    /// Takes the next step, which returns its result later.
    default <R> Uni<Step<R>> then(Function<T, Uni<Step<R>>> next) {
        return switch (this) {
            case Continue(var value) -> next.apply(value);
            case Finished(var outcome) -> Uni.createFrom().item(new Finished<>(outcome));
        };
    }

    /// Takes the last step, which always has an outcome.
    default Uni<IntakeOutcome> last(Function<T, Uni<IntakeOutcome>> last) {
        return switch (this) {
            case Continue(var value) -> last.apply(value);
            case Finished(var outcome) -> Uni.createFrom().item(outcome);
        };
    }
}
