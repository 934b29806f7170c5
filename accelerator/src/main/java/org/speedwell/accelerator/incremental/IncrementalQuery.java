package org.speedwell.accelerator.incremental;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.BaseStream;
import java.util.stream.Collector;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.encode.EncodingCollector;
import org.speedwell.accelerator.eval.ElementPosition;
import org.speedwell.accelerator.eval.Hop;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.store.KnownReferences;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.Dependence;
import org.speedwell.accelerator.stream.ElementPipeline;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.RecordedStream;
import org.speedwell.accelerator.stream.RecordedStream.Terminal;
import org.speedwell.accelerator.stream.StreamMethod;

/**
 * A query whose result follows the changes of the elements that it reads. The time of an update is proportional to the
 * number of changed elements. For one thread at a time.
 *
 * <p>The idea is that of incremental view maintenance: the result over the former elements is subtracted, and the
 * result over the new elements is added. Budiu et al., "DBSP: Automatic Incremental View Maintenance", VLDB 2023, describes the
 * general form.
 *
 * @param <E> the type of the elements: entities, or tuples of a join
 * @param <R> the type of the result
 */
public final class IncrementalQuery<E, R> implements RecordedStream.Answers {
    private final Function<? super Stream<E>, ? extends R> query;
    private final Reads reads = new Reads();

    /** The work of the operation that {@link #end} chooses. */
    private Function<Terminal, @Nullable Object> work = this::first;

    /** The number of operations that run as usual, if the next one is not terminal. */
    private int end = ALL;

    private static final int ALL = Integer.MAX_VALUE;

    /** The number of operations before the terminal one. */
    private int operations;

    private @Nullable QueryState state;
    /** The operations before the terminal one; null if the total cannot take elements one by one. */
    private @Nullable ElementPipeline pipeline;

    private Dependence dependence = Dependence.ON_ALL;
    private @Nullable String refusal;
    private int terminals;
    private boolean isOpaque;
    private @Nullable Object answer;
    private R result;

    /** An exception that ends the query's function, because the stream that an update needs is known. */
    private static final class Done extends RuntimeException {
        private static final long serialVersionUID = 1;
        private static final Done INSTANCE = new Done();

        private Done() {
            super("The query has run as far as the update needs it.", null, false, false);
        }
    }

    /**
     * The elements of a stream of one version.
     *
     * @param <E> the type of the elements
     */
    @FunctionalInterface
    public interface Elements<E> {
        /**
         * Returns a stream of the elements.
         *
         * @param version receives fallbacks, and finds other tables of the version
         */
        Stream<E> stream(FallbackListener version);
    }

    /**
     * Some elements of one version.
     *
     * @param <E> the type of the elements
     */
    public interface Changed<E> extends Elements<E> {
        /**
         * Returns the positions of the elements, in ascending order.
         *
         * @throws NotIncrementalException if there are too many
         */
        List<ElementPosition> positions();

        /**
         * Returns the elements as objects, one for each position, if they are few; null otherwise. A query treats few
         * elements one by one, which is faster than a plan over columns.
         */
        @Nullable
        List<E> few();
    }

    /**
     * The elements of some positions of one version.
     *
     * @param <E> the type of the elements
     */
    @FunctionalInterface
    public interface ListedElements<E> {
        /**
         * Returns a stream of the elements.
         *
         * @param rows the positions, in ascending order
         * @param version receives fallbacks, and finds other tables of the version
         */
        Stream<E> stream(List<ElementPosition> rows, FallbackListener version);
    }

    /**
     * Elements that the query gained or lost.
     *
     * @param isAdded true if they are new, false if they are gone
     * @param version the version of the elements
     */
    public record Change<E>(boolean isAdded, Changed<E> elements, FallbackListener version) {}

    /**
     * Runs a query over all elements.
     *
     * @param query a function that returns the same result for equal elements, and has no side effects
     * @param rows the rows of the version
     * @param otherReason a reason why the caller cannot update the query; null if it can
     * @throws IllegalArgumentException if the function runs no terminal operation
     */
    public IncrementalQuery(
            Function<? super Stream<E>, ? extends R> query,
            Elements<E> all,
            ListedElements<E> rows,
            FallbackListener version,
            @Nullable String otherReason) {
        this.query = query;
        R first = run(all, version);
        if (first instanceof BaseStream<?, ?> || terminals == 0) {
            throw new IllegalArgumentException("The query has no terminal operation, so it has no result to maintain."
                    + " End it with count(), collect() or another.");
        }
        this.result = first;
        if (refusal == null) {
            refusal = terminals > 1 ? "the function runs several terminal operations" : otherReason;
        }
        if (refusal == null) {
            build(all, rows, version);
        }
    }

    /** A listener that records what the engine needs besides the elements. */
    private static final class Reads {
        private final Set<TableId<?>> others = new LinkedHashSet<>();
        private final Set<TableId<?>> held = ConcurrentHashMap.newKeySet(); // parallel streams create entities
        private final Set<Hop> hops = new LinkedHashSet<>();
        private @Nullable String fallback;

        FallbackListener of(FallbackListener version) {
            return new FallbackListener() {
                @Override
                public void fallback(TableStore<?> table, String operation, String reason, @Nullable Object function) {
                    fallback = operation + " " + reason;
                    version.fallback(table, operation, reason, function);
                }

                @Override
                public boolean readsFunctions() {
                    return version.readsFunctions();
                }

                @Override
                public <T> @Nullable TableStore<T> table(TableId<T> identifier) {
                    others.add(identifier);
                    return version.table(identifier);
                }

                @Override
                public <T> @Nullable TableStore<T> held(TableId<T> identifier) {
                    held.add(identifier);
                    return version.held(identifier);
                }

                @Override
                public KnownReferences references() {
                    return version.references();
                }

                @Override
                public void follows(TableId<?> from, Row.Referenced row) {
                    hops.add(Hop.last(from, row));
                }
            };
        }
    }

    /** Returns the result over the version that this query has followed last. */
    public R result() {
        return result;
    }

    /** Returns why the query is not incremental; null if it is. */
    public @Nullable String refusal() {
        return refusal;
    }

    /**
     * Returns whether the query calls functions that the engine cannot read. Its result may then depend on anything, for
     * example on other tables.
     */
    public boolean isOpaque() {
        return isOpaque;
    }

    /** Returns the other tables that the query has read so far. */
    public Set<TableId<?>> otherTables() {
        return reads.others.isEmpty() ? Set.of() : Set.copyOf(reads.others);
    }

    /** Returns the tables whose rows the entities of the query hold, as far as it has created entities. */
    public Set<TableId<?>> heldTables() {
        return reads.held.isEmpty() ? Set.of() : Set.copyOf(reads.held);
    }

    /** Returns the foreign keys that the query has followed so far. */
    public Set<Hop> hops() {
        return reads.hops.isEmpty() ? Set.of() : Set.copyOf(reads.hops);
    }

    /** Returns the rows and columns of its table on which the result depends. Other changes need no update. */
    public Dependence dependence() {
        return dependence;
    }

    /** Returns about how many bytes of heap the incremental state takes; 0 if there is none. Takes constant time. */
    public long bytes() {
        return state == null || refusal != null ? 0 : state.bytes();
    }

    /** Describes the state for people. */
    public String describe() {
        return state == null || refusal != null
                ? "computed from scratch: " + refusal
                : "incremental: " + state.describe();
    }

    /**
     * Updates the result.
     *
     * @param changes the elements that are gone, and those that are new
     * @param rows the rows of the new version
     * @param version the new version
     * @throws NotIncrementalException if the query has become impossible to update; do not use it any more
     * @throws RuntimeException if the function throws, as over all elements; do not use the query any more
     */
    public void update(List<Change<E>> changes, ListedElements<E> rows, FallbackListener version) {
        switch (requireNonNull(state)) {
            case Total<?> total -> {
                for (Change<E> change : changes) {
                    apply(total, change);
                }
                Object next = total.result();
                if (!Results.isSame(next, answer)) {
                    answer = next;
                    result = resultOf(next);
                }
            }
            case FirstRows first -> {
                Set<ElementPosition> gone = new HashSet<>();
                Set<ElementPosition> come = new TreeSet<>();
                changes.forEach(change -> collect(change, gone, come));
                UnaryOperator<List<ElementPosition>> inOrder =
                        some -> rows(first, reads -> rows.stream(some, reads), version, some.size());
                if (first.change(gone, List.copyOf(come), inOrder)) {
                    R next = resultOver(first.neededRows(), rows, version);
                    result = Results.isSame(next, result) ? result : next;
                }
            }
        }
    }

    /** Adds the positions of a change to those of the changes before it. An element may come, and then be gone again. */
    private static void collect(Change<?> change, Set<ElementPosition> gone, Set<ElementPosition> come) {
        for (ElementPosition position : change.elements.positions()) {
            if (change.isAdded) {
                come.add(position);
            } else if (!come.remove(position)) {
                gone.add(position);
            }
        }
    }

    private void build(Elements<E> all, ListedElements<E> rows, FallbackListener version) {
        try {
            switch (requireNonNull(state)) {
                case Total<?> total -> {
                    apply(total, true, all, version);
                    Object expected = answer;
                    answer = total.result();
                    requireSame(answer, expected);
                }
                case FirstRows first -> {
                    first.fill(rows(first, all, version, first.toFill()));
                    requireSame(resultOver(first.neededRows(), rows, version), result);
                }
            }
        } catch (NotIncrementalException e) {
            refuse(e.getMessage());
        } catch (RuntimeException e) {
            refuse("it reads elements that the query itself does not read, and fails with " + e);
        }
    }

    private static void requireSame(@Nullable Object ofState, @Nullable Object expected) {
        if (!Results.isSame(ofState, expected)) {
            throw new NotIncrementalException("its state has another result");
        }
    }

    private void refuse(@Nullable String reason) {
        state = null;
        refusal = reason;
    }

    private <P> void apply(Total<P> to, Change<E> change) {
        ElementPipeline one = pipeline;
        List<E> few = one == null || !reads.others.isEmpty() ? null : change.elements.few();
        if (one == null || few == null) {
            apply(to, change.isAdded, change.elements, change.version);
            return;
        }
        int sign = change.isAdded ? 1 : -1;
        List<ElementPosition> positions = change.elements.positions();
        for (int i = 0; i < positions.size(); i++) {
            E element = few.get(i);
            if (one.accepts(element)) {
                apply(to, one, element, positions.get(i), sign);
            }
        }
    }

    /** Adds or subtracts one element that the first filters accept. */
    private static void apply(Total<?> to, ElementPipeline one, Object element, ElementPosition position, int sign) {
        ToLongFunction<Object> number = one.number();
        if (one.onlyFilters()) {
            to.change(element, position, sign);
        } else if (number != null && to.takesNumbers()) {
            to.change(number.applyAsLong(element), sign);
        } else {
            to.change(one.after(element), position, sign);
        }
    }

    /** Runs the function over some elements as far as a total needs it, and updates the total. */
    private <P> void apply(Total<P> to, boolean isAdded, Elements<E> elements, FallbackListener version) {
        runTo(to, elements, version, next -> {
            P partial = to.partial(next.stream());
            if (isAdded) {
                to.add(partial);
            } else {
                to.subtract(partial);
            }
        });
    }

    /** Returns the positions of the first elements that pass the filters of the function, in its order. */
    private List<ElementPosition> rows(FirstRows of, Elements<E> elements, FallbackListener version, int max) {
        List<List<ElementPosition>> found = new ArrayList<>(1);
        runTo(of, elements, version, next -> {
            List<ElementPosition> first = next.first(max);
            if (first == null) {
                throw new NotIncrementalException(
                        "columns cannot filter and order the rows on which " + next.method() + " depends");
            }
            found.add(first);
        });
        return found.getFirst();
    }

    /** Runs the first operations of the function, and passes the next one to an action. */
    private void runTo(QueryState of, Elements<E> elements, FallbackListener version, Consumer<Terminal> action) {
        end = of.operations(operations);
        work = next -> {
            action.accept(next);
            throw Done.INSTANCE;
        };
        try {
            run(elements, version);
        } catch (Done e) {
            requireColumns();
            return;
        }
        throw new NotIncrementalException("the function catches the exceptions of its terminal operation");
    }

    /** Runs the function with a given result of its terminal operation. */
    private R resultOf(@Nullable Object of) {
        try (Stream<E> stream = RecordedStream.withResult(of)) {
            return query.apply(stream);
        }
    }

    /** Runs the function over some rows. */
    private R resultOver(List<ElementPosition> some, ListedElements<E> rows, FallbackListener version) {
        end = ALL;
        work = Terminal::run;
        R found = run(reads -> rows.stream(some, reads), version);
        requireColumns();
        return found;
    }

    private R run(Elements<E> elements, FallbackListener version) {
        reads.fallback = null;
        try (Stream<E> stream = RecordedStream.answered(elements.stream(reads.of(version)), this)) {
            return query.apply(stream);
        }
    }

    private void requireColumns() {
        if (reads.fallback != null) {
            throw new NotIncrementalException(reads.fallback);
        }
    }

    @Override
    public @Nullable Object answer(Terminal terminal) {
        return work.apply(terminal);
    }

    @Override
    public boolean isEnd(int place) {
        return place == end;
    }

    /** Runs the terminal operation, and chooses the state. */
    private @Nullable Object first(Terminal terminal) {
        terminals++;
        CollectorShape shape = terminal.shape();
        operations = terminal.steps().size() - 1;
        try {
            state = QueryState.of(terminal, shape);
            pipeline = state instanceof Total<?> total && total.takesElements() ? terminal.before() : null;
        } catch (NotIncrementalException e) {
            refusal = e.getMessage();
        }
        answer = terminal.run();
        String opaque = reads.fallback == null ? opaqueFunction(terminal, shape) : reads.fallback;
        if (opaque == null) {
            dependence = terminal.dependence(shape);
        } else {
            isOpaque = true;
            refusal = opaque;
        }
        return answer;
    }

    /**
     * Returns a reason if an operation on values has a function of the application, or a collector that columns do not
     * run. Such a function may read anything. A stream reports opaque functions of its elements as fallbacks.
     */
    private static @Nullable String opaqueFunction(Terminal terminal, @Nullable CollectorShape shape) {
        boolean isMapped = false;
        for (RecordedStream.Step step : terminal.steps()) {
            if (step.function() != null && (isMapped || step.ofNumbers())) {
                return step.method() + " of values calls a function, which may read anything";
            }
            isMapped |= step.method() == StreamMethod.MAP || step.method() == StreamMethod.MAP_TO_OBJ;
        }
        boolean isEncoded =
                terminal.argument() instanceof EncodingCollector<?, ?>; // a fallback if columns cannot run it
        return terminal.method() == StreamMethod.COLLECT && shape == null && !isEncoded && !isPlain(terminal.argument())
                ? "collect uses a collector that columns cannot run"
                : null;
    }

    /**
     * Returns whether a collector has only functions of the JDK that capture nothing, as that of
     * {@code Collectors.toList()}. It then reads nothing but the elements.
     */
    private static boolean isPlain(@Nullable Object collector) {
        return collector instanceof Collector<?, ?, ?> of
                && Stream.of(of.supplier(), of.accumulator(), of.combiner(), of.finisher())
                        .map(Object::getClass)
                        .allMatch(type -> type.getName().startsWith("java.util.stream.Collectors$")
                                && type.getDeclaredFields().length == 0);
    }
}
