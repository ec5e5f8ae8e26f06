package dev.onceward.intake.configuration;

import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.ConfigValue;
import io.smallrye.config.WithDefault;
import io.smallrye.config.WithParentName;

/// Who may send, and how each is read. Values are text here: the framework would take `unsigned=yess` for `false`, and
/// say of a wrong size how its pattern is spelled. [ReadSource] says what is allowed.
/// The source `events` is the way in for CloudEvents.
@ConfigMapping(prefix = "onceward.sources")
public interface SourcesConfig {

    @WithParentName
    Map<String, SourceConfig> sources();

    interface SourceConfig {

        /// Whatever is written of the source, also what no property below reads, so that a misspelt one stops the start.
        @WithParentName
        Map<String, ConfigValue> all();

        /// Who sends: the scheme it signs with, where its event id is, the handshake it wants. Without one the source
        /// must describe its `scheme` or say `unsigned=true`.
        Optional<String> preset();

        /// A scheme of its own, or what differs from the preset's, in the words of the presets: `scheme.signature`,
        /// `scheme.signed` and so on. What is wrong here refuses everything.
        Map<String, String> scheme();

        /// The secrets of the scheme, the newest first; any of them will do, so that they can be rotated. `file:/path` is
        /// a file, or a directory with a file for each, read again when it changes. A wrong one refuses everything.
        Optional<ConfigValue> secrets();

        /// Secrets under a name of their own for metrics and logs, as in `secret.autumn`; else they are counted, and those
        /// in files go by the name of the file.
        Map<String, ConfigValue> secret();

        /// The address that the sender was given, for schemes that sign it or name it.
        Optional<String> url();

        /// How far the sender's timestamp may be from our clock, or `none`: the preset's by default; a scheme of its own
        /// that has a timestamp must say it. Too small, and honest requests are refused.
        Optional<String> tolerance();

        /// What the sender must know in a handshake that is not signed, at least 16 characters, or `file:/path`,
        /// which is read at the start. Whoever guesses it can pass for the sender.
        Optional<ConfigValue> handshakeToken();

        /// What becomes of a request that is not genuine: `reject`, or `quarantine` to keep it aside for an operator.
        @WithDefault("reject")
        String onUnverified();

        /// Whether requests are taken without a signature. Then everybody who finds the address can send.
        @WithDefault("false")
        String unsigned();

        /// The rule for the key: the preset's event id by default, `header:Idempotency-Key` for what is unsigned; a scheme
        /// of its own must say one. A rule that is too coarse drops events that differ, one that is too fine lets copies
        /// through.
        Optional<String> key();

        /// The rule for the ordering key. Events of one ordering key are delivered in order; without one, order is not
        /// kept.
        Optional<String> ordering();

        /// What the ordering keys of this source are bound to, by default the source itself. Sources that name one group share
        /// the order of their events: give it only to senders that may hold up each other's events.
        Optional<String> orderingGroup();

        /// The rule for the type of an event: the preset's by default.
        Optional<String> type();

        /// The topic of its events: the name of the source by default.
        Optional<String> topic();

        /// What a known key with another body means: `reject` (422), `accept` (a new event) or `replay` (the first
        /// answer again). By default `replay` for presets and CloudEvents, else `reject`. With `replay` a changed body
        /// is dropped.
        Optional<String> onMismatch();

        /// The status that the sender is answered for an event that was taken: 200, 201, 202 or 204; the preset's by
        /// default, or 202. What the sender does not count as a success, it sends again.
        Optional<String> status();

        /// How long a key is kept, or `forever`. Shorter than the sender retries, and a late copy is a new event.
        @WithDefault("30d")
        String retention();

        /// The largest body: the preset's by default, or 1M. What is larger is answered 413 and not stored.
        Optional<String> maxBody();

        /// The media types that are taken; all by default. Others are answered 415.
        Optional<List<String>> contentTypes();

        /// The share of duplicates, in percent, above which a warning is logged, once a minute at most.
        @WithDefault("20")
        String warnAboveDuplicates();
    }
}
