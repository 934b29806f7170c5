package org.speedwell.accelerator.memory;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * Garbage collections on request, which find unreachable objects of the old generation.
 *
 * <p>With G1, {@code System.gc()} stops all threads until it ends, but a concurrent collection has only short pauses.
 * G1 starts one after a period without collections, and this class may set the period while the JVM runs. Other
 * collectors collect for {@code System.gc()}. If {@code -XX:+DisableExplicitGC} turns that off, they collect when this
 * class counts the objects of the heap.
 */
final class OldCollection {
    private static final System.Logger LOG = System.getLogger(OldCollection.class.getName());

    private static final String PERIOD = "G1PeriodicGCInterval";

    /**
     * The pauses to wait for. A collection that began before the request ends after at most two pauses. The third pause
     * belongs to the next collection.
     */
    private static final int PAUSES = 3;

    /** The shortest wait. A dead old object can keep young objects alive until some collections have made them old. */
    private static final long SHORTEST = TimeUnit.SECONDS.toNanos(4);

    private static final long LONGEST = TimeUnit.SECONDS.toNanos(60);
    private static final long STEP_MILLIS = 10;

    /** The time between requested collections. Each pauses all threads for some milliseconds. */
    private static final int GAP_MILLIS = 250;

    /**
     * The time for which the period remains set after the last request. Without a period, G1 checks the setting once a
     * second.
     */
    private static final long LINGER = TimeUnit.SECONDS.toNanos(3);

    /** The periods that callers need now, in milliseconds. The shortest is in effect. Guarded by the class. */
    private static final List<Integer> PERIODS = new ArrayList<>();

    /** The value of the setting before this class changed it. */
    private static String formerPeriod = "0";

    private static final AtomicBoolean IS_REQUESTED = new AtomicBoolean();
    private static volatile long lastRequest;

    private OldCollection() {}

    /** Returns whether {@code System.gc()} has an effect. */
    static boolean isExplicitAllowed() {
        try {
            return !Boolean.parseBoolean(
                    diagnostics().getVMOption("DisableExplicitGC").getValue());
        } catch (RuntimeException e) {
            return true; // another JVM without this option
        }
    }

    /**
     * Starts a collection soon, and more collections as long as calls continue. Returns immediately. Without G1 this
     * needs {@code System.gc()}, and has no effect if that has none.
     */
    static void request() {
        lastRequest = System.nanoTime();
        if (IS_REQUESTED.compareAndSet(false, true)) {
            try {
                Thread.ofPlatform().name("speedwell-memory-collect").daemon().start(OldCollection::collectAsRequested);
            } catch (Throwable e) { // no resources for a thread: a later request may succeed
                IS_REQUESTED.set(false);
                LOG.log(System.Logger.Level.WARNING, "The request for a garbage collection failed", e);
            }
        }
    }

    private static void collectAsRequested() {
        try {
            if (concurrent() == null) {
                System.gc();
            } else {
                collectByPeriod();
            }
        } catch (Throwable e) {
            LOG.log(System.Logger.Level.WARNING, "The request for a garbage collection failed", e);
        } finally {
            IS_REQUESTED.set(false);
        }
    }

    private static void collectByPeriod() {
        setPeriod(GAP_MILLIS);
        try {
            for (long left = LINGER; left > 0; left = lastRequest + LINGER - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        } finally {
            unsetPeriod(GAP_MILLIS);
        }
    }

    private static synchronized void setPeriod(int millis) {
        if (PERIODS.isEmpty()) {
            formerPeriod = diagnostics().getVMOption(PERIOD).getValue();
        }
        PERIODS.add(millis);
        diagnostics().setVMOption(PERIOD, Collections.min(PERIODS).toString());
    }

    private static synchronized void unsetPeriod(Integer millis) {
        PERIODS.remove(millis);
        diagnostics()
                .setVMOption(
                        PERIOD,
                        PERIODS.isEmpty()
                                ? formerPeriod
                                : Collections.min(PERIODS).toString());
    }

    /** Returns the bean of G1's concurrent collections, or null for other collectors. */
    private static @Nullable GarbageCollectorMXBean concurrent() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(bean -> bean.getName().equals("G1 Concurrent GC"))
                .findFirst()
                .orElse(null);
    }

    /** Starts a collection and waits until it ends, or until {@code isEnough} returns true. */
    static void collectUntil(BooleanSupplier isEnough) throws InterruptedException {
        if (isExplicitAllowed()) {
            System.gc();
            return;
        }
        try {
            GarbageCollectorMXBean concurrent = concurrent();
            if (concurrent == null) {
                countObjects();
            } else {
                runConcurrent(concurrent, isEnough);
            }
        } catch (RuntimeException | JMException e) {
            LOG.log(System.Logger.Level.WARNING, "The request for a garbage collection failed", e);
        }
    }

    private static void runConcurrent(GarbageCollectorMXBean pauses, BooleanSupplier isEnough)
            throws InterruptedException {
        long last = pauses.getCollectionCount() + PAUSES;
        long begin = System.nanoTime();
        long waited = 0;
        setPeriod(1);
        try {
            while (!isEnough.getAsBoolean()
                    && (waited < SHORTEST || pauses.getCollectionCount() < last && waited < LONGEST)) {
                Thread.sleep(STEP_MILLIS);
                waited = System.nanoTime() - begin;
            }
        } finally {
            unsetPeriod(1);
        }
    }

    private static void countObjects() throws JMException {
        ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {null},
                        new String[] {String[].class.getName()});
    }

    private static HotSpotDiagnosticMXBean diagnostics() {
        return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    }
}
