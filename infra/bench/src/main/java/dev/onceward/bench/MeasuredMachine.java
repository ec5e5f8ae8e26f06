package dev.onceward.bench;

import java.lang.management.ManagementFactory;
import java.time.LocalDate;
import java.time.ZoneId;

import com.sun.management.OperatingSystemMXBean;

/// What it was measured on: without that no figure means a thing.
final class MeasuredMachine {
    private MeasuredMachine() {}

    static String size() {
        return "%d cores for everything, %d GiB, %s, JDK %s, %s".formatted(
                Runtime.getRuntime().availableProcessors(), memory() >> 30, System.getProperty("os.arch"),
                Runtime.version().feature(), LocalDate.now(ZoneId.systemDefault()));
    }

    private static long memory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }
}
