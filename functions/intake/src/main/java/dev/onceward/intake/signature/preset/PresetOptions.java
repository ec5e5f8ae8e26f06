package dev.onceward.intake.signature.preset;

import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;

import dev.onceward.intake.signature.PublishedKeys;
import dev.onceward.intake.signature.SecretText;

/// What a source adds to its preset.
///
/// @param tolerance how old a request may be; nothing means as old as it likes
/// @param url the address the sender was given; empty where it was not said
public record PresetOptions(List<SecretText> secrets, @Nullable Duration tolerance, String url, PublishedKeys keys) {}
