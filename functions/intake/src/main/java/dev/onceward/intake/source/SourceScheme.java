package dev.onceward.intake.source;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.onceward.intake.secret.ReloadOutcome;
import dev.onceward.intake.secret.ReloadOutcome.Changed;
import dev.onceward.intake.secret.ReloadOutcome.Same;
import dev.onceward.intake.secret.ReloadOutcome.Unusable;
import dev.onceward.intake.secret.SecretOrigin;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Unsigned;

/// Holds the scheme of a source, made of its present secrets.
public final class SourceScheme {
    private final List<SecretOrigin> origins;
    private final Function<List<SecretText>, Scheme> preset;
    private volatile Loaded loaded;

    /// @param configured the secrets of the operator, which may change in files
    /// @param fromHandshakes the secrets that the sender gave in handshakes
    private record Loaded(List<SecretText> configured, List<SecretText> fromHandshakes, Scheme scheme) {

        List<SecretText> all() {
            return Stream.concat(configured.stream(), fromHandshakes.stream()).toList();
        }
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …" and quotes none of them
    public SourceScheme(List<SecretOrigin> origins, Function<List<SecretText>, Scheme> preset) {
        this.origins = List.copyOf(origins);
        this.preset = preset;
        this.loaded = load(read(), List.of());
    }

    public static SourceScheme none() {
        return new SourceScheme(List.of(), _ -> new Unsigned());
    }

    public Scheme scheme() {
        return loaded.scheme;
    }

    /// The newest secret comes first, in the order in which the operator listed them.
    public List<SecretText> secrets() {
        return loaded.all();
    }

    public boolean areWritten() {
        return origins.stream().allMatch(SecretOrigin.Written.class::isInstance);
    }

    /// The paths of the secrets' files, for log messages.
    public String places() {
        return origins.stream().flatMap(origin -> origin.place().stream()).map(Path::toString)
                .collect(Collectors.joining(", "));
    }

    /// Reads the secrets again. This blocks the calling thread, but no other caller.
    public ReloadOutcome reload() {
        try {
            return reload(read());
        } catch (IllegalArgumentException refused) {
            return new Unusable(String.valueOf(refused.getMessage()));
        }
    }

    private synchronized ReloadOutcome reload(List<SecretText> configured) {
        return take(configured, loaded.fromHandshakes);
    }

    /// @param secrets all secrets that the sender gave in handshakes
    public synchronized ReloadOutcome useHandshakeSecrets(List<SecretText> secrets) {
        return take(loaded.configured, List.copyOf(secrets));
    }

    private ReloadOutcome take(List<SecretText> configured, List<SecretText> fromHandshakes) {
        if (configured.equals(loaded.configured) && fromHandshakes.equals(loaded.fromHandshakes)) {
            return new Same();
        }
        try {
            loaded = load(configured, fromHandshakes);
            return new Changed(loaded.all().stream().map(SecretText::id).toList());
        } catch (IllegalArgumentException refused) {
            return new Unusable(String.valueOf(refused.getMessage()));
        }
    }

    private Loaded load(List<SecretText> configured, List<SecretText> fromHandshakes) {
        var ids = new HashSet<String>();
        configured.stream().map(SecretText::id).filter(id -> !ids.add(id)).findFirst().ifPresent(id -> {
            throw new IllegalArgumentException(
                    "has two secrets with the same id, " + id + ", so a match could not be told apart");
        });
        return new Loaded(configured, fromHandshakes,
                preset.apply(Stream.concat(configured.stream(), fromHandshakes.stream()).toList()));
    }

    private List<SecretText> read() {
        return origins.stream().flatMap(origin -> origin.read().stream()).toList();
    }
}
