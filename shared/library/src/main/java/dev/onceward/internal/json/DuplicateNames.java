package dev.onceward.internal.json;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

import dev.onceward.internal.memory.ReadingMemory;

/// Finds names that come twice in an object. Most objects have few members, and comparing these one by one is twice as
/// fast as a set.
final class DuplicateNames {
    private static final int FEW = 8;

    /// The memory of a name as a string in a set.
    private static final int NAME_BYTES = 112;

    private final ReadingMemory meter;
    private String[] few = new String[0];
    private Set<String> many = Set.of();
    private int count;
    private long taken;

    DuplicateNames(ReadingMemory meter) {
        this.meter = meter;
    }

    /// Returns whether the name is new.
    boolean add(String name) {
        var bytes = NAME_BYTES + 2L * name.length();
        meter.take(bytes);
        taken += bytes;
        return count < FEW ? addToFew(name) : addToMany(name);
    }

    /// Gives the memory back at the end of the object.
    void free() {
        meter.free(taken);
    }

    private boolean addToFew(String name) {
        for (var i = 0; i < count; i++) {
            if (few[i].equals(name)) {
                return false;
            }
        }
        if (count == few.length) {
            few = Arrays.copyOf(few, count == 0 ? FEW / 2 : FEW);
        }
        few[count++] = name;
        return true;
    }

    private boolean addToMany(String name) {
        if (many.isEmpty()) {
            many = new HashSet<>(Arrays.asList(few));
        }
        return many.add(name);
    }
}
