package org.speedwell.accelerator.replication;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.follow.FollowStatus.Phase;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.model.TableId;

/**
 * The progress of replication, as others see it. Thread-safe. The follower's thread sets the shown state, and the
 * thread of the comparisons sets their results.
 */
public final class ReplicationProgress {
    private final Object change = new Object();
    private volatile Phase phase = Phase.CATCHING_UP;
    private volatile @Nullable String problem;
    private volatile @Nullable String connectionProblem;
    private volatile Shown shown;

    /**
     * The time at which the server reported that it has nothing beyond what new streams show; empty while it has more.
     */
    private volatile OptionalLong caughtUpAt = OptionalLong.empty();

    private volatile @Nullable Instant verifiedAt;
    private volatile @Nullable String verificationProblem;
    private final LongAdder verified = new LongAdder();
    private final LongAdder differing = new LongAdder();

    /**
     * The state that new streams show.
     *
     * @param position the position up to which they show everything
     * @param committedAt the commit of the last transaction that they show, by the server's clock
     * @param since the same time by the clock of this machine
     * @param stopped the tables that are no longer followed
     */
    record Shown(
            Position position,
            Instant committedAt,
            Instant since,
            long transactions,
            long rows,
            long versions,
            long reloads,
            Map<TableId<?>, StoppedTable> stopped) {}

    /**
     * A table that is no longer followed.
     *
     * @param since the time until which it was followed, by the clock of this machine
     */
    record StoppedTable(String name, String reason, Instant since) {}

    ReplicationProgress(Position from, Instant takenAt) {
        this.shown = new Shown(from, takenAt, takenAt, 0, 0, 0, 0, Map.of());
    }

    /**
     * Returns the status.
     *
     * @param silence a text that the server is silent, or null
     */
    FollowStatus status(@Nullable String silence) {
        Shown now = shown;
        String known = connectionProblem;
        String noConnection = known == null ? silence : known;
        Phase doing = phase;
        return new FollowStatus(
                noConnection != null && doing != Phase.STOPPED && doing != Phase.RELOADING ? Phase.DISCONNECTED : doing,
                now.position(),
                now.committedAt(),
                age(),
                Optional.ofNullable(noConnection == null ? problem : noConnection),
                now.transactions(),
                now.rows(),
                now.versions(),
                now.reloads(),
                verified.sum(),
                differing.sum(),
                now.stopped().values().stream()
                        .collect(Collectors.toUnmodifiableMap(StoppedTable::name, StoppedTable::reason)),
                Optional.ofNullable(verifiedAt),
                Optional.ofNullable(verificationProblem));
    }

    /** Sets the time at which the last comparison of all followed tables began. */
    public void verifiedAll(Instant began) {
        verifiedAt = began;
    }

    /** Sets the reason why tables cannot be compared; null if they can. */
    public void verificationProblem(@Nullable String reason) {
        verificationProblem = reason;
    }

    /** Counts a table that was compared with the database. */
    public void verified(boolean isDifferent) {
        verified.increment();
        if (isDifferent) {
            differing.increment();
        }
    }

    /** Returns the position up to which new streams show everything. */
    public Position position() {
        return shown.position();
    }

    /** Returns whether replication has stopped. */
    public boolean isStopped() {
        return phase == Phase.STOPPED;
    }

    /**
     * Returns the greatest age of the data that new streams show. It is the time since the server reported that it has
     * nothing more. If it has more, it is the time since the commit of the last transaction that they show. If a table
     * is stopped, it is the time since that.
     */
    public Duration age() {
        return age(shown.stopped().values().stream().map(StoppedTable::since).min(Comparator.naturalOrder()));
    }

    /** Returns the age of the data that streams of one table show, like {@link #age()} for all. */
    public Duration age(TableId<?> table) {
        return age(Optional.ofNullable(shown.stopped().get(table)).map(StoppedTable::since));
    }

    /** Returns why a table is no longer followed; empty if it is. */
    public Optional<String> staleness(TableId<?> table) {
        String reason = problem;
        return isStopped()
                ? Optional.of(reason == null ? "replication has stopped" : reason)
                : Optional.ofNullable(shown.stopped().get(table)).map(StoppedTable::reason);
    }

    private Duration age(Optional<Instant> stale) {
        OptionalLong caughtUp = caughtUpAt;
        Duration followed = caughtUp.isPresent()
                ? Duration.ofNanos(Math.max(0, System.nanoTime() - caughtUp.getAsLong()))
                : until(Instant.now(), shown.since());
        return stale.map(since -> Collections.max(List.of(followed, until(Instant.now(), since))))
                .orElse(followed);
    }

    private static Duration until(Instant now, Instant since) {
        return since.isAfter(now) ? Duration.ZERO : Duration.between(since, now);
    }

    /**
     * Waits until new streams show everything before a position.
     *
     * @param table the table of the streams; null for all tables
     * @return false if they do not in time, or never will
     */
    public boolean await(Position position, @Nullable TableId<?> table, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        synchronized (change) {
            while (!isStopped()) {
                Shown now = shown;
                boolean isStale =
                        table == null ? !now.stopped().isEmpty() : now.stopped().containsKey(table);
                if (!isStale && new BinlogProgress(now.position()).covers(position)) {
                    return true;
                }
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(change, left);
            }
            return false;
        }
    }

    /** Sets the reason why the server cannot be reached; null when it can. */
    void connection(@Nullable String reason) {
        connectionProblem = reason;
    }

    void problem(@Nullable String reason) {
        problem = reason;
    }

    /** Sets the phase to a reload, and returns the former phase. */
    Phase reloading(String reason) {
        Phase before = phase;
        phase = Phase.RELOADING;
        problem = reason;
        return before;
    }

    /** Returns to the former phase, with the problem that the reload met, or null. */
    void reloaded(Phase before, @Nullable String reason) {
        phase = before;
        problem = reason;
    }

    /** Records that the server has more than new streams show. */
    void markBehind() {
        caughtUpAt = OptionalLong.empty();
    }

    /**
     * Sets the state that new streams show.
     *
     * @param lastReportNanos the time at which the server reported that it has nothing more, by {@link System#nanoTime};
     * empty if it has more
     */
    void show(Shown now, OptionalLong lastReportNanos) {
        synchronized (change) {
            phase = Phase.FOLLOWING;
            shown = now;
            caughtUpAt = lastReportNanos;
            change.notifyAll();
        }
    }

    void end() {
        synchronized (change) {
            phase = Phase.STOPPED;
            caughtUpAt = OptionalLong.empty();
            change.notifyAll();
        }
    }
}
