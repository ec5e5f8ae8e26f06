package dev.onceward.internal.answer;

import org.jspecify.annotations.Nullable;

/// The failure of a method. It tells a failure of the method from one of the guard, and has the text of the method's own.
public final class FailedAnswer extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient @Nullable RestAnswer answer;

    /// @param answer that an exception mapper has made of the failure, or that the method has returned; null if there is none
    FailedAnswer(Throwable cause, @Nullable RestAnswer answer) {
        super(null, cause, false, false);
        this.answer = answer;
    }

    public @Nullable RestAnswer answer() {
        return answer;
    }

    /// The guard keeps this text, and whoever reads it looks for the failure of the method.
    @Override
    @SuppressWarnings("OverrideThrowableToString")
    public String toString() {
        return String.valueOf(getCause());
    }
}
