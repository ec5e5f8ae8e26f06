package dev.onceward.relay.http;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClientRequest;
import org.jspecify.annotations.Nullable;

import dev.onceward.relay.sink.AttemptOutcome;

/// One attempt and the request it holds. It ends with an answer, or because nobody waits for it any more, whichever comes
/// first, and its request ends with it. Lives on one context, so that no two of them meet.
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

    /// A request that comes when all is over gives its connection back.
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

    /// From any thread. The connection of a request that was sent is closed.
    void giveUp() {
        context.runOnContext(_ -> drop());
    }

    private void drop() {
        if (outcome.tryFail("nobody waits for it any more") && request != null) {
            request.reset();
        }
    }
}
