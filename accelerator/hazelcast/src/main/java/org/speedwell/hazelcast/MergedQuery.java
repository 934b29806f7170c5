package org.speedwell.hazelcast;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.MaintainedRows;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.table.Table;

/**
 * A maintained question on the member that asks. It merges the results of the parts at each position that all parts
 * have reached. The engine then maintains the merged result as a query over rows, one row for each part. Thread-safe.
 *
 * @param <P> the result of a part
 * @param <R> the merged result
 */
final class MergedQuery<P, R> {
    private static final System.Logger LOG = System.getLogger(MergedQuery.class.getName());

    private final PartQueries.Question question;
    private final ClusterQuery<?, P, R> query;
    private final Wire wire;
    private final IntFunction<Optional<String>> clusterStaleness;

    /** Completes with the first merged result; null after the application has it. */
    private volatile @Nullable CompletableFuture<MaintainedQuery<R>> first = new CompletableFuture<>();

    /** The merged result, which the application and its subscriptions keep reachable; null before the first one. */
    private volatile @Nullable WeakReference<MaintainedQuery<R>> merged;

    private final Map<UUID, PartState> states = new ConcurrentHashMap<>();
    private volatile int parts;

    /** The last answer that each member has reported. */
    private final Map<UUID, PartAnswer> lastAnswers = new HashMap<>();

    private final PartTimeline timeline = new PartTimeline();
    private boolean isMerging;
    private List<PartAnswer> lastMerged = List.of();

    /** The results of the parts; null before all parts have one. Only the merging thread uses it. */
    private @Nullable MaintainedRows<PartRow> rows;

    /** @param clusterStaleness returns why a result for a number of parts is not that of the present members */
    MergedQuery(
            PartQueries.Question question,
            ClusterQuery<?, P, R> query,
            Wire wire,
            IntFunction<Optional<String>> clusterStaleness) {
        this.question = question;
        this.query = query;
        this.wire = wire;
        this.clusterStaleness = clusterStaleness;
    }

    PartQueries.Question question() {
        return question;
    }

    /** Returns the merged result, as soon as there is one. It fails if the question fails; null after {@link #taken}. */
    @Nullable
    CompletableFuture<MaintainedQuery<R>> first() {
        return first;
    }

    /** Forgets the first result, because the caller has it or no longer waits for it. */
    void taken() {
        first = null;
    }

    /** Returns whether neither the application nor a subscription refers to the merged result any more. */
    boolean isAbandoned() {
        WeakReference<MaintainedQuery<R>> of = merged;
        return first == null && (of == null || of.get() == null);
    }

    /** Takes the states of the question on all members. */
    void use(Map<UUID, PartState> reported) {
        states.keySet().retainAll(reported.keySet());
        states.putAll(reported);
        List<String> refusals = reported.values().stream()
                .filter(state -> !state.refusal().isEmpty())
                .map(state -> "the part of " + state.member() + ", because " + state.refusal())
                .toList();
        if (!refusals.isEmpty()) {
            fail(new ClusterQueryException(
                    "Cannot maintain " + this + ". Missing: " + String.join("; ", refusals) + ".", refusals, null));
        }
    }

    /** Takes results of a member. Another thread merges them. */
    synchronized void report(UUID member, PartState state, List<PartResult> results) {
        states.put(member, state);
        for (PartResult result : results) {
            PartAnswer answer = result.answer() == null ? lastAnswers.get(member) : result.answer();
            if (answer != null) {
                lastAnswers.put(member, answer);
                timeline.add(member, result.with(answer));
            }
        }
        if (!isMerging) {
            isMerging = true;
            Thread.ofVirtual().name("speedwell-merge").start(this::merge);
        }
    }

    private void merge() {
        try {
            for (List<PartResult> next = next(); next != null; next = next()) {
                publish(next);
            }
        } catch (Throwable e) {
            LOG.log(System.Logger.Level.WARNING, "The results of " + this + " could not be merged", e);
            ended();
            fail(e);
        }
    }

    /** Returns the results of all parts at a common position. Ends the merging thread if they are the last ones. */
    private synchronized @Nullable List<PartResult> next() {
        MaintainedRows<PartRow> known = rows;
        List<PartResult> next =
                timeline.newest(parts, at -> known != null && known.arePast(at)).orElse(null);
        List<PartAnswer> answers = next == null ? lastMerged : answers(next);
        isMerging = !answers.equals(lastMerged);
        lastMerged = answers;
        return isMerging ? next : null;
    }

    private synchronized void ended() {
        isMerging = false;
        lastMerged = List.of();
    }

    private static List<PartAnswer> answers(List<PartResult> of) {
        List<PartAnswer> answers = new ArrayList<>();
        for (PartResult result : of) {
            if (result.answer() != null) {
                answers.add(result.answer());
            }
        }
        return answers;
    }

    private void fail(Throwable e) {
        CompletableFuture<MaintainedQuery<R>> waiting = first;
        if (waiting != null) {
            waiting.completeExceptionally(e);
        }
    }

    private void publish(List<PartResult> whole) {
        List<PartRow> next = whole.stream().map(PartRow::of).toList();
        MaintainedRows<PartRow> known = rows;
        Table<PartRow> table =
                known == null ? PartRow.SCHEMA.table(next) : known.table().replacedBy(next);
        MaintainedRows<PartRow> to = known == null ? MaintainedRows.of(table, this::staleness) : known;
        rows = to;
        parts = whole.size();
        to.replace(table, PartTimeline.takenAt(whole), whole.getFirst().position());
        WeakReference<MaintainedQuery<R>> of = merged;
        if (of == null) {
            begin(to.maintain(this::combined));
        } else {
            compute(of.get());
        }
    }

    private void begin(MaintainedQuery<R> handle) {
        merged = new WeakReference<>(handle);
        CompletableFuture<MaintainedQuery<R>> waiting = first;
        if (waiting == null || !waiting.complete(handle)) {
            handle.close(); // the caller no longer waits
        }
    }

    /** Computes the result, so that readers need not. */
    private void compute(@Nullable MaintainedQuery<R> handle) {
        try {
            if (handle != null) {
                var _ = handle.get();
            }
        } catch (RuntimeException e) { // each reader and subscriber receives it
            LOG.log(System.Logger.Level.DEBUG, () -> this + " has no result", e);
        }
    }

    private R combined(Stream<PartRow> results) {
        List<PartRow> all = results.sorted(PartRow.NUMBER).toList();
        List<String> failed = all.stream()
                .filter(part -> !part.failure().isEmpty())
                .map(part -> new PartNumber(part.number(), all.size()) + ", which failed: " + part.failure())
                .toList();
        if (!failed.isEmpty()) {
            throw Scatter.incomplete(query, failed, null);
        }
        List<P> values = new ArrayList<>();
        for (PartRow part : all) {
            values.add(Scatter.read(query, wire, new PartNumber(part.number(), all.size()), part.bytes()));
        }
        return query.combine(values);
    }

    private Optional<String> staleness() {
        for (PartState state : states.values()) {
            if (!state.refusal().isEmpty()) {
                return Optional.of("The part of " + state.member() + " is missing, because " + state.refusal());
            }
            if (!state.staleness().isEmpty()) {
                return Optional.of("The part of " + state.member() + " is stale: " + state.staleness());
            }
        }
        return timeline.isBehind()
                ? Optional.of("The parts on other members have not reached the position of the result yet.")
                : clusterStaleness.apply(parts);
    }

    boolean isIncremental() {
        return !states.isEmpty() && states.values().stream().allMatch(PartState::isIncremental);
    }

    /** Describes how the members maintain the result. */
    String describe() {
        return "merged from " + parts + " parts; each part is "
                + states.values().stream()
                        .map(PartState::description)
                        .distinct()
                        .collect(Collectors.joining("; or "));
    }

    /** Closes the merged result, and completes its subscriptions. */
    void close() {
        fail(new IllegalStateException("The store was closed before " + this + " had a result."));
        WeakReference<MaintainedQuery<R>> of = merged;
        MaintainedQuery<R> handle = of == null ? null : of.get();
        if (handle != null) {
            handle.close();
        }
    }

    @Override
    public String toString() {
        return Scatter.named(query) + " to table " + question.table();
    }
}
