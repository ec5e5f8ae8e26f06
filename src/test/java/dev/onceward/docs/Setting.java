package dev.onceward.docs;

/// One property of the configuration.
///
/// @param standard the default, empty if there is none
record Setting(String name, String standard, String meaning) {}
