package dev.onceward.intake.source;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import dev.onceward.intake.secret.SecretOrigin;
import dev.onceward.intake.secret.SecretRenewal;
import dev.onceward.intake.secret.SecretRenewal.Changed;
import dev.onceward.intake.secret.SecretRenewal.Same;
import dev.onceward.intake.secret.SecretRenewal.Unusable;
import dev.onceward.intake.signature.Scheme;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.signature.Unsigned;

/// What the requests of a source are held against: its scheme, made of the secrets it has at the time.
public final class SourceScheme {
    private final List<SecretOrigin> origins;
    private final Function<List<SecretText>, Scheme> preset;
    private volatile Held held;

    /// @param configured what the operator gave, which may change in files
    /// @param learned what the sender gave in handshakes
    private record Held(List<SecretText> configured, List<SecretText> learned, Scheme scheme) {

        List<SecretText> all() {
            return Stream.concat(configured.stream(), learned.stream()).toList();
        }
    }

    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …" and quotes none of them
    public SourceScheme(List<SecretOrigin> origins, Function<List<SecretText>, Scheme> preset) {
        this.origins = List.copyOf(origins);
        this.preset = preset;
        this.held = hold(read(), List.of());
    }

    public static SourceScheme none() {
        return new SourceScheme(List.of(), _ -> new Unsigned());
    }

    public Scheme scheme() {
        return held.scheme;
    }

    /// The newest first, as the operator listed them.
    public List<SecretText> secrets() {
        return held.all();
    }

    public boolean areWritten() {
        return origins.stream().allMatch(SecretOrigin.Written.class::isInstance);
    }

    /// For people, who are to look there if something is wrong.
    public String places() {
        return origins.stream().flatMap(origin -> origin.place().stream()).map(Path::toString)
                .collect(Collectors.joining(", "));
    }

    /// Reads the secrets again. Blocks, but nobody else meanwhile.
    public SecretRenewal renew() {
        try {
            return renew(read());
        } catch (IllegalArgumentException refused) {
            return new Unusable(String.valueOf(refused.getMessage()));
        }
    }

    private synchronized SecretRenewal renew(List<SecretText> configured) {
        return take(configured, held.learned);
    }

    /// @param secrets all that the sender gave in handshakes
    public synchronized SecretRenewal learned(List<SecretText> secrets) {
        return take(held.configured, List.copyOf(secrets));
    }

    private SecretRenewal take(List<SecretText> configured, List<SecretText> learned) {
        if (configured.equals(held.configured) && learned.equals(held.learned)) {
            return new Same();
        }
        try {
            held = hold(configured, learned);
            return new Changed(held.all().stream().map(SecretText::id).toList());
        } catch (IllegalArgumentException refused) {
            return new Unusable(String.valueOf(refused.getMessage()));
        }
    }

    private Held hold(List<SecretText> configured, List<SecretText> learned) {
        var ids = new HashSet<String>();
        configured.stream().map(SecretText::id).filter(id -> !ids.add(id)).findFirst().ifPresent(id -> {
            throw new IllegalArgumentException(
                    "has two of the same id, " + id + ", and nobody could say which of them matched");
        });
        return new Held(configured, learned,
                preset.apply(Stream.concat(configured.stream(), learned.stream()).toList()));
    }

    private List<SecretText> read() {
        return origins.stream().flatMap(origin -> origin.read().stream()).toList();
    }
}
