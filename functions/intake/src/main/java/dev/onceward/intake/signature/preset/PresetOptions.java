package dev.onceward.intake.signature.preset;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.onceward.intake.signature.PublishedKeys;
import dev.onceward.intake.signature.SecretText;

/// What a source adds to its preset.
///
/// @param tolerance how old a request may be; null means that its age does not matter
/// @param url the address that the sender was given; empty if it is not configured
public record PresetOptions(List<SecretText> secrets, @Nullable Duration tolerance, String url, PublishedKeys keys) {}
