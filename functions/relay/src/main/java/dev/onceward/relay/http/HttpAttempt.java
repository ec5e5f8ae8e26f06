package dev.onceward.relay.http;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClientRequest;
import org.jspecify.annotations.Nullable;

import dev.onceward.relay.sink.AttemptOutcome;

/// Holds one attempt and its request. The attempt ends with an answer or by cancellation, whichever comes first, and
/// its request ends with it. All methods but [#giveUp] run on one context, so they need no locks.
final class HttpAttempt {
    private final Context context;
    private final Promise<AttemptOutcome> outcome = Promise.promise();
    private @Nullable HttpClientRequest request;

    HttpAttempt(Context context) {
        this.context = context;
    }

    Future<AttemptOutcome> outcome() {
        return outcome.future();
    }

    /// If the attempt is over when its request is ready, the request is reset, which gives its connection back.
    Future<HttpClientRequest> hold(HttpClientRequest opened) {
        request = opened;
        if (!outcome.future().isComplete()) {
            return Future.succeededFuture(opened);
        }
        opened.reset();
        return Future.failedFuture("the attempt is over");
    }

    void answered(AttemptOutcome result) {
        outcome.tryComplete(result);
    }

    /// Cancels the attempt, from any thread. If the request was sent, its connection is closed.
    void giveUp() {
        context.runOnContext(_ -> drop());
    }

    private void drop() {
        if (outcome.tryFail("the attempt was cancelled") && request != null) {
            request.reset();
        }
    }
}
