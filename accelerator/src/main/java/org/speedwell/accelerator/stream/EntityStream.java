package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.field.predicate.CombinedPredicate;
import com.speedment.runtime.field.predicate.PredicateType;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.ExpressionResolver;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.filter.FilterResolver;
import org.speedwell.accelerator.filter.KeyComparison;
import org.speedwell.accelerator.index.SortedIndex;
import org.speedwell.accelerator.plan.Logical;
import org.speedwell.accelerator.plan.Node;
import org.speedwell.accelerator.plan.NumberColumn;
import org.speedwell.accelerator.plan.Planner;
import org.speedwell.accelerator.plan.Profile;
import org.speedwell.accelerator.plan.RowOrder;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.TableStore;

/**
 * A stream of a table's entities. Operations that columns understand are gathered into a {@link Logical} query; the first that
 * they do not understand goes, with all that follow, to a stream of the JDK over exactly the rows of that query, in the
 * same order. Entities are made only there. For one thread, as every stream.
 */
public final class EntityStream<E> extends TableStream<E> {
    private final TableStore<E> table;
    private final Logical query;

    /** A filter on the query's rows that nobody has looked at yet: most streams end before it has to be understood. */
    private final @Nullable Predicate<? super E> pending;

    /**
     * The column and key that the pending filter compares, or none: read where the filter is given, as only there does
     * the compiler know its class.
     */
    private final int column;

    private final long key;

    private final @Nullable PredicateType comparison;

    private EntityStream(TableStore<E> table, Logical query, StreamState state) {
        this(table, query, null, KeyComparison.NO_COLUMN, KeyComparison.NO_KEY, null, state);
    }

    private EntityStream(
            TableStore<E> table,
            Logical query,
            @Nullable Predicate<? super E> pending,
            int column,
            long key,
            @Nullable PredicateType comparison,
            StreamState state) {
        super(state);
        this.table = table;
        this.query = query;
        this.pending = pending;
        this.column = column;
        this.key = key;
        this.comparison = comparison;
    }

    /** All entities of a table, in primary-key order. */
    public static <E> Stream<E> of(TableStore<E> table, boolean parallel) {
        return of(table, parallel, FallbackListener.SILENT);
    }

    /** All entities of a table, in primary-key order. The listener is told where the pipeline leaves columns. */
    public static <E> Stream<E> of(TableStore<E> table, boolean parallel, FallbackListener fallbacks) {
        return new EntityStream<>(table, Logical.TABLE, new StreamState(parallel, fallbacks, null));
    }

    /** As {@link #of}, telling what is done; slower. */
    public static <E> Stream<E> profiled(TableStore<E> table, Profile profile, FallbackListener fallbacks) {
        return new EntityStream<>(table, Logical.TABLE, new StreamState(false, fallbacks, profile));
    }

    @Override
    public Stream<E> filter(Predicate<? super E> predicate) {
        requireNonNull(predicate);
        if (pending != null) {
            return settled().filter(predicate);
        }
        link();
        return filtered(table, query, predicate, state);
    }

    private static <E> EntityStream<E> filtered(
            TableStore<E> table, Logical query, Predicate<? super E> predicate, StreamState state) {
        int column = KeyComparison.column(table, predicate);
        long key =
                column == KeyComparison.NO_COLUMN ? KeyComparison.NO_KEY : KeyComparison.key(table, column, predicate);
        PredicateType comparison = key == KeyComparison.NO_KEY ? null : KeyComparison.type(predicate);
        return new EntityStream<>(table, query, predicate, column, key, comparison, state);
    }

    @Override
    public Stream<E> sorted(Comparator<? super E> comparator) {
        requireNonNull(comparator);
        if (pending != null) {
            return settled().sorted(comparator);
        }
        if (Logical.hasWindow(query)) {
            return rowByRow().sorted(comparator);
        }
        RowOrder.By by = RowOrder.By.of(table, comparator);
        if (by != null) {
            return next(Logical.ordered(query, by));
        }
        RowOrder order = RowOrder.of(table, comparator);
        return order == null ? rowByRow().sorted(comparator) : next(Logical.ordered(query, order));
    }

    @Override
    public Stream<E> skip(long n) {
        if (Stage.requireSize(n) == 0) {
            return this;
        }
        return pending != null ? settled().skip(n) : next(Logical.skip(query, n));
    }

    @Override
    public Stream<E> limit(long maxSize) {
        Stage.requireSize(maxSize);
        return pending != null ? settled().limit(maxSize) : next(Logical.limit(query, maxSize));
    }

    @Override
    public Stream<E> distinct() {
        if (pending != null) {
            return settled().distinct();
        }
        if (!table.hasPrimaryKey()) {
            return rowByRow().distinct();
        }
        state.hideSize();
        return next(query);
    }

    @Override
    public Stream<E> unordered() {
        link();
        return new EntityStream<>(table, query, pending, column, key, comparison, state);
    }

    /** Through a field or its cast, values told by the keys of a column; no entity is made. */
    @Override
    public <R> Stream<R> map(Function<? super E, ? extends R> mapper) {
        requireNonNull(mapper);
        if (pending != null) {
            return settled().map(mapper);
        }
        ColumnRef.Ordered keys = ExpressionResolver.keyColumn(table, mapper);
        IntFunction<@Nullable Object> value = keys == null ? null : RowStream.value(table, mapper);
        if (keys == null || value == null) {
            return rowByRow().map(mapper);
        }
        link();
        return new ValueStream<>(table, new Logical.Mapped(query, keys), value, state);
    }

    @Override
    public Stream<E> takeWhile(Predicate<? super E> predicate) {
        requireNonNull(predicate);
        return pending != null ? settled().takeWhile(predicate) : rowByRow().takeWhile(predicate);
    }

    @Override
    public Stream<E> dropWhile(Predicate<? super E> predicate) {
        requireNonNull(predicate);
        return pending != null ? settled().dropWhile(predicate) : rowByRow().dropWhile(predicate);
    }

    @Override
    public IntStream mapToInt(ToIntFunction<? super E> mapper) {
        requireNonNull(mapper);
        if (pending != null) {
            return settled().mapToInt(mapper);
        }
        ColumnRef.Ordered column = NumberColumn.whole(table, mapper);
        return column == null ? rowByRow().mapToInt(mapper) : new IntColumnStream(linkTo(column));
    }

    @Override
    public LongStream mapToLong(ToLongFunction<? super E> mapper) {
        requireNonNull(mapper);
        if (pending != null) {
            return settled().mapToLong(mapper);
        }
        ColumnRef.Ordered column = NumberColumn.whole(table, mapper);
        return column == null ? rowByRow().mapToLong(mapper) : new LongColumnStream(linkTo(column));
    }

    @Override
    public DoubleStream mapToDouble(ToDoubleFunction<? super E> mapper) {
        requireNonNull(mapper);
        if (pending != null) {
            return settled().mapToDouble(mapper);
        }
        ColumnRef.Ordered column = NumberColumn.number(table, mapper);
        return column == null ? rowByRow().mapToDouble(mapper) : new DoubleColumnStream(linkTo(column));
    }

    @Override
    public long count() {
        link();
        if (isShort()) {
            if (pending == null) {
                return table.rows();
            }
            if (comparison != null) {
                return KeyQuery.count(table, column, comparison, key, state.isParallel());
            }
        }
        return SlowPath.count(table, query, pending, state.isParallel(), state.fallbacks(), state.profile());
    }

    /** Whether nothing but a pending filter leaves out rows, and nobody asks how it is done: then an index may answer at once. */
    private boolean isShort() {
        return Logical.isWhole(query) && state.profile() == null;
    }

    /** As a stream with a filter pending, which is understood first. */
    static <E> Stream<E> settled(
            TableStore<E> table, Logical query, Predicate<? super E> predicate, StreamState state) {
        return filtered(table, query, predicate, state).settled();
    }

    @Override
    @SuppressWarnings("unchecked") // the slow path finds an entity of the table
    public Optional<E> findFirst() {
        link();
        if (comparison == PredicateType.EQUAL && isShort() && query == Logical.TABLE) {
            SortedIndex index = table.index(column);
            if (index != null) {
                int position = index.below(key);
                boolean found = index.through(key) > position;
                return found ? Optional.of(table.entity(index.row(position))) : Optional.empty();
            }
        }
        return (Optional<E>)
                SlowPath.first(table, query, pending, state.isParallel(), state.fallbacks(), state.profile());
    }

    @Override
    public Optional<E> findAny() {
        return findFirst();
    }

    @Override
    public Optional<E> min(Comparator<? super E> comparator) {
        requireNonNull(comparator);
        if (pending != null) {
            return settled().min(comparator);
        }
        RowOrder order = Logical.hasWindow(query) ? null : RowOrder.of(table, comparator);
        if (order == null) {
            return rowByRow().min(comparator);
        }
        link();
        return SlowTerminals.first(Logical.ordered(query, order), table, state.execution(table));
    }

    @Override
    public Optional<E> max(Comparator<? super E> comparator) {
        requireNonNull(comparator);
        if (pending != null) {
            return settled().max(comparator);
        }
        RowOrder order = Logical.hasWindow(query) ? null : RowOrder.of(table, comparator);
        if (order == null) {
            return rowByRow().max(comparator);
        }
        link();
        return SlowTerminals.first(Logical.ordered(query, order.reversed()), table, state.execution(table));
    }

    @Override
    public boolean anyMatch(Predicate<? super E> predicate) {
        requireNonNull(predicate);
        if (pending != null) {
            return settled().anyMatch(predicate);
        }
        Filter filter = Logical.hasWindow(query) ? null : FilterResolver.resolve(table, predicate);
        if (filter == null) {
            return rowByRow().anyMatch(predicate);
        }
        link();
        return run(new Planner(table).any(Logical.filtered(query, filter)));
    }

    @Override
    public boolean noneMatch(Predicate<? super E> predicate) {
        return !anyMatch(predicate);
    }

    @Override
    public boolean allMatch(Predicate<? super E> predicate) {
        requireNonNull(predicate);
        if (pending != null) {
            return settled().allMatch(predicate);
        }
        Filter filter = Logical.hasWindow(query) ? null : FilterResolver.resolve(table, predicate);
        if (filter == null) {
            return rowByRow().allMatch(predicate);
        }
        link();
        Planner planner = new Planner(table);
        return run(planner.count(Logical.filtered(query, filter))).equals(run(planner.count(query)));
    }

    @Override
    public <R, A> R collect(Collector<? super E, A, R> collector) {
        if (!(requireNonNull(collector) instanceof ColumnCollector<?, ?, ?>)) {
            return super.collect(collector);
        }
        if (pending != null) {
            return settled().collect(collector);
        }
        requireUnlinked();
        R groups = ColumnGroups.collect(table, query, collector, state.execution(table));
        if (groups == null) {
            return rowByRow().collect(collector);
        }
        link();
        return groups;
    }

    /** This stream with its pending filter understood, or handed to a stream of the JDK from its first opaque part on. */
    private Stream<E> settled() {
        if (pending == null) {
            return this;
        }
        link();
        Stream<E> before = new EntityStream<>(table, query, state);
        Filter filter = Logical.hasWindow(query) ? null : FilterResolver.resolve(table, pending);
        if (filter != null) {
            return new EntityStream<>(table, Logical.filtered(query, filter), state);
        }
        if (Logical.hasWindow(query)
                || !(pending instanceof CombinedPredicate<?> combined)
                || combined.getType() != CombinedPredicate.Type.AND) {
            return ((EntityStream<E>) before).rowByRow().filter(pending);
        }
        for (Object part : combined.stream().toArray()) {
            before = filtered(before, part);
        }
        return before;
    }

    @SuppressWarnings("unchecked") // the parts of a combined predicate take what the whole takes
    private static <E> Stream<E> filtered(Stream<E> stream, Object part) {
        Stream<E> filtered = stream.filter((Predicate<? super E>) part);
        return filtered instanceof EntityStream<E> own ? own.settled() : filtered;
    }

    @Override
    Stream<E> opaque(String operation, Object function) {
        Stream<E> settled = settled();
        if (settled == this) {
            return rowByRow().opaque(operation, function);
        }
        return settled instanceof TableStream<E> own ? own.opaque(operation, function) : settled;
    }

    /** The rows one by one, for an operation that a query cannot hold. For streams with no filter pending. */
    private RowStream<E> rowByRow() {
        link();
        return new RowStream<>(table, state.goOn(RowSpliterator.stream(table, query, state)), state);
    }

    @Override
    Stream<E> jdk() {
        if (pending != null) {
            return settledToJdk();
        }
        link();
        boolean sized = RowSpliterator.isSized(query, state);
        int known = RowSpliterator.characteristics(sized);
        Stream<E> entities = StreamSupport.stream(
                () -> new ValueSpliterator<>(RowSpliterator.of(table, query, sized, state), table::entity, known),
                known,
                false);
        Profile profile = state.profile();
        return state.goOn(profile == null ? entities : entities.peek(_ -> profile.entityMade()));
    }

    private Stream<E> settledToJdk() {
        Stream<E> settled = settled();
        return settled instanceof TableStream<E> own ? own.jdk() : settled;
    }

    private <R> R run(Node<R> plan) {
        return state.execution(table).run(plan);
    }

    private EntityStream<E> next(Logical nextQuery) {
        link();
        return new EntityStream<>(table, nextQuery, state);
    }

    private ColumnSource linkTo(ColumnRef.Ordered column) {
        link();
        return new ColumnSource(table, query, column, state);
    }
}
