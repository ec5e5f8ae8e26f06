package dev.onceward.guard.rest;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import jakarta.enterprise.util.Nonbinding;
import jakarta.interceptor.InterceptorBinding;
import jakarta.ws.rs.NameBinding;

/// Runs a method of Quarkus REST once for each idempotency key. A repetition of the request gets the answer of the first one.
/// On a class it holds for all methods.
@InterceptorBinding
@NameBinding
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Idempotent {

    /// The name of the operation. Methods with the same name share their keys and the settings
    /// `onceward.guard.operations.NAME`.
    @Nonbinding
    String operation();
}
