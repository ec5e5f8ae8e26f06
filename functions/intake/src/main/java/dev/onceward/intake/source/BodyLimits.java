package dev.onceward.intake.source;

import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

/// Which bodies a source accepts.
///
/// @param contentTypes the media types, in lower case; empty means any
public record BodyLimits(long maxBody, List<String> contentTypes) {

    public boolean accept(@Nullable String contentType) {
        return contentTypes.isEmpty() || (contentType != null && contentTypes.contains(mediaType(contentType)));
    }

    private static String mediaType(String contentType) {
        var end = contentType.indexOf(';');
        return (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    }
}
