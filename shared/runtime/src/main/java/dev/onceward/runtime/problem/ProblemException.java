package dev.onceward.runtime.problem;

import java.io.Serial;

/// Ends a request with a problem.
public final class ProblemException extends RuntimeException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    /// The request cannot be understood.
    ///
    /// @param detail a sentence that names what was wrong and what is allowed
    public static ProblemException malformed(String detail) {
        return new ProblemException(new Problem(ProblemType.MALFORMED, detail));
    }

    public Problem problem() {
        return problem;
    }
}
