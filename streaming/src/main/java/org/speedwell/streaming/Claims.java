package org.speedwell.streaming;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.speedwell.streaming.engine.HiddenClassCopy;

/**
 * The sources and sinks of one job, which no other job of this JVM may have meanwhile: two that read one source would have
 * a part of its events each, and two that write one file would write over each other. For the thread that starts the job,
 * and for the one that ends it.
 */
final class Claims {
    private static final Map<Object, String> OWNERS = new IdentityHashMap<>();

    private final String job;
    private final List<Object> claimed = new ArrayList<>();

    /** What is of use to one job in its life. */
    abstract static class SingleUse {
        /** Read and written under the lock on {@link #OWNERS}. */
        private boolean spent;
    }

    Claims(String job) {
        this.job = job;
    }

    /** @throws IllegalArgumentException if the source is this job's already, or another's, or was spent by another */
    void claim(Source<?> source) {
        claim(
                source,
                "A source (" + describe(source) + ")",
                "read",
                "each would get a part of its events. Make a source, and events from it, for each job.");
    }

    /**
     * Claims a sink, but for a lambda: of one that captures nothing there is one object, however often it is evaluated.
     *
     * @throws IllegalArgumentException if the sink is another job's, or was spent by another
     */
    void claim(Sink<?> sink) {
        if (!sink.getClass().isHidden()) {
            claim(
                    sink,
                    "A sink (" + describe(sink) + ")",
                    "written",
                    "results would be lost. Make a sink for each job.");
        }
    }

    private void claim(Object claim, String what, String used, String why) {
        synchronized (OWNERS) {
            for (Object each : claimed) {
                if (each == claim) {
                    throw new IllegalArgumentException(
                            what + " is in the pipeline twice, and can be " + used + " once.");
                }
            }
            String owner = OWNERS.get(claim);
            if (owner != null) {
                throw new IllegalArgumentException(what + " is being " + used + " by a job named \"" + owner
                        + "\" that runs, and would be by this one, \"" + job + "\": " + why);
            }
            if (claim instanceof SingleUse single && single.spent) {
                throw new IllegalArgumentException(what + " was " + used
                        + " by a job that is over, and was closed with it. Make a new one for this job.");
            }
            OWNERS.put(claim, job);
            claimed.add(claim);
        }
    }

    /** The job is over. */
    void release() {
        synchronized (OWNERS) {
            for (Object each : claimed) {
                OWNERS.remove(each);
                if (each instanceof SingleUse single) {
                    single.spent = true;
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
