package dev.onceward.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/// A test or a class of tests that takes long, and whose guarantee a shorter test shows as well. It runs where
/// `ONCEWARD_TEST_ALL` says that all tests run, as in CI.
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfEnvironmentVariable(named = "ONCEWARD_TEST_ALL", matches = "true", disabledReason = "takes long")
public @interface LongTest {}
