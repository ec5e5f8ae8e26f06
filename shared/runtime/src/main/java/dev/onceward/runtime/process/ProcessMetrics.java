package dev.onceward.runtime.process;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.stream.Stream;

import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmHeapPressureMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmInfoMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.quarkus.arc.properties.IfBuildProperty;
import io.quarkus.logging.Log;
import io.quarkus.runtime.ImageMode;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.infrastructure.Infrastructure;
import org.jspecify.annotations.Nullable;

import static java.util.concurrent.TimeUnit.SECONDS;

/// Measures memory, threads, garbage collection, processors and files of this process after the start. Quarkus would do
/// so during the start, which would take a twentieth longer. It works only where the binders of Quarkus are disabled,
/// as in the settings of the functions; otherwise everything would be measured twice.
@Singleton
@IfBuildProperty(name = "quarkus.micrometer.binder.jvm", stringValue = "false")
final class ProcessMetrics {
    private static final int SECONDS_AFTER_START = 1;

    private final MeterRegistry registry;
    private final List<AutoCloseable> listeners = new CopyOnWriteArrayList<>();
    private volatile @Nullable Future<?> begin;

    ProcessMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void begin(@Observes StartupEvent start) {
        begin = Infrastructure.getDefaultWorkerPool().schedule(this::measure, SECONDS_AFTER_START, SECONDS);
    }

    void end(@Observes ShutdownEvent end) {
        var beginning = begin;
        if (beginning != null) {
            var _ = beginning.cancel(false);
        }
        listeners.forEach(ProcessMetrics::close);
    }

    private void measure() {
        Stream.of(new ClassLoaderMetrics(), new JvmMemoryMetrics(), new JvmThreadMetrics(), new JvmInfoMetrics(),
                new UptimeMetrics(), new ProcessorMetrics(), new FileDescriptorMetrics(), new JvmHeapPressureMetrics())
                .forEach(this::bind);
        // A native executable does not report its garbage collections.
        if (ImageMode.current() == ImageMode.JVM) {
            bind(new JvmGcMetrics());
        }
    }

    private void bind(MeterBinder binder) {
        try {
            binder.bindTo(registry);
            if (binder instanceof AutoCloseable listener) {
                listeners.add(listener);
            }
        } catch (RuntimeException | LinkageError failure) {
            Log.warnf("some metrics of the process are missing: measure=%s cause=%s",
                    binder.getClass().getSimpleName(), failure.toString());
        }
    }

    private static void close(AutoCloseable listener) {
        try {
            listener.close();
        } catch (Exception failure) {
            Log.debugf("a listener of the garbage collector could not be removed: cause=%s", failure.toString());
        }
    }
}
