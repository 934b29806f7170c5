package org.speedwell.accelerator.join;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.Aggregator;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.join.JoinedTable.Kind;
import org.speedwell.accelerator.join.JoinedTable.Link;
import org.speedwell.accelerator.kernel.RowBlock;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.kernel.Selector;
import org.speedwell.accelerator.kernel.SelectorBuilder;
import org.speedwell.accelerator.kernel.Shares;
import org.speedwell.accelerator.memory.WorkingMemory;
import org.speedwell.accelerator.plan.Cost;
import org.speedwell.accelerator.plan.Execution;
import org.speedwell.accelerator.plan.Profile;
import org.speedwell.accelerator.plan.RowNode;

/**
 * How a join is run: which table comes first, and how each of the others is put beside those before it. Tuples come in the
 * order of the rows of the tables as they were named: by the first table, then by the second, and so on; what a right join
 * adds comes behind all that it has found. Inner joins may be run in another order, if that and a sort behind it are
 * expected to cost less; where nobody asks for the order, they are not sorted. Immutable.
 */
public final class JoinPlan {
    private final JoinQuery query;
    private final boolean isOrdered;
    private final int first;
    private final RowNode firstRows;
    private final List<JoinStep> steps = new ArrayList<>();

    /** By step, the conditions that are tested after it. */
    private final List<List<JoinCondition>> conditions = new ArrayList<>();

    private final double expected;
    private final double cost;

    private JoinPlan(JoinQuery query, boolean isOrdered, int first, boolean isAsNamed) {
        this.query = query;
        this.isOrdered = isOrdered;
        this.first = first;
        this.firstRows = JoinStep.rows(query.tables().get(first).table(), query.filterBefore(first));
        double sum = firstRows.cost() + firstRows.expected();
        List<Integer> joined = new ArrayList<>(List.of(first));
        double tuples = firstRows.expected();
        List<JoinCondition> pending = query.conditions().stream()
                .map(condition -> new JoinCondition(query, condition))
                .toList();
        while (joined.size() < query.tables().size()) {
            JoinStep step = isAsNamed ? named(joined.size(), tuples) : cheapest(joined, tuples);
            steps.add(step);
            joined.add(step.place());
            Map<Boolean, List<JoinCondition>> split = pending.stream()
                    .collect(Collectors.partitioningBy(condition -> joined.containsAll(condition.tables())));
            conditions.add(split.getOrDefault(true, List.of()));
            pending = split.getOrDefault(false, List.of());
            tuples = step.expected();
            sum += step.cost() + conditions.getLast().size() * tuples * Cost.GATHERED_ROW;
            for (JoinCondition condition : conditions.getLast()) {
                tuples *= condition.share();
            }
        }
        this.expected = tuples;
        this.cost = isSorted() ? sum + tuples * Cost.SORTED_ROW : sum;
    }

    /** The cheapest way to the tuples in their order. */
    public static JoinPlan of(JoinQuery query) {
        return of(query, true);
    }

    /** The cheapest way to the tuples, which come in no certain order. */
    public static JoinPlan unordered(JoinQuery query) {
        return of(query, false);
    }

    private static JoinPlan of(JoinQuery query, boolean isOrdered) {
        JoinPlan best = new JoinPlan(query, isOrdered, 0, true);
        if (query.tables().stream().allMatch(table -> table.kind() == Kind.INNER)) {
            for (int first = 0; first < query.tables().size(); first++) {
                JoinPlan other = new JoinPlan(query, isOrdered, first, false);
                best = other.cost < best.cost && other.fitsMemory() ? other : best;
            }
        }
        return best;
    }

    /** The order in which the tables are named needs no sort. */
    private boolean fitsMemory() {
        double bytes = expected * InRowOrder.bytesATuple(query.tables().size());
        return !isSorted() || WorkingMemory.allows(query.budget(), bytes);
    }

    private JoinStep named(int place, double tuples) {
        JoinedTable table = query.tables().get(place);
        return JoinStep.of(place, table, table.link(), query.filterBefore(place), tuples);
    }

    /** Of all tables that are not joined yet, the one that is put beside them at the least cost; linked ones come first. */
    private JoinStep cheapest(List<Integer> joined, double tuples) {
        @Nullable JoinStep best = null;
        for (int place = 0; place < query.tables().size(); place++) {
            if (joined.contains(place)) {
                continue;
            }
            JoinStep step = JoinStep.of(
                    place, query.tables().get(place), link(place, joined), query.filterBefore(place), tuples);
            boolean isBetter = best == null
                    || (step.link() == null) == (best.link() == null) && value(step) < value(best)
                    || step.link() != null && best.link() == null;
            best = isBetter ? step : best;
        }
        return requireNonNull(best);
    }

    private static double value(JoinStep step) {
        return step.cost() + step.expected() * Cost.GATHERED_ROW;
    }

    /** The link between a table and one of those joined; there is one at most, as each table names one before it. */
    private @Nullable Link link(int place, List<Integer> joined) {
        Link own = query.tables().get(place).link();
        if (own != null && joined.contains(own.other())) {
            return own;
        }
        for (int other : joined) {
            Link to = query.tables().get(other).link();
            if (to != null && to.other() == place) {
                return to.swapped(other);
            }
        }
        return null;
    }

    /** Whether the tuples come in their order. */
    public boolean isInOrder() {
        return isOrdered || isInNamedOrder();
    }

    private boolean isInNamedOrder() {
        return first == 0
                && IntStream.range(0, steps.size())
                        .allMatch(step -> steps.get(step).place() == step + 1);
    }

    private boolean isSorted() {
        return isOrdered && !isInNamedOrder();
    }

    /** A run: what has to be read before the first tuple is read when it is made. For any threads. */
    public final class Run {
        private final Rows rows;
        private final List<JoinStep.Opened> opened = new ArrayList<>();

        /** Tests of tuples that may have no row of a table. */
        private final List<Tested.TupleTest> tests = new ArrayList<>();

        private final @Nullable Counts counts;
        private final boolean parallel;
        private final @Nullable Profile profile;
        private final WorkingMemory memory;

        private Run(boolean parallel, @Nullable Profile profile, WorkingMemory memory) {
            this.parallel = parallel;
            this.profile = profile;
            this.memory = memory;
            this.rows = read(firstRows, first, parallel, profile);
            for (JoinStep step : steps) {
                opened.add(step.open(node -> read(node, step.place(), parallel, profile), memory));
            }
            for (int place = 0; place < query.tables().size(); place++) {
                Filter filter =
                        query.isNullable(place) ? query.tables().get(place).filter() : null;
                if (filter != null) {
                    tests.add(test(place, filter));
                }
            }
            this.counts = profile == null ? null : tell(profile);
        }

        private Rows read(RowNode node, int place, boolean parallel, @Nullable Profile profile) {
            return new Execution(query.tables().get(place).table(), parallel, profile).run(node);
        }

        private Tested.TupleTest test(int place, Filter filter) {
            Selector selector = new SelectorBuilder(query.tables().get(place).table()).build(filter);
            return (block, at) -> {
                int row = block.rows[place][at];
                return row == TupleSource.NO_ROW || selector.test(row);
            };
        }

        private Counts tell(Profile profile) {
            Counts told = new Counts(new ArrayList<>(), new ArrayList<>());
            for (int i = 0; i < steps.size(); i++) {
                JoinStep step = steps.get(i);
                LongAdder adder = new LongAdder();
                told.steps.add(adder);
                String other = step.link() == null
                        ? ""
                        : query.tables().get(step.link().other()).name();
                profile.rowStep(
                        step.words(query.tables().get(step.place()).name(), other),
                        Math.round(step.expected()),
                        adder::sum);
                List<LongAdder> passed = new ArrayList<>();
                for (JoinCondition condition : conditions.get(i)) {
                    LongAdder left = new LongAdder();
                    passed.add(left);
                    profile.rowStep(condition.describe(), left::sum);
                }
                told.conditions.add(passed);
            }
            if (isSorted()) {
                LongAdder last = told.last();
                profile.rowStep("in the order of the rows", Math.round(expected), last::sum);
            }
            return told;
        }

        /** How many rows the first table has. */
        int size() {
            return rows.size();
        }

        /** Whether the tuples of some rows of the first table are had without the others. */
        boolean isDivisible() {
            return !isSorted() && steps.stream().noneMatch(step -> step.kind() == Kind.RIGHT);
        }

        /** The tuples of the first table's rows from one place to another. */
        TupleSource source(int from, int to) {
            int tables = query.tables().size();
            TupleSource source = new FirstRows(rows, first, from, to);
            int[] before = {first};
            for (int i = 0; i < steps.size(); i++) {
                source = counted(
                        counts == null ? null : counts.steps.get(i),
                        opened.get(i).beside(source, before, tables));
                before = Arrays.copyOf(before, before.length + 1);
                before[before.length - 1] = steps.get(i).place();
                for (int j = 0; j < conditions.get(i).size(); j++) {
                    source = counted(
                            counts == null ? null : counts.conditions.get(i).get(j),
                            new Tested(source, conditions.get(i).get(j).test()));
                }
            }
            for (Tested.TupleTest test : tests) {
                source = new Tested(source, test);
            }
            return isSorted() ? new InRowOrder(source, tables, memory) : source;
        }

        private static TupleSource counted(@Nullable LongAdder tuples, TupleSource source) {
            return tuples == null ? source : new Counted(source, tuples);
        }

        /** How many tuples there are. */
        public long count() {
            long count = source(0, rows.size()).count(query.tables().size());
            query.keepAlive();
            return count;
        }

        /**
         * What workers make of the tuples: one of all, or in parallel one of each share.
         *
         * @param words what they do, for a person
         */
        public Aggregator collect(Supplier<Aggregator> workers, String words) {
            Supplier<Aggregator> counted = () -> workers.get().countedIn(memory);
            Supplier<Aggregator> own =
                    isInOrder() ? counted : () -> counted.get().inAnyOrder();
            Aggregator all =
                    Shares.of(rows.size(), parallel && isDivisible(), (from, to) -> collect(own.get(), from, to))
                            .stream()
                            .reduce(Aggregator::merge)
                            .orElseThrow();
            if (profile != null) {
                profile.rowStep(words, all::size);
            }
            query.keepAlive();
            return all;
        }

        private Aggregator collect(Aggregator worker, int from, int to) {
            TupleSource source = source(from, to);
            RowBlock block = new RowBlock(query.tables().size());
            while (source.next(block, RowBlock.CAPACITY)) {
                block.fillings++;
                worker.accept(block);
            }
            return worker;
        }

        /** The tuples, each an array of rows, a row of each table; −1 where there is none. */
        public TupleSpliterator tuples() {
            return new TupleSpliterator(query, this);
        }
    }

    /** How many tuples each step has given, and each condition after it has left. */
    private record Counts(List<LongAdder> steps, List<List<LongAdder>> conditions) {
        LongAdder last() {
            return conditions.getLast().isEmpty()
                    ? steps.getLast()
                    : conditions.getLast().getLast();
        }
    }

    /** Tells how many tuples come. */
    private record Counted(TupleSource source, LongAdder tuples) implements TupleSource {
        @Override
        public boolean next(RowBlock block, int most) {
            boolean any = source.next(block, most);
            tuples.add(block.size);
            return any;
        }

        @Override
        public long count(int tables) {
            long count = source.count(tables);
            tuples.add(count);
            return count;
        }
    }

    /**
     * Starts a run that is a query of its own.
     *
     * @param profile counts what each step does; null for none
     */
    public Run run(boolean parallel, @Nullable Profile profile) {
        return run(parallel, profile, new WorkingMemory(query.budget()));
    }

    /**
     * Starts a run.
     *
     * @param profile counts what each step does; null for none
     * @param memory counts what the query collects, in all threads and steps
     */
    public Run run(boolean parallel, @Nullable Profile profile, WorkingMemory memory) {
        return new Run(parallel, profile, memory);
    }
}
