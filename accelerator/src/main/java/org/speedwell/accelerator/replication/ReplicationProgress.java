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
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.follow.FollowStatus.Phase;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.model.TableId;

/** How far the following is, as it is told to others. Thread-safe; one thread follows and tells. */
public final class ReplicationProgress {
    private final Object change = new Object();
    private volatile Phase phase = Phase.CATCHING_UP;
    private volatile @Nullable String problem;
    private volatile @Nullable String connectionProblem;
    private volatile Shown shown;

    /** When the server said that it has nothing more than new streams show; empty while there is more. */
    private volatile OptionalLong caughtUpAt = OptionalLong.empty();

    private volatile @Nullable Instant verifiedAt;
    private volatile @Nullable String verificationProblem;
    private final LongAdder verified = new LongAdder();
    private final LongAdder differing = new LongAdder();

    /**
     * What new streams show.
     *
     * @param position up to which they show all
     * @param committedAt when the last transaction that they show was committed, by the server's clock
     * @param since the same by the clock of this machine
     * @param stopped tables that are not followed any more, by name, and why
     * @param staleSince the same tables, and up to when they were followed, by the clock of this machine
     */
    record Shown(
            Position position,
            Instant committedAt,
            Instant since,
            long transactions,
            long rows,
            long versions,
            long reloads,
            Map<String, String> stopped,
            Map<TableId<?>, Instant> staleSince) {}

    ReplicationProgress(Position from, Instant takenAt) {
        this.shown = new Shown(from, takenAt, takenAt, 0, 0, 0, 0, Map.of(), Map.of());
    }

    /** @param silence that the server is silent, or null */
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
                now.stopped(),
                Optional.ofNullable(verifiedAt),
                Optional.ofNullable(verificationProblem));
    }

    /** Sets when the last comparison of all followed tables began. */
    public void verifiedAll(Instant began) {
        verifiedAt = began;
    }

    /** Sets why tables cannot be compared; null if they can. */
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

    /** Returns the position up to which new streams show all. */
    public Position position() {
        return shown.position();
    }

    /** Returns whether nothing is followed any more. */
    public boolean isStopped() {
        return phase == Phase.STOPPED;
    }

    /**
     * Returns the greatest age of what new streams show: the time since the server said that it has nothing more than they show,
     * or, while there is more, since the commit of the last transaction that they show; if a table is stopped, the time since it
     * was.
     */
    public Duration age() {
        return age(shown.staleSince().values().stream().min(Comparator.naturalOrder()));
    }

    /** Returns the age of what the streams of one table show, as {@link #age()} does for all. */
    public Duration age(TableId<?> table) {
        return age(Optional.ofNullable(shown.staleSince().get(table)));
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
     * Waits until new streams show all that is before a position.
     *
     * @param table the table whose streams are meant; null for those of all tables
     * @return false if they do not in time, or never will
     */
    public boolean await(Position position, @Nullable TableId<?> table, Duration timeout) throws InterruptedException {
        long deadline = System.nanoTime() + timeout.toNanos();
        synchronized (change) {
            while (!isStopped()) {
                Shown now = shown;
                boolean isStale = table == null
                        ? !now.staleSince().isEmpty()
                        : now.staleSince().containsKey(table);
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

    /** Why the server cannot be reached; null when it can. */
    void connection(@Nullable String reason) {
        connectionProblem = reason;
    }

    void problem(@Nullable String reason) {
        problem = reason;
    }

    /** Returns what was done before. */
    Phase reloading(String reason) {
        Phase before = phase;
        phase = Phase.RELOADING;
        problem = reason;
        return before;
    }

    /** Goes on with what was done before; with what stands against that, or null. */
    void reloaded(Phase before, @Nullable String reason) {
        phase = before;
        problem = reason;
    }

    /** There is more than what is shown. */
    void behind() {
        caughtUpAt = OptionalLong.empty();
    }

    /**
     * Sets what new streams show.
     *
     * @param allHeardAt when the server said that it has nothing more, by {@link System#nanoTime}; empty if there is more
     */
    void show(Shown now, OptionalLong allHeardAt) {
        synchronized (change) {
            phase = Phase.FOLLOWING;
            shown = now;
            caughtUpAt = allHeardAt;
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
