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
import dev.onceward.intake.secret.SecretRenewal.Unusable;
import dev.onceward.intake.signature.SecretText;
import dev.onceward.intake.source.Source;

/// The secrets that senders give us in handshakes. One is good here when it is stored, and everywhere else when it is
/// wanted: a request that matches none has them read again before it is refused.
@Singleton
public final class KeepHandshakeSecrets {
    private final HandshakeSecrets store;
    private final Map<String, ShareRunningRead<Boolean>> learning = new TreeMap<>();

    KeepHandshakeSecrets(HandshakeSecrets store, Sources sources, Vertx vertx) {
        this.store = store;
        sources.all().values().stream().filter(source -> source.handshakes().giveSecrets())
                .forEach(source -> learning.put(source.name(),
                        new ShareRunningRead<>(System::nanoTime, time -> after(vertx, time), read(source), false)));
    }

    /// Fails if it cannot be stored.
    public Uni<AcceptedSecret> learn(Source source, String secret) {
        return store.learn(source.name(), secret).onItem().invoke(acceptedSecret -> take(source, acceptedSecret));
    }

    /// Whether all that was learned before now is known.
    Uni<Boolean> again(Source source) {
        var reads = learning.get(source.name());
        return reads == null ? Uni.createFrom().item(true) : reads.pass();
    }

    /// What another replica learned is good here soon, and what somebody deleted is not for long.
    @Scheduled(every = "5s", identity = "handshake-secrets", concurrentExecution = ConcurrentExecution.SKIP)
    Uni<Void> all() {
        return learning.isEmpty()
                ? Uni.createFrom().voidItem()
                : Uni.join().all(learning.values().stream().map(ShareRunningRead::pass).toList()).andFailFast()
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
        if (source.credentials().learned(all) instanceof Unusable(var why)) {
            Log.errorf("intake cannot use the secrets from handshakes: source=%s why=%s", source.name(), why);
        }
    }

    /// On an event loop, where what comes after belongs.
    private static Uni<?> after(Vertx vertx, Duration time) {
        return Uni.createFrom().<Boolean>emitter(
                end -> vertx.setTimer(Math.max(1, time.toMillis()), _ -> end.complete(true)));
    }
}
