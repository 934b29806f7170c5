package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.speedwell.streaming.engine.HiddenClassCopy;

/**
 * The sources and sinks that one job owns. No other job of this JVM may use them meanwhile. Two jobs that read one
 * source would each get a part of its events, and two that write one file would overwrite each other. For the thread
 * that starts the job, and the thread that ends it.
 */
final class Claims {
    private static final Map<Object, String> OWNERS = new IdentityHashMap<>();

    private final String job;
    private final List<Object> claimed = new ArrayList<>();

    /** A source or sink that can serve only one job in its life. */
    abstract static class SingleUse {
        /** True once a job has used it. The lock on {@link #OWNERS} guards it. */
        private boolean isUsed;
    }

    Claims(String job) {
        this.job = job;
    }

    /**
     * Claims a source.
     *
     * @throws IllegalArgumentException if a job already owns the source, or if an earlier job has used it up
     */
    void claim(Source<?> source) {
        claim(
                source,
                "A source (" + describe(source) + ")",
                "read",
                "Each would receive only some of its events. Create a source, and events from it, for each job.");
    }

    /**
     * Claims a sink unless it is a lambda. A lambda that captures nothing is one object, and several jobs may share it.
     *
     * @throws IllegalArgumentException if a job already owns the sink, or if an earlier job has used it up
     */
    void claim(Sink<?> sink) {
        if (!sink.getClass().isHidden()) {
            claim(
                    sink,
                    "A sink (" + describe(sink) + ")",
                    "written",
                    "Results would be lost. Create a sink for each job.");
        }
    }

    private void claim(Object claim, String what, String used, String why) {
        synchronized (OWNERS) {
            for (Object each : claimed) {
                if (each == claim) {
                    throw new IllegalArgumentException(
                            what + " is in the pipeline twice, but can be " + used + " only once.");
                }
            }
            String owner = OWNERS.get(claim);
            if (owner != null) {
                throw new IllegalArgumentException(what + " is being " + used + " by the running job \"" + owner
                        + "\", so job \"" + job + "\" cannot use it. " + why);
            }
            if (claim instanceof SingleUse single && single.isUsed) {
                throw new IllegalArgumentException(what + " was " + used
                        + " by a job that has ended and closed it. Create a new one for this job.");
            }
            OWNERS.put(claim, job);
            claimed.add(claim);
        }
    }

    /** Releases all sources and sinks when the job has ended. */
    void release() {
        synchronized (OWNERS) {
            for (Object each : claimed) {
                OWNERS.remove(each);
                if (each instanceof SingleUse single) {
                    single.isUsed = true;
                }
            }
            claimed.clear();
        }
    }

    static String describe(Object claim) {
        String name = HiddenClassCopy.nameOf(claim.getClass());
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
