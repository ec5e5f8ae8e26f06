package dev.onceward.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.junit.jupiter.api.extension.ExtendWith;

/// Each test finds PostgreSQL and Redis running and empty. They are the same servers for all tests of the JVM.
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(EmptyServers.class)
public @interface OnServers {}
