package dev.onceward.yardsticks;

import java.time.Instant;
import java.util.UUID;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import jakarta.persistence.UniqueConstraint;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.smallrye.mutiny.Uni;

@Entity
@Table(name = "webhook", uniqueConstraints = @UniqueConstraint(columnNames = {"source", "key"}))
class StoredWebhook extends PanacheEntityBase {
    @Id
    UUID id = UUID.randomUUID();
    String source = "";
    String key = "";
    String headers = "";
    byte[] body = {};
    Instant created = Instant.now();

    /// Null if there is none: Panache's way.
    static Uni<StoredWebhook> kept(String source, String key) {
        return find("source = ?1 and key = ?2", source, key).firstResult();
    }
}
