package dev.onceward.guard.rest;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.quarkus.runtime.configuration.MemorySize;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithDefaults;

import dev.onceward.guard.Operation.OnAbandon;
import dev.onceward.guard.Operation.Store;
import dev.onceward.guard.Operation.WithoutRedis;
import dev.onceward.internal.answer.StatusProfile;

/// Settings of idempotent endpoints.
@ConfigMapping(prefix = "onceward.guard")
interface IdempotentConfig {

    /// The largest body that becomes a parameter of an idempotent method. A larger one is answered 413. Too large, and comparing
    /// bodies takes much memory: JSON is up to thirty times as large in memory.
    @WithDefault("1M")
    MemorySize maxBody();

    /// Settings of single operations.
    @WithDefaults
    Map<String, OperationConfig> operations();

    /// Settings of the operation of `@Idempotent(operation = "NAME")`.
    interface OperationConfig {

        /// How long a process has the key to itself before another may take over. It is renewed while the method runs. Shorter
        /// than a pause of the process, and the method may run twice at the same time.
        @WithDefault("30s")
        Duration lease();

        /// How long an answer is kept. A repetition that comes later runs the method again.
        @WithDefault("7d")
        Duration retention();

        /// What happens when the process that ran the method died: with `retry` the next request runs it again, with `hold` an
        /// operator decides.
        @WithDefault("retry")
        OnAbandon onAbandon();

        /// Whether exceptions and answers of 500 and above are kept too. If not, the next request runs the method again.
        @WithDefault("false")
        boolean keepErrors();

        /// The largest answer that is kept, with its headers. A repetition of a larger one is answered 410.
        @WithDefault("65536")
        int maxAnswerBytes();

        /// Where keys and answers are: `tiered`, `postgres` or `redis`. The default is `onceward.guard.store`.
        Optional<Store> store();

        /// What happens while Redis does not answer: `postgres`, `refuse` for a 503, or `warn`. The default is
        /// `onceward.guard.without-redis`.
        Optional<WithoutRedis> withoutRedis();

        /// The key rule, for example `header:Idempotency-Key` or `json:/order/id`.
        @WithDefault("header:Idempotency-Key")
        String key();

        /// Whether a request without a key is refused. If not, the method runs for each request without a key.
        @WithDefault("true")
        boolean keyRequired();

        /// Who the key belongs to: `principal`, or `header:NAME` for a header that a proxy sets. The default is the application's
        /// bean of the type `IdempotencyCaller`, or else the principal. A header that clients can choose lets them read the
        /// answers of others.
        Optional<String> caller();

        /// The headers that a repetition must repeat.
        Optional<List<String>> headers();

        /// JSON pointers to the fields of the body that a repetition must repeat. The default is all fields.
        Optional<List<String>> fields();

        /// JSON pointers to fields of the body that a repetition may change, add or leave out.
        Optional<List<String>> ignoredFields();

        /// Headers of the answer that a repetition does not get, besides `Set-Cookie` and `Authorization`.
        Optional<List<String>> dropHeaders();

        /// The statuses of answers that are not the method's: `ietf`, or `accepted` with 202 while the first request is in flight,
        /// 409 for another request with the key, and 422 for a kept failure.
        @WithDefault("ietf")
        StatusProfile profile();

        /// The address of your documentation of this endpoint, for the header `Link` of problems. The default is a page of Onceward.
        Optional<String> documentation();
    }
}
