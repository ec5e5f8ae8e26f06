package dev.onceward.runtime.admin;

import java.time.Duration;
import java.util.function.Supplier;

import jakarta.inject.Singleton;
import jakarta.ws.rs.core.HttpHeaders;

import io.quarkus.logging.Log;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;

import dev.onceward.internal.memory.RequestMemory;
import dev.onceward.internal.pace.RepeatedFailures;
import dev.onceward.internal.request.Request;
import dev.onceward.runtime.body.Parsed.Invalid;
import dev.onceward.runtime.body.Parsed.Valid;
import dev.onceward.runtime.body.ReadBody;
import dev.onceward.runtime.problem.Problem;
import dev.onceward.runtime.problem.ProblemException;
import dev.onceward.runtime.problem.ProblemType;

/// Serves the requests to an admin API: checks the token before anything is read or done, and turns each failure into a
/// [ProblemException], which is written as problem+json.
@Singleton
public final class AdminApi {
    private static final int LONGEST_BODY = 8 << 10;
    private static final Duration BODY_TIMEOUT = Duration.ofSeconds(10);

    private final AdminAccess access;
    private final Vertx vertx;
    private final RepeatedFailures failures = new RepeatedFailures();

    AdminApi(AdminAccess access, Vertx vertx) {
        this.access = access;
        this.vertx = vertx;
    }

    /// Does the work if the caller has the scope.
    public <T> Uni<T> serve(AdminScope scope, HttpServerRequest request, Supplier<Uni<T>> work) {
        return access.refusal(scope, request.getHeader(HttpHeaders.AUTHORIZATION))
                .map(problem -> Uni.createFrom().<T>failure(new ProblemException(problem)))
                .orElseGet(() -> Uni.createFrom().<T>deferred(work::get)
                        .onItem().invoke(this::succeeded)
                        .onFailure().transform(this::problem));
    }

    /// Reads the short body of an operator's request. Call it inside [#serve].
    public Uni<Request> body(HttpServerRequest request) {
        return body(request, LONGEST_BODY, BODY_TIMEOUT, RequestMemory.UNLIMITED);
    }

    /// Reads the body of an operator's request. Call it inside [#serve].
    ///
    /// @param longest the most bytes that the body may have
    /// @param timeout how long the body may take to arrive
    /// @param memory where the memory of the body is taken from; the caller gives it back
    public Uni<Request> body(HttpServerRequest request, long longest, Duration timeout, RequestMemory memory) {
        return ReadBody.of(vertx, request, longest, timeout, memory).map(parsed -> switch (parsed) {
            case Valid(var body) -> body;
            case Invalid(var problem) -> throw new ProblemException(problem);
        });
    }

    /// An exception of `java.lang` is a defect of this code and is answered 500 with a stack trace in the log output. All
    /// others come from PostgreSQL or the way to it.
    private Throwable problem(Throwable failure) {
        if (failure instanceof ProblemException || failure.getClass().getPackageName().equals("java.lang")) {
            return failure;
        }
        if (failures.failed()) {
            Log.warnf("requests to the admin API fail: cause=%s", failure.toString());
        }
        Log.debugf("a request to the admin API failed: cause=%s", failure.toString());
        return new ProblemException(new Problem(ProblemType.UNAVAILABLE, "PostgreSQL cannot be asked at the moment."));
    }

    private void succeeded() {
        if (failures.succeeded()) {
            Log.info("requests to the admin API succeed again");
        }
    }
}
