package dev.onceward.internal.event;

import java.util.UUID;

import org.jspecify.annotations.Nullable;

/// The part of the log an event lies in. Events of one ordering key share it, and so one reader. It depends on the key's
/// text and not on the group, so that events of one key are read in order also if some were stored before there were groups.
public final class Shard {
    public static final int COUNT = 16;

    private Shard() {}

    public static short of(@Nullable String ordering, UUID event) {
        return (short) Math.floorMod(ordering == null ? event.hashCode() : ordering.hashCode(), COUNT);
    }
}
