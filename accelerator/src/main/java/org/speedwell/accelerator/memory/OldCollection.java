package org.speedwell.accelerator.memory;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * Collections that find old objects which nobody can reach any more, at request. {@code System.gc()} is the way; where
 * {@code -XX:+DisableExplicitGC} has turned that off, G1 is asked for a concurrent one, which pauses nobody for long, by
 * its period, which may be set while it runs. Other collectors make one for who counts the objects of the heap.
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

    /** Has one made where {@code System.gc()} does anything. */
    static void request() {
        System.gc();
    }

    /** Has one made, and waits until it is over, or what it is for has come about. */
    static void run(BooleanSupplier enough) throws InterruptedException {
        if (isExplicitAllowed()) {
            request();
            return;
        }
        try {
            GarbageCollectorMXBean concurrent = ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .filter(bean -> bean.getName().equals("G1 Concurrent GC"))
                    .findFirst()
                    .orElse(null);
            if (concurrent == null) {
                countObjects();
            } else {
                runConcurrent(concurrent, enough);
            }
        } catch (RuntimeException | JMException e) {
            LOG.log(System.Logger.Level.WARNING, "No collection could be asked for", e);
        }
    }

    private static synchronized void runConcurrent(GarbageCollectorMXBean pauses, BooleanSupplier enough)
            throws InterruptedException {
        HotSpotDiagnosticMXBean diagnostics = diagnostics();
        String period = diagnostics.getVMOption(PERIOD).getValue();
        long last = pauses.getCollectionCount() + PAUSES;
        long begin = System.nanoTime();
        long waited = 0;
        diagnostics.setVMOption(PERIOD, "1");
        try {
            while (!enough.getAsBoolean()
                    && (waited < SHORTEST || pauses.getCollectionCount() < last && waited < LONGEST)) {
                Thread.sleep(STEP_MILLIS);
                waited = System.nanoTime() - begin;
            }
        } finally {
            diagnostics.setVMOption(PERIOD, period);
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
