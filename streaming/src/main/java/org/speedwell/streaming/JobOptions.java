package org.speedwell.streaming;

import java.io.ObjectInputFilter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a job: its limits, its checkpoints, and its handling of failures.
 *
 * {@snippet :
 * JobOptions options = JobOptions.DEFAULT
 *     .named("revenue")
 *     .withMaxKeys(100_000)
 *     .withCheckpoints(Path.of("checkpoints"), Duration.ofSeconds(10));
 * }
 *
 * @param name the name of the job in metrics, recordings and messages
 * @param maxKeys the number of keys that the state of one operation may hold at once
 * @param keyOverflow the response to more keys
 * @param skipsFailures true to skip and count an event on which a user's function throws, false to stop the job.
 * Errors, and exceptions that do not concern one event, always stop it
 * @param checkpoints the place and period of checkpoints, or null for none
 * @param grace the time that a cancelled or failed job waits for a function, or for a file or database. It then
 * interrupts what has not returned. After the same time again it abandons that, with a warning
 * @param stateClasses classes whose objects checkpoints may hold, together with other classes of their packages.
 * Checkpoints may always hold the JDK's values and collections, classes of the packages of the job's functions, and the
 * fields of all these
 * @param stateFilter rejects some of these classes when a checkpoint is written or read. Null rejects none. The filter
 * of the JVM, {@code jdk.serialFilter}, always applies
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
    /**
     * The default options: ten million keys, no checkpoints, and 5 seconds of grace. One key more stops the job, and so
     * does a failure.
     */
    public static final JobOptions DEFAULT =
            new JobOptions("job", 10_000_000, KeyOverflow.STOP, false, null, Duration.ofSeconds(5), Set.of(), null);

    /**
     * The place and period of checkpoints. A checkpoint holds the state of a job and the positions of its sources,
     * which must all be {@link ReplayableSource}s. A job whose folder has a checkpoint continues from it, with the
     * number of threads of its engine. A job that completes removes its checkpoints.
     *
     * @param folder the folder of this job alone. The job creates it if there is none
     * @param interval the time from the end of one checkpoint to the start of the next
     * @param savepoint the file from which the job starts if its folder has no checkpoint, or null
     * @param matchesByName true if a job with a changed graph may continue ({@link JobOptions#matchingByName})
     */
    public record Checkpoints(
            Path folder, Duration interval, @Nullable Path savepoint, boolean matchesByName) {
        public Checkpoints {
            if (interval.isNegative() || interval.isZero()) {
                throw new IllegalArgumentException(
                        "The checkpoint interval is " + interval + ", but must be above zero.");
            }
        }
    }

    public JobOptions {
        if (maxKeys < 1) {
            throw new IllegalArgumentException("maxKeys is " + maxKeys + ", but must be 1 or more.");
        }
        stateClasses = Set.copyOf(stateClasses);
        if (grace.isNegative()) {
            throw new IllegalArgumentException("The grace period is " + grace + ", but must be zero or more.");
        }
    }

    /** Returns the same options with another name. */
    public JobOptions named(String of) {
        return new JobOptions(of, maxKeys, keyOverflow, skipsFailures, checkpoints, grace, stateClasses, stateFilter);
    }

    /** Returns the same options with another limit of keys. */
    public JobOptions withMaxKeys(int max) {
        return new JobOptions(name, max, keyOverflow, skipsFailures, checkpoints, grace, stateClasses, stateFilter);
    }

    /** Returns the same options with another response to too many keys. */
    public JobOptions onKeyOverflow(KeyOverflow overflow) {
        return new JobOptions(name, maxKeys, overflow, skipsFailures, checkpoints, grace, stateClasses, stateFilter);
    }

    /** Returns the same options with failures skipped or not. */
    public JobOptions skippingFailures(boolean skips) {
        return new JobOptions(name, maxKeys, keyOverflow, skips, checkpoints, grace, stateClasses, stateFilter);
    }

    /** Returns the same options with checkpoints. */
    public JobOptions withCheckpoints(Path folder, Duration interval) {
        return with(new Checkpoints(folder, interval, null, false));
    }

    /**
     * Returns the same options with a savepoint from which the job starts. If the job's folder has a checkpoint, the job
     * continues from that instead, so that a restart repeats nothing.
     *
     * @param savepoint the file that {@link Job#savepoint} returned
     * @throws IllegalStateException if the options have no checkpoints
     */
    public JobOptions startingFrom(Path savepoint) {
        Checkpoints before = requireCheckpoints();
        return with(new Checkpoints(before.folder, before.interval, savepoint, before.matchesByName));
    }

    /**
     * Returns the same options that also accept a checkpoint or savepoint of a changed pipeline. Sources, operations and
     * sinks take the state of those with the same {@link Events#named name}, if they are of the same kind. New ones begin
     * without state. The state of those that are gone is dropped, and a warning in the log names them.
     *
     * @throws IllegalStateException if the options have no checkpoints
     */
    public JobOptions matchingByName() {
        Checkpoints before = requireCheckpoints();
        return with(new Checkpoints(before.folder, before.interval, before.savepoint, true));
    }

    private Checkpoints requireCheckpoints() {
        if (checkpoints == null) {
            throw new IllegalStateException("The options have no checkpoints. Call withCheckpoints before.");
        }
        return checkpoints;
    }

    private JobOptions with(Checkpoints other) {
        return new JobOptions(name, maxKeys, keyOverflow, skipsFailures, other, grace, stateClasses, stateFilter);
    }

    /** Returns the same options with another grace time. */
    public JobOptions withGrace(Duration time) {
        return new JobOptions(name, maxKeys, keyOverflow, skipsFailures, checkpoints, time, stateClasses, stateFilter);
    }

    /**
     * Returns the same options with more classes that checkpoints may hold, together with other classes of their
     * packages.
     */
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
