package dev.onceward.process;

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
import io.quarkus.runtime.ImageMode;
import io.quarkus.runtime.StartupEvent;
import io.smallrye.mutiny.infrastructure.Infrastructure;

import static java.util.concurrent.TimeUnit.SECONDS;

/// Measures memory, threads, garbage collection, processors and files of this process. Quarkus would do it during the start,
/// of which it takes a twentieth, and no webhook needs it.
@Singleton
final class ProcessMetrics {
    private static final int SECONDS_AFTER_START = 1;

    private final MeterRegistry registry;

    ProcessMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void begin(@Observes StartupEvent start) {
        var _ = Infrastructure.getDefaultWorkerPool().schedule(this::bind, SECONDS_AFTER_START, SECONDS);
    }

    private void bind() {
        Stream.of(new ClassLoaderMetrics(), new JvmMemoryMetrics(), new JvmThreadMetrics(), new JvmInfoMetrics(),
                new UptimeMetrics(), new ProcessorMetrics(), new FileDescriptorMetrics(), new JvmHeapPressureMetrics())
                .forEach((MeterBinder measured) -> measured.bindTo(registry));
        // A native executable does not tell of its collections.
        if (ImageMode.current() == ImageMode.JVM) {
            new JvmGcMetrics().bindTo(registry);
        }
    }
}
