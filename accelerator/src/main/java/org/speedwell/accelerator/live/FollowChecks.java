package org.speedwell.accelerator.live;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.monitor.Verification;
import org.speedwell.accelerator.replication.Replicator;

/**
 * The automatic comparison of followed tables with the database. It compares each reloaded table, and periodically all
 * tables. It reloads and reports a table that differs. Its own thread compares one table at a time.
 */
final class FollowChecks implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(FollowChecks.class.getName());

    /** The reason to report when there is no memory to create a better one. */
    private static final String NOT_COMPARED = "Tables could not be compared with the database.";

    /** The shortest time between two comparisons, and the thread's wait for a reloaded table. */
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final Replicator follower;
    private final List<TableId<?>> tables;
    private final Comparison comparison;
    private final boolean afterReloads;
    private final @Nullable Duration period;
    private final Thread thread;
    private final Set<TableId<?>> pendingChecks = new LinkedHashSet<>();

    /** The tables that were reloaded because they differed, and have not been compared since. */
    private final Set<TableId<?>> healed = new HashSet<>();

    /** The tables that the running comparison of all tables has not yet reached. */
    private final Set<TableId<?>> missing = new HashSet<>();

    private long lastOfAll = System.nanoTime();

    /** The time at which the last comparison of all tables began. */
    private Instant began = Instant.now();

    /** A comparison of one table with the database. */
    @FunctionalInterface
    interface Comparison {
        Verification of(TableId<?> table) throws LoadException, InterruptedException;
    }

    private FollowChecks(
            Replicator follower,
            List<TableId<?>> tables,
            Comparison comparison,
            boolean afterReloads,
            Optional<Duration> period) {
        this.follower = follower;
        this.tables = List.copyOf(tables);
        this.comparison = comparison;
        this.afterReloads = afterReloads;
        this.period = period.orElse(null);
        this.thread = Thread.ofVirtual().name("speedwell-verify").unstarted(this::run);
    }

    /**
     * Starts the thread.
     *
     * @param tables the tables to compare periodically; no views
     * @param afterReloads whether to compare reloaded tables
     * @param period the time between two comparisons of all tables; empty for none
     */
    static FollowChecks start(
            Replicator follower,
            List<TableId<?>> tables,
            Comparison comparison,
            boolean afterReloads,
            Optional<Duration> period) {
        FollowChecks checks = new FollowChecks(follower, tables, comparison, afterReloads, period);
        checks.thread.start();
        return checks;
    }

    private void run() {
        try {
            while (!follower.isStopped()) {
                try {
                    step();
                } catch (InterruptedException e) {
                    throw e;
                } catch (Throwable e) { // a retry may succeed after an Error too
                    fail(NOT_COMPARED, e);
                    Thread.sleep(PAUSE);
                }
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    private void step() throws InterruptedException {
        for (TableId<?> table = follower.reloaded(PAUSE); table != null; table = follower.reloaded(Duration.ZERO)) {
            if (afterReloads && tables.contains(table)) {
                pendingChecks.add(table);
            }
        }
        if (period != null && System.nanoTime() - lastOfAll >= period.toNanos()) {
            pendingChecks.addAll(tables);
            missing.addAll(tables);
            lastOfAll = System.nanoTime();
            began = Instant.now();
        }
        for (TableId<?> table : List.copyOf(pendingChecks)) {
            pendingChecks.remove(table);
            check(table);
        }
        if (pendingChecks.isEmpty()) {
            follower.progress().verificationProblem(null);
        }
    }

    /** Reports that tables could not be compared. */
    private void fail(String problem, Throwable reason) {
        follower.progress().verificationProblem(problem); // this takes no memory; the next steps may fail
        try {
            String message = problem + " Speedwell tries again. Reason: "
                    + (reason instanceof LoadException ? reason.getMessage() : reason.toString());
            follower.progress().verificationProblem(message);
            LOG.log(System.Logger.Level.DEBUG, message);
        } catch (Throwable e) {
            reason.addSuppressed(e);
        }
    }

    private void check(TableId<?> table) throws InterruptedException {
        try {
            Verification found = comparison.of(table);
            boolean isCompared =
                    found.tables().stream().noneMatch(one -> one.notCompared().isPresent());
            if (isCompared) {
                follower.progress().verified(!found.differences().isEmpty());
            }
            if (missing.remove(table) && missing.isEmpty()) {
                follower.progress().verifiedAll(began); // after the last table is counted
            }
            if (!isCompared) {
                return; // the status reports that it is stopped; its reload triggers a comparison
            }
            boolean wasHealed = healed.remove(table);
            if (found.differences().isEmpty()) {
                return;
            }
            if (wasHealed) {
                LOG.log(
                        System.Logger.Level.ERROR,
                        () -> "A table differs from the database directly after its reload. Do not trust its rows: "
                                + found);
                return;
            }
            LOG.log(
                    System.Logger.Level.WARNING,
                    () -> "A table differs from the database. Speedwell reloads it: " + found);
            healed.add(table);
            follower.reload(table);
            pendingChecks.add(table);
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) { // the database may be unreachable; a later comparison may succeed
            pendingChecks.add(table);
            fail("Table " + table.table() + " could not be compared with the database.", e);
        }
    }

    /** Ends the comparisons. Does not wait for a running one, which ends soon. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
