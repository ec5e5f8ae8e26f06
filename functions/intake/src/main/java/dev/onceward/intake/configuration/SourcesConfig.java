package dev.onceward.intake.configuration;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;

/// Who may send, and how their requests are read. Values are text here: the framework would take `unsigned=yess` for
/// `false`, and would explain a wrong size by a regular expression. [ReadSource] reports which values are allowed. The
/// source `events` receives CloudEvents.
@ConfigMapping(prefix = "onceward.sources")
interface SourcesConfig {

    @WithParentName
    Map<String, SourceConfig> sources();

    interface SourceConfig {

        /// All properties of the source, also those that no method below reads, so that a misspelt property stops the
        /// start.
        @WithParentName
        Map<String, ConfigValue> all();

        /// The sender, by the name of its preset: the scheme it signs with, where its event id is, its handshake. A
        /// source without a preset needs a `scheme` or `unsigned=true`.
        Optional<String> preset();

        /// A scheme of your own, or changes to the scheme of the preset, in the syntax of presets: `scheme.signature`,
        /// `scheme.signed` and so on. A wrong scheme refuses every request.
        Map<String, String> scheme();

        /// The secrets of the scheme, separated by commas, the newest first. A request is accepted if any of them
        /// matches, so that secrets can be rotated. `file:/path` is a file, or a directory with a file for each
        /// secret, and is read again when it changes. A wrong secret refuses every request.
        Optional<ConfigValue> secrets();

        /// One secret with an id of its own, for metrics and logs, as in `secret.autumn`. Secrets without an id are
        /// numbered, and those in files are named after the file.
        Map<String, ConfigValue> secret();

        /// The address that the sender was given, for schemes that sign it or name it.
        Optional<String> url();

        /// How far the sender's timestamp may differ from this machine's clock, or `none`. The default is the
        /// preset's. A scheme of your own that has a timestamp requires it. Too small, and genuine requests are
        /// refused.
        Optional<String> tolerance();

        /// The token that the sender must know in an unsigned handshake: at least 16 characters, or `file:/path`, which
        /// is read at the start. Whoever guesses it can pass for the sender.
        Optional<ConfigValue> handshakeToken();

        /// What happens to a request that fails verification: `reject`, or `quarantine` to keep it for an operator.
        @WithDefault("reject")
        String onUnverified();

        /// Whether requests are accepted without a signature. Then everybody who finds the address can send.
        @WithDefault("false")
        String unsigned();

        /// The key rule. The default is the preset's event id, or `header:Idempotency-Key` for an unsigned source. A
        /// scheme of your own requires it. A rule that is too coarse drops different events, one that is too fine
        /// stores copies.
        Optional<String> key();

        /// The key rule for the ordering key. Subscriptions with `ordering=key` deliver events of one ordering key in
        /// order.
        Optional<String> ordering();

        /// The group within which ordering keys are compared, by default the source itself. Sources with the same
        /// group share the order of their events. Use it only for senders that may delay each other's events.
        Optional<String> orderingGroup();

        /// The key rule for the type of an event. The default is the preset's.
        Optional<String> type();

        /// The topic of the events. The default is the name of the source.
        Optional<String> topic();

        /// The answer to another body under a known key: `reject` (422), `accept` (a new event) or `replay` (the
        /// first answer again). The default is `replay` for presets and CloudEvents, else `reject`. With `replay` a
        /// changed body is dropped.
        Optional<String> onMismatch();

        /// The status of a success: 200, 201, 202 or 204. The default is the preset's, else 202. A sender repeats
        /// what it does not count as a success.
        Optional<String> status();

        /// How long a key is kept, or `forever`. If that is shorter than the sender retries, a late copy is a new
        /// event.
        @WithDefault("30d")
        String retention();

        /// The largest body. The default is the preset's, else 1M. A larger body is answered 413 and not stored.
        Optional<String> maxBody();

        /// The media types that are accepted; all by default. Others are answered 415.
        Optional<List<String>> contentTypes();

        /// The share of duplicates, in percent, above which a warning is logged, at most once a minute.
        @WithDefault("20")
        String warnAboveDuplicates();
    }
}
