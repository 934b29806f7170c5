package org.speedwell.streaming;

import java.io.ObjectInputFilter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * How a job is run, and how it deals with trouble.
 *
 * {@snippet :
 * JobOptions options = JobOptions.DEFAULT
 *     .named("revenue")
 *     .withMaxKeys(100_000)
 *     .withCheckpoints(Path.of("checkpoints"), Duration.ofSeconds(10));
 * }
 *
 * @param name of the job in metrics, recordings and messages
 * @param maxKeys how many keys the state of one operation may hold at once
 * @param keyOverflow what is done when there would be more
 * @param skipsFailures whether an event on which a user's function throws is skipped and counted; if not, it stops the
 *     job. Errors, and exceptions that are not about one event, always stop it
 * @param checkpoints where and how often state is saved; null for never
 * @param grace how long a job that was cancelled or has failed waits for what has not returned: a function, or a file
 *     or database that is waited for. Then that is interrupted, and after as long again left to itself, with a warning
 * @param stateClasses objects of which classes, and of others in their packages, checkpoints may hold besides those of
 *     the JDK's values and collections, of the packages of the job's functions, and of the fields of all these
 * @param stateFilter rejects some of these classes when a checkpoint is written or read; null rejects none. The filter of
 *     the JVM, {@code jdk.serialFilter}, applies in any case
 */
public record JobOptions(
        String name,
        int maxKeys,
        KeyOverflow keyOverflow,
        boolean skipsFailures,
        @Nullable Checkpoints checkpoints,
        Duration grace,
        Set<Class<?>> stateClasses,
        @Nullable ObjectInputFilter stateFilter) {
    /** Ten million keys, one more stops the job, as a failure does; no checkpoints; 5 seconds of grace. */
    public static final JobOptions DEFAULT =
            new JobOptions("job", 10_000_000, KeyOverflow.STOP, false, null, Duration.ofSeconds(5), Set.of(), null);

    /**
     * Where and how often a job saves its state and the positions of its sources, all of which must be
     * {@link ReplayableSource}s. A job whose folder has a checkpoint goes on from it. A job that completes removes its
     * checkpoints.
     *
     * @param folder of this job alone; made if there is none
     * @param interval from the end of one checkpoint to the beginning of the next
     */
    public record Checkpoints(Path folder, Duration interval) {
        public Checkpoints {
            if (interval.isNegative() || interval.isZero()) {
                throw new IllegalArgumentException("A checkpoint every " + interval + ": it must be above zero.");
            }
        }
    }

    public JobOptions {
        if (maxKeys < 1) {
            throw new IllegalArgumentException("maxKeys is " + maxKeys + ": it must be 1 or more.");
        }
        stateClasses = Set.copyOf(stateClasses);
        if (grace.isNegative()) {
            throw new IllegalArgumentException("A grace of " + grace + ": it must be zero or more.");
        }
    }

    /** The same under another name. */
    public JobOptions named(String of) {
        return new JobOptions(of, maxKeys, keyOverflow, skipsFailures, checkpoints, grace, stateClasses, stateFilter);
    }

    /** The same with another limit of keys. */
    public JobOptions withMaxKeys(int max) {
        return new JobOptions(name, max, keyOverflow, skipsFailures, checkpoints, grace, stateClasses, stateFilter);
    }

    /** The same with another answer to too many keys. */
    public JobOptions onKeyOverflow(KeyOverflow overflow) {
        return new JobOptions(name, maxKeys, overflow, skipsFailures, checkpoints, grace, stateClasses, stateFilter);
    }

    /** The same with another policy. */
    public JobOptions skippingFailures(boolean skips) {
        return new JobOptions(name, maxKeys, keyOverflow, skips, checkpoints, grace, stateClasses, stateFilter);
    }

    /** The same with checkpoints. */
    public JobOptions withCheckpoints(Path folder, Duration interval) {
        return new JobOptions(
                name,
                maxKeys,
                keyOverflow,
                skipsFailures,
                new Checkpoints(folder, interval),
                grace,
                stateClasses,
                stateFilter);
    }

    /** The same with another time of grace. */
    public JobOptions withGrace(Duration time) {
        return new JobOptions(name, maxKeys, keyOverflow, skipsFailures, checkpoints, time, stateClasses, stateFilter);
    }

    /** The same, and checkpoints may hold objects of these classes too, and of others in their packages. */
    public JobOptions allowing(Class<?>... classes) {
        Set<Class<?>> all = new HashSet<>(stateClasses);
        all.addAll(List.of(classes));
        return new JobOptions(name, maxKeys, keyOverflow, skipsFailures, checkpoints, grace, all, stateFilter);
    }

    /**
     * Returns the same options with a filter of the classes in checkpoints, on top of {@link #stateClasses}.
     *
     * @param filter rejects classes or sizes; null rejects none. Several threads may call it
     */
    public JobOptions withStateFilter(@Nullable ObjectInputFilter filter) {
        return new JobOptions(name, maxKeys, keyOverflow, skipsFailures, checkpoints, grace, stateClasses, filter);
    }
}
