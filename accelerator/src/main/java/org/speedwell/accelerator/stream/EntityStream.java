package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.field.predicate.CombinedPredicate;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.filter.FilterResolver;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.plan.NumberColumn;
import org.speedwell.accelerator.plan.RowOrder;
import org.speedwell.accelerator.plan.RowQuery;
import org.speedwell.accelerator.store.TableStore;

/**
 * A stream of a table's entities. Operations that columns understand are gathered into a {@link RowQuery}; the first that
 * they do not understand goes, with all that follow, to a stream of the JDK over exactly the rows of that query, in the
 * same order. Entities are made only there. For one thread, as every stream.
 */
public final class EntityStream<E> extends ForwardingStream<E> {
    private final TableStore<E> table;
    private final RowQuery query;
    private final StreamState state;
    private boolean linked;

    private EntityStream(TableStore<E> table, RowQuery query, StreamState state) {
        this.table = table;
        this.query = query;
        this.state = state;
    }

    /** All entities of a table, in primary-key order. */
    public static <E> Stream<E> of(TableStore<E> table, boolean parallel) {
        return new EntityStream<>(table, RowQuery.ALL, new StreamState(parallel));
    }

    @Override
    public Stream<E> filter(Predicate<? super E> predicate) {
        requireNonNull(predicate);
        Filter filter = query.hasWindow() ? null : FilterResolver.resolve(table, predicate);
        if (filter != null) {
            return next(query.where(filter));
        }
        return predicate instanceof CombinedPredicate<?> combined ? filterByParts(combined) : jdk().filter(predicate);
    }

    /** The conjuncts before the first opaque one run on columns; that one and the rest see what those let through. */
    @SuppressWarnings("unchecked") // the parts of a combined predicate take what the whole takes
    private Stream<E> filterByParts(CombinedPredicate<?> combined) {
        if (combined.getType() != CombinedPredicate.Type.AND || query.hasWindow()) {
            return jdk().filter((Predicate<E>) combined);
        }
        Stream<E> stream = this;
        for (Predicate<?> part : combined.stream().<Predicate<?>>map(part -> part).toList()) {
            stream = stream.filter((Predicate<E>) part);
        }
        return stream;
    }

    @Override
    public Stream<E> sorted(Comparator<? super E> comparator) {
        RowOrder order = query.hasWindow() ? null : RowOrder.of(table, requireNonNull(comparator));
        return order == null ? jdk().sorted(comparator) : next(query.orderedBy(order));
    }

    @Override
    public Stream<E> skip(long n) {
        if (n < 0) {
            throw new IllegalArgumentException(Long.toString(n));
        }
        return next(query.skip(n));
    }

    @Override
    public Stream<E> limit(long maxSize) {
        if (maxSize < 0) {
            throw new IllegalArgumentException(Long.toString(maxSize));
        }
        return next(query.limit(maxSize));
    }

    @Override
    public Stream<E> distinct() {
        return table.hasPrimaryKey() ? next(query) : jdk().distinct();
    }

    @Override
    public IntStream mapToInt(ToIntFunction<? super E> mapper) {
        KeyColumn column = NumberColumn.whole(table, requireNonNull(mapper));
        return column == null ? jdk().mapToInt(mapper) : new IntColumnStream(linkTo(column));
    }

    @Override
    public LongStream mapToLong(ToLongFunction<? super E> mapper) {
        KeyColumn column = NumberColumn.whole(table, requireNonNull(mapper));
        return column == null ? jdk().mapToLong(mapper) : new LongColumnStream(linkTo(column));
    }

    @Override
    public DoubleStream mapToDouble(ToDoubleFunction<? super E> mapper) {
        KeyColumn column = NumberColumn.number(table, requireNonNull(mapper));
        return column == null ? jdk().mapToDouble(mapper) : new DoubleColumnStream(linkTo(column));
    }

    @Override
    public long count() {
        link();
        return query.count(table);
    }

    @Override
    public Optional<E> findFirst() {
        link();
        return first(query);
    }

    @Override
    public Optional<E> findAny() {
        return findFirst();
    }

    @Override
    public Optional<E> min(Comparator<? super E> comparator) {
        RowOrder order = query.hasWindow() ? null : RowOrder.of(table, requireNonNull(comparator));
        if (order == null) {
            return jdk().min(comparator);
        }
        link();
        return first(query.orderedBy(order));
    }

    @Override
    public Optional<E> max(Comparator<? super E> comparator) {
        RowOrder order = query.hasWindow() ? null : RowOrder.of(table, requireNonNull(comparator));
        if (order == null) {
            return jdk().max(comparator);
        }
        link();
        return first(query.orderedBy(order.reversed()));
    }

    @Override
    public Stream<E> sequential() {
        state.setParallel(false);
        return this;
    }

    @Override
    public Stream<E> parallel() {
        state.setParallel(true);
        return this;
    }

    @Override
    public Stream<E> unordered() {
        return next(query);
    }

    @Override
    public boolean isParallel() {
        return state.isParallel();
    }

    @Override
    public Stream<E> onClose(Runnable closeHandler) {
        requireUnlinked();
        state.onClose(requireNonNull(closeHandler));
        return this;
    }

    @Override
    public void close() {
        linked = true;
        state.close();
    }

    @Override
    Stream<E> jdk() {
        link();
        return state.applyTo(RowSpliterator.stream(table, query).mapToObj(table::entity));
    }

    private Optional<E> first(RowQuery of) {
        Rows rows = of.limit(1).rows(table);
        return rows.size() == 0 ? Optional.empty() : Optional.of(table.entity(rows.get(0)));
    }

    private EntityStream<E> next(RowQuery nextQuery) {
        link();
        return new EntityStream<>(table, nextQuery, state);
    }

    private ColumnSource linkTo(KeyColumn column) {
        link();
        return new ColumnSource(table, query, column, state);
    }

    private void link() {
        requireUnlinked();
        linked = true;
    }

    private void requireUnlinked() {
        if (linked) {
            throw new IllegalStateException("stream has already been operated upon or closed");
        }
    }
}
