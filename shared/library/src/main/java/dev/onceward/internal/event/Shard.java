package dev.onceward.internal.event;

import java.util.UUID;

import org.jspecify.annotations.Nullable;

/// Computes the part of the log in which an event lies. Events with one ordering key share a shard, and so one reader.
/// The shard depends on the key's text and not on the group, so that events of one key stay in order even if some were
/// stored before there were groups.
public final class Shard {
    public static final int COUNT = 16;

    private Shard() {}

    public static short of(@Nullable String ordering, UUID event) {
        return (short) Math.floorMod(ordering == null ? event.hashCode() : ordering.hashCode(), COUNT);
    }
}
