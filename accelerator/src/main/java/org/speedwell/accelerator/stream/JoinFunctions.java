package org.speedwell.accelerator.stream;

import com.speedment.runtime.compute.ToBoolean;
import com.speedment.runtime.compute.expression.ComposedExpression;
import com.speedment.runtime.compute.trait.HasCompare;
import com.speedment.runtime.field.predicate.CombinedPredicate;
import com.speedment.runtime.field.predicate.ComposedPredicate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.Collector;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.aggregate.Input;
import org.speedwell.accelerator.collect.CollectorPlan;
import org.speedwell.accelerator.collect.CollectorShape;
import org.speedwell.accelerator.eval.ComparatorResolver;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.PredicateResolver;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.filter.Filter;
import org.speedwell.accelerator.filter.FilterResolver;
import org.speedwell.accelerator.join.JoinQuery;
import org.speedwell.accelerator.store.TableStore;

/**
 * Reads functions of a join's tuples: those that get the entity of one table, which has always one, and what fields and
 * expressions are composed with them.
 */
record JoinFunctions<T>(JoinQuery query, TupleMaker<T> maker) {

    /** What a function does with the entity of one table. */
    record OfTable<F>(int place, TableStore<?> table, F function) {}

    /** The table whose entity a getter gives, if there always is one; −1 where that is not known. */
    int place(Function<?, ?> getter) {
        int place = isPlain() ? maker.place(getter) : -1;
        return place < 0 || query.isNullable(place) ? -1 : place;
    }

    /** Whether an element can be made of every tuple: Speedment's tuples refuse entities that are missing, the others know them. */
    boolean isPlain() {
        return maker.shape() != TupleMaker.Shape.TUPLE
                || IntStream.range(0, query.tables().size()).noneMatch(query::isNullable);
    }

    TableStore<?> table(int place) {
        return query.tables().get(place).table();
    }

    /** The query of those tuples for which a predicate holds; null where a part of it is opaque, or asks two tables at once. */
    @Nullable
    JoinQuery filtered(Predicate<?> predicate) {
        List<OfTable<Filter>> filters = new ArrayList<>();
        if (!collect(predicate, filters)) {
            return null;
        }
        JoinQuery filtered = query;
        for (OfTable<Filter> filter : filters) {
            filtered = filtered.filtered(filter.place, filter.function);
        }
        return filtered;
    }

    private boolean collect(Predicate<?> of, List<OfTable<Filter>> filters) {
        if (of instanceof CombinedPredicate<?> combined && combined.getType() == CombinedPredicate.Type.AND) {
            return combined.stream().allMatch(part -> collect(part, filters));
        }
        OfTable<Predicate<?>> composed = composed(of);
        if (composed == null) {
            return false;
        }
        Filter filter = filter(composed.table, composed.function);
        return filter != null && filters.add(new OfTable<>(composed.place, composed.table, filter));
    }

    @SuppressWarnings("unchecked") // a predicate on another table has no filter
    private static <E> @Nullable Filter filter(TableStore<E> table, Predicate<?> predicate) {
        return FilterResolver.resolve(table, (Predicate<? super E>) predicate);
    }

    private @Nullable OfTable<Predicate<?>> composed(Predicate<?> of) {
        if (!(of instanceof ComposedPredicate<?, ?> composed)) {
            return null;
        }
        int place = place(composed.firstStep());
        return place < 0 ? null : new OfTable<>(place, table(place), composed.secondStep());
    }

    /** The test of a tuple, or null where a part of the predicate is opaque. */
    @Nullable
    Predicate<int[]> test(Predicate<?> of) {
        if (of instanceof CombinedPredicate<?> combined) {
            List<@Nullable Predicate<int[]>> parts = combined.stream()
                    .<@Nullable Predicate<int[]>>map(this::test)
                    .toList();
            boolean isAnd = combined.getType() == CombinedPredicate.Type.AND;
            return parts.contains(null)
                    ? null
                    : tuple -> isAnd
                            ? parts.stream().allMatch(part -> part != null && part.test(tuple))
                            : parts.stream().anyMatch(part -> part != null && part.test(tuple));
        }
        OfTable<Predicate<?>> composed = composed(of);
        IntPredicate test =
                composed == null ? null : PredicateResolver.resolve(Scope.of(composed.table), composed.function);
        if (test != null && composed != null) {
            int place = composed.place;
            return tuple -> test.test(tuple[place]);
        }
        OfTable<RowExpression> expression = of instanceof ToBoolean<?> ? expression(of) : null;
        return expression == null
                ? null
                : tuple -> expression.function.whole().applyAsLong(tuple[expression.place]) != 0;
    }

    /** The expression of one table's columns that a function is, composed with a getter; or null. */
    @Nullable
    OfTable<RowExpression> expression(Object of) {
        if (!(of instanceof ComposedExpression<?, ?> composed)) {
            return null;
        }
        int place = place(composed.firstStep());
        RowExpression expression =
                place < 0 ? null : ExpressionResolver.resolve(Scope.of(table(place)), composed.secondStep());
        return expression == null ? null : new OfTable<>(place, table(place), expression);
    }

    /** Plans a collector of the tuples. */
    CollectorPlan plan(Collector<?, ?, ?> collector) {
        return isPlain()
                ? CollectorPlan.of(CollectorShape.of(collector), query.tables().size(), this::input)
                : new CollectorPlan.Unsupported("collects tuples that have no room for a missing entity");
    }

    /** The function of one table's rows that a function of the tuples is, composed with a getter; or null. */
    private @Nullable Input input(Object of) {
        if (of instanceof ComposedPredicate<?, ?>) {
            OfTable<Predicate<?>> predicate = composed((Predicate<?>) of);
            return predicate == null ? null : new Input(predicate.place, Scope.of(predicate.table), predicate.function);
        }
        int place = of instanceof ComposedExpression<?, ?> composed ? place(composed.firstStep()) : -1;
        return place < 0
                ? null
                : new Input(place, Scope.of(table(place)), ((ComposedExpression<?, ?>) of).secondStep());
    }

    /** What a function gives for a tuple, as an object; or null. Speedment has its own way with values that are missing. */
    @SuppressWarnings("unchecked") // it is a function of the stream's elements
    @Nullable
    Function<int[], @Nullable Object> value(Function<?, ?> of) {
        OfTable<RowExpression> expression = expression(of);
        if (expression == null) {
            return null;
        }
        int place = expression.place;
        IntPredicate nulls = expression.function.nulls();
        IntFunction<@Nullable Object> value = expression.function.boxed();
        Function<T, @Nullable Object> given = (Function<T, @Nullable Object>) of;
        return tuple -> nulls.test(tuple[place]) ? given.apply(make(tuple)) : value.apply(tuple[place]);
    }

    /** The order of tuples that a comparator is, or null where it is opaque. Of missing values see {@link #value}. */
    @SuppressWarnings("unchecked") // it is a comparator of the stream's elements
    @Nullable
    Comparator<int[]> order(Comparator<?> of) {
        if (!(of instanceof ComposedExpression<?, ?> composed)
                || !(of instanceof HasCompare<?>)
                || !(composed.secondStep() instanceof Comparator<?> second)) {
            return null;
        }
        OfTable<RowExpression> expression = expression(of);
        IntBinaryOperator order =
                expression == null ? null : ComparatorResolver.resolve(Scope.of(expression.table), second);
        if (order == null || expression == null) {
            return null;
        }
        int place = expression.place;
        IntPredicate nulls = expression.function.nulls();
        Comparator<T> given = (Comparator<T>) of;
        return (a, b) -> nulls.test(a[place]) || nulls.test(b[place])
                ? given.compare(make(a), make(b))
                : order.applyAsInt(a[place], b[place]);
    }

    /** The element of the stream that a tuple is. */
    T make(int[] tuple) {
        @Nullable Object[] entities = new @Nullable Object[tuple.length];
        for (int place = 0; place < tuple.length; place++) {
            entities[place] = tuple[place] < 0 ? null : table(place).entity(tuple[place]);
        }
        return maker.make().apply(entities);
    }
}
