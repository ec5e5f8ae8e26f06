package dev.onceward.intake.verify;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import jakarta.inject.Singleton;

import io.quarkus.logging.Log;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;

import dev.onceward.intake.configuration.Sources;
import dev.onceward.intake.secret.AcceptedSecret;
import dev.onceward.intake.secret.AcceptedSecret.KeptSecret;
import dev.onceward.intake.secret.AcceptedSecret.TooManySecrets;
import dev.onceward.intake.secret.HandshakeSecrets;
import dev.onceward.intake.secret.ReloadOutcome.Unusable;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.source.Source;

/// Keeps the secrets that senders give in handshakes. This process uses a secret once it is stored. Other processes
/// read the secrets again when a request matches none, before they refuse it.
@Singleton
public final class KeepHandshakeSecrets {
    private final HandshakeSecrets store;
    private final Map<String, ReadOncePerSecond<Boolean>> reads = new TreeMap<>();

    KeepHandshakeSecrets(HandshakeSecrets store, Sources sources, Vertx vertx) {
        this.store = store;
        sources.all().values().stream().filter(source -> source.handshakes().senderChoosesSecrets())
                .forEach(source -> reads.put(source.name(),
                        new ReadOncePerSecond<>(System::nanoTime, time -> after(vertx, time), read(source), false)));
    }

    /// Fails if the secret cannot be stored.
    public Uni<AcceptedSecret> keep(Source source, String secret) {
        return store.add(source.name(), secret).onItem().invoke(acceptedSecret -> take(source, acceptedSecret));
    }

    /// Reads the secrets again, and returns whether that worked.
    Uni<Boolean> again(Source source) {
        var sharedRead = reads.get(source.name());
        return sharedRead == null ? Uni.createFrom().item(true) : sharedRead.pass();
    }

    /// Reads regularly, so that a secret that another replica stored is soon used here, and a deleted secret is soon
    /// refused.
    @Scheduled(every = "5s", identity = "handshake-secrets", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> all() {
        return reads.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(reads.values().stream().map(ReadOncePerSecond::pass).toList()).andFailFast()
                        .replaceWithVoid();
    }

    private Uni<Boolean> read(Source source) {
        return Uni.createFrom().deferred(() -> store.of(source.name()))
                .onItem().invoke(secrets -> take(source, secrets))
                .replaceWith(true)
                .onFailure()
                .invoke(failure -> Log.debugf("intake could not read the secrets from handshakes: source=%s cause=%s",
                        source.name(),
                        failure.toString()))
                .onFailure().recoverWithItem(false);
    }

    private static void take(Source source, AcceptedSecret acceptedSecret) {
        switch (acceptedSecret) {
            case KeptSecret(var all) -> {
                take(source, all);
                Log.infof("intake stored a secret from a handshake: source=%s secret=%s", source.name(),
                        all.getFirst().id());
            }
            case TooManySecrets(var most) -> Log.errorf(
                    "intake refused a secret from a handshake because the source has too many: source=%s most=%d",
                    source.name(), most);
        }
    }

    private static void take(Source source, List<SecretText> all) {
        if (source.credentials().useHandshakeSecrets(all) instanceof Unusable(var why)) {
            Log.errorf("intake cannot use the secrets from handshakes: source=%s why=%s", source.name(), why);
        }
    }

    /// Completes on an event loop, where the following work belongs.
    private static Uni<?> after(Vertx vertx, Duration time) {
        return Uni.createFrom().<Boolean>emitter(
                end -> vertx.setTimer(Math.max(1, time.toMillis()), _ -> end.complete(true)));
    }
}
