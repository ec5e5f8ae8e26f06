package dev.onceward.testing.servers;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

/// Starts PostgreSQL and Redis and empties them before each test. All tests of the JVM share the same servers.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(EmptyServers.class)
public @interface OnServers {}
