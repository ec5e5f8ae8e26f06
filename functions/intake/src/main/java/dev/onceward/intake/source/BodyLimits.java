package dev.onceward.intake.source;

import java.util.List;

/// Which bodies a source accepts.
///
/// @param contentTypes the media types, in lower case; empty means any
public record BodyLimits(long maxBody, List<String> contentTypes) {}
