package dev.onceward.intake.source;

import java.util.List;
import java.util.function.Function;

import dev.onceward.signature.Scheme;
import dev.onceward.signature.SecretText;
import dev.onceward.signature.Unsigned;

/// What the requests of a source are held against: its scheme, made of the secrets it has at the time.
public final class Credentials {
    private final List<SecretOrigin> origins;
    private final Function<List<SecretText>, Scheme> preset;
    private volatile Held held;

    private record Held(List<SecretText> secrets, Scheme scheme) {}

    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …" and quotes none of them
    Credentials(List<SecretOrigin> origins, Function<List<SecretText>, Scheme> preset) {
        this.origins = List.copyOf(origins);
        this.preset = preset;
        this.held = hold(read());
    }

    static Credentials none() {
        return new Credentials(List.of(), _ -> new Unsigned());
    }

    public Scheme scheme() {
        return held.scheme;
    }

    /// The newest first, as the operator listed them.
    public List<SecretText> secrets() {
        return held.secrets;
    }

    public boolean areWritten() {
        return origins.stream().allMatch(SecretOrigin.Written.class::isInstance);
    }

    /// Reads the secrets again, and says whether they were others. What cannot be read changes nothing.
    ///
    /// @throws IllegalArgumentException whose message ends the sentence "the secrets …" and quotes none of them
    boolean renew() {
        var read = read();
        if (read.equals(held.secrets)) {
            return false;
        }
        held = hold(read);
        return true;
    }

    private Held hold(List<SecretText> secrets) {
        return new Held(secrets, preset.apply(secrets));
    }

    private List<SecretText> read() {
        return origins.stream().flatMap(origin -> origin.read().stream()).toList();
    }
}
