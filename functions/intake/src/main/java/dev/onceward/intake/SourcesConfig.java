package dev.onceward.intake;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;

/// Who may send, and how each is read. Values are text here: the framework would take `unsigned=yess` for `false`, and
/// say of a wrong size how its pattern is spelled. [ReadSource] says what is allowed.
/// The source `events` is the way in for CloudEvents.
@ConfigMapping(prefix = "onceward.sources")
interface SourcesConfig {

    @WithParentName
    Map<String, SourceConfig> sources();

    interface SourceConfig {

        /// The scheme the source signs with. Without one the source must say `unsigned=true`.
        Optional<String> preset();

        /// The secrets of the preset; any of them will do, so that they can be rotated. A wrong one refuses everything.
        Optional<List<String>> secrets();

        /// Whether requests are taken without a signature. Then everybody who finds the address can send.
        @WithDefault("false")
        String unsigned();

        /// The rule for the key: the preset's event id by default, else `header:Idempotency-Key`. A rule that is too
        /// coarse drops events that differ, one that is too fine lets copies through.
        Optional<String> key();

        /// The rule for the ordering key. Events of one ordering key are delivered in order; without one, order is not
        /// kept.
        Optional<String> ordering();

        /// The topic of its events: the name of the source by default.
        Optional<String> topic();

        /// What a known key with another body means: `reject` (422), `accept` (a new event) or `replay` (the first
        /// answer again). By default `reject`, for CloudEvents `replay`. With `replay` a changed body is dropped.
        Optional<String> onMismatch();

        /// How long a key is kept, or `forever`. Shorter than the sender retries, and a late copy is a new event.
        @WithDefault("30d")
        String retention();

        /// The largest body. What is larger is answered 413 and not stored.
        @WithDefault("1M")
        String maxBody();

        /// The media types that are taken; all by default. Others are answered 415.
        Optional<List<String>> contentTypes();

        /// The share of duplicates, in percent, above which a warning is logged, once a minute at most.
        @WithDefault("20")
        String warnAboveDuplicates();
    }
}
