package dev.onceward.signature;

import java.util.List;

/// The bytes that were signed, one part after the other, so that nobody copies a body to put a timestamp in front.
public record Content(List<byte[]> parts) {

    public static Content of(byte[]... parts) {
        return new Content(List.of(parts));
    }
}
