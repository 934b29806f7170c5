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
 * Collections that find objects which nobody can reach any more, at request. Of G1, {@code System.gc()} stops everybody for
 * as long as it takes; a concurrent one, which pauses nobody for long, is asked for by its period, which may be set while it
 * runs. Other collectors make one for {@code System.gc()}, or, where {@code -XX:+DisableExplicitGC} has turned that off, for
 * who counts the objects of the heap.
 */
final class OldCollection {
    private static final System.Logger LOG = System.getLogger(OldCollection.class.getName());

    private static final String PERIOD = "G1PeriodicGCInterval";

    /** One that began before the request may end in two of its pauses; the third is one of the next. */
    private static final int PAUSES = 3;

    /** Objects that are not old yet may be kept by old ones that are dead, until some collections have made them old. */
    private static final long SHORTEST = TimeUnit.SECONDS.toNanos(4);

    private static final long LONGEST = TimeUnit.SECONDS.toNanos(60);
    private static final long STEP_MILLIS = 10;

    /** Between collections that are requested one behind the other: each takes some milliseconds of all threads. */
    private static final int GAP_MILLIS = 250;

    /** G1 looks at its period once a second where that is none: it is left set until so long after the last request. */
    private static final long LINGER = TimeUnit.SECONDS.toNanos(3);

    /** Periods that are wanted now, in milliseconds; the shortest is set. Guarded by the class. */
    private static final List<Integer> PERIODS = new ArrayList<>();

    /** What was set before there were any. */
    private static String formerPeriod = "0";

    private static final AtomicBoolean IS_REQUESTED = new AtomicBoolean();
    private static volatile long lastRequest;

    private OldCollection() {}

    /** Whether {@code System.gc()} does anything. */
    static boolean isExplicitAllowed() {
        try {
            return !Boolean.parseBoolean(
                    diagnostics().getVMOption("DisableExplicitGC").getValue());
        } catch (RuntimeException e) {
            return true; // another JVM
        }
    }

    /**
     * Has one made soon, and more for as long as this is called now and then; returns at once. Where that needs
     * {@code System.gc()} and it does nothing, neither does this.
     */
    static void request() {
        lastRequest = System.nanoTime();
        if (IS_REQUESTED.compareAndSet(false, true)) {
            try {
                Thread.ofPlatform().name("speedwell-memory-collect").daemon().start(OldCollection::collectAsRequested);
            } catch (Throwable e) { // there is no room for another thread: a later request may find some
                IS_REQUESTED.set(false);
                LOG.log(System.Logger.Level.WARNING, "No collection could be asked for", e);
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
            LOG.log(System.Logger.Level.WARNING, "No collection could be asked for", e);
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

    /** The bean of G1's concurrent collections; null for other collectors. */
    private static @Nullable GarbageCollectorMXBean concurrent() {
        return ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(bean -> bean.getName().equals("G1 Concurrent GC"))
                .findFirst()
                .orElse(null);
    }

    /** Has one made, and waits until it is over, or what it is for has come about. */
    static void run(BooleanSupplier enough) throws InterruptedException {
        if (isExplicitAllowed()) {
            System.gc();
            return;
        }
        try {
            GarbageCollectorMXBean concurrent = concurrent();
            if (concurrent == null) {
                countObjects();
            } else {
                runConcurrent(concurrent, enough);
            }
        } catch (RuntimeException | JMException e) {
            LOG.log(System.Logger.Level.WARNING, "No collection could be asked for", e);
        }
    }

    private static void runConcurrent(GarbageCollectorMXBean pauses, BooleanSupplier enough)
            throws InterruptedException {
        long last = pauses.getCollectionCount() + PAUSES;
        long begin = System.nanoTime();
        long waited = 0;
        setPeriod(1);
        try {
            while (!enough.getAsBoolean()
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
