package org.speedwell.hazelcast;

import static java.util.Objects.requireNonNull;

import com.hazelcast.cluster.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.query.TableDescription;

/**
 * A maintained question on one member. The store of the member maintains its result over the member's part. A thread
 * reports the result at each position that the member reaches to the member that asks. It sends one report at a time, so
 * that reports arrive in order.
 */
final class PartQuery<T> {
    private static final System.Logger LOG = System.getLogger(PartQuery.class.getName());

    /** The number of positions that wait for the thread before it skips the oldest. Each keeps its version in memory. */
    private static final int MAX_WAITING = 64;

    private static final long RETRY_MILLIS = 200;

    private final UUID id;
    private final Member asker;
    private final Part part;
    private final TableDescription<T> table;
    private final byte[] question;
    private final Consumer<PartQuery<?>> onEnd;
    private final BlockingDeque<Reached> waiting = new LinkedBlockingDeque<>(MAX_WAITING);
    private final Thread thread;

    private volatile @Nullable Maintained maintained;
    private volatile boolean isClosed;

    // only the thread uses these
    private @Nullable ClusterQuery<T, ?, ?> read;
    private @Nullable Object lastValue;
    private @Nullable PartAnswer lastAnswer;
    private @Nullable PartResult lastSent;

    /** The store of this member, and the means to reach others. */
    record Part(String name, DataStore store, PartLoader loader, Wire wire, Peers peers, Duration answer) {}

    /** A position that the member has reached, with the version that has its rows. */
    record Reached(SnapshotView version, Position position) {}

    /** The maintained result over the part with a number. */
    private record Maintained(PartNumber number, MaintainedQuery<Object> query) {}

    /** @param onEnd is called when the member that asks has left, or no longer needs the question */
    PartQuery(
            UUID id,
            Member asker,
            Part part,
            TableDescription<T> table,
            byte[] question,
            Consumer<PartQuery<?>> onEnd) {
        this.id = id;
        this.asker = asker;
        this.part = part;
        this.table = table;
        this.question = question;
        this.onEnd = onEnd;
        this.thread =
                Thread.ofVirtual().name("speedwell-part-query-" + part.name()).unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    UUID asker() {
        return asker.getUuid();
    }

    /** Adds a position, unless the result is older than the database there. Does not block. */
    void add(Reached reached) {
        if (!state().staleness().isEmpty()) {
            return;
        }
        while (!waiting.offerLast(reached)) {
            waiting.pollFirst();
        }
    }

    /** Returns the state, for the member that asks. */
    PartState state() {
        Maintained now = maintained;
        String member = part.peers().local().getAddress().toString();
        try {
            return now == null
                    ? new PartState(member, "", "", false, "")
                    : new PartState(
                            member,
                            "",
                            now.query.staleness().orElse(""),
                            now.query.isIncremental(),
                            now.query.describe());
        } catch (IllegalStateException e) { // the thread has just closed it
            return new PartState(member, "", String.valueOf(e.getMessage()), false, "");
        }
    }

    /** Stops the maintenance and releases its memory. */
    void close() {
        isClosed = true;
        thread.interrupt();
    }

    private void run() {
        try {
            List<Reached> next = new ArrayList<>();
            boolean isWanted = true;
            while (isWanted && !isClosed) {
                next.clear();
                next.add(waiting.takeFirst());
                waiting.drainTo(next);
                List<PartResult> results = results(next);
                isWanted = results.isEmpty()
                        || send(results.stream().map(this::compressed).toList());
            }
        } catch (InterruptedException e) {
            // closed
        } catch (RuntimeException e) { // the instance has shut down
            LOG.log(System.Logger.Level.DEBUG, "A maintained question ended", e);
        } finally {
            Maintained last = maintained;
            if (last != null) {
                last.query.close();
            }
            onEnd.accept(this);
        }
    }

    private List<PartResult> results(List<Reached> positions) {
        List<PartResult> results = new ArrayList<>();
        for (Reached reached : positions) {
            PartNumber number = part.loader().part(reached.version()).orElse(null);
            if (number == null) {
                continue; // the application has loaded other rows
            }
            Maintained before = maintained;
            PartAnswer answer = answer(number, reached);
            boolean isCurrent =
                    part.store().snapshot().version() == reached.version().version();
            // a table that did not follow may have been reloaded before this query knew it
            boolean isKnownExact = before == maintained || isCurrent;
            if (isKnownExact && state().staleness().isEmpty()) {
                results.add(new PartResult(
                        number, reached.position(), reached.version().takenAt(), answer));
            }
        }
        return results;
    }

    @SuppressWarnings("ReferenceEquality") // an unchanged result is the same object
    private PartAnswer answer(PartNumber number, Reached reached) {
        PartAnswer answer = lastAnswer;
        try {
            Object value = reached.version().result(maintained(number));
            if (!(answer instanceof PartAnswer.Known) || value != lastValue) {
                lastValue = value;
                answer = PartAnswer.of(
                        part.wire(), number.toString(), reached.version().takenAt(), () -> value);
            }
        } catch (Throwable e) { // includes Errors, which the member that asks must know
            answer = PartAnswer.failed(number.toString(), e);
        }
        lastAnswer = answer;
        return answer;
    }

    /** Leaves out the answer of a result if the one before has the same. */
    @SuppressWarnings("ReferenceEquality") // an unchanged answer is the same object
    private PartResult compressed(PartResult result) {
        PartResult before = lastSent;
        lastSent = result;
        return before != null && before.answer() == result.answer() ? result.with(null) : result;
    }

    /** Returns the maintained result over the part with a number. It starts again if the member has another part. */
    private MaintainedQuery<Object> maintained(PartNumber number) throws Exception {
        Maintained now = maintained;
        if (now != null && now.number.equals(number)) {
            return now.query;
        }
        if (now != null) {
            maintained = null;
            now.query.close();
        }
        ClusterQuery<T, ?, ?> query = read();
        MaintainedQuery<Object> started = part.store()
                .maintain(table.rows(), rows -> query.part(TablePart.maintained(part.store(), table, number, rows)));
        maintained = new Maintained(number, started);
        return started;
    }

    @SuppressWarnings("unchecked") // the caller passed this table with the question
    private ClusterQuery<T, ?, ?> read() throws Exception {
        ClusterQuery<T, ?, ?> known = read;
        if (known == null) {
            known = (ClusterQuery<T, ?, ?>) part.wire().read(question);
            read = known;
        }
        return known;
    }

    /** Sends a report until it arrives. Returns whether the other member still needs the question. */
    private boolean send(List<PartResult> results) throws InterruptedException {
        PartitionTasks.Report report =
                new PartitionTasks.Report(part.name(), id, part.peers().local().getUuid(), state(), results);
        while (part.peers().members().contains(asker)) {
            try {
                Boolean isWanted = requireNonNull(part.peers()
                                .submit(Peers.CONTROL, report, List.of(asker))
                                .get(asker))
                        .get(part.answer().toNanos(), TimeUnit.NANOSECONDS);
                return Boolean.TRUE.equals(isWanted);
            } catch (ExecutionException | TimeoutException e) {
                LOG.log(System.Logger.Level.DEBUG, () -> asker + " did not take a report of " + part.name(), e);
                Thread.sleep(RETRY_MILLIS);
            }
        }
        return false;
    }
}
