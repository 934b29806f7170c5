package org.speedwell.accelerator.stream;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.compute.expression.Expression;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.collect.BlockCollector;
import org.speedwell.accelerator.collect.CollectorPlan;
import org.speedwell.accelerator.collect.ColumnCollector;
import org.speedwell.accelerator.encode.EncodingCollector;
import org.speedwell.accelerator.eval.ComparatorResolver;
import org.speedwell.accelerator.eval.ExpressionResolver;
import org.speedwell.accelerator.eval.PredicateResolver;
import org.speedwell.accelerator.eval.RowExpression;
import org.speedwell.accelerator.eval.Scope;
import org.speedwell.accelerator.kernel.Rows;
import org.speedwell.accelerator.lambda.Known;
import org.speedwell.accelerator.lambda.KnownEmission;
import org.speedwell.accelerator.plan.Profile;
import org.speedwell.accelerator.plan.RowOrder;
import org.speedwell.accelerator.store.TableStore;

/**
 * The entities of rows that come one by one from a stream of the JDK: what follows a query that has its window, or has an
 * expression in it. Tests, orders and maps still read columns; an entity is made where one is handed out. Laziness,
 * order and parallel running are the JDK's.
 */
final class RowStream<E> extends NarrowingStream<E> {
    private final TableStore<E> table;
    private final IntStream rows;

    /** True where a row may come more than once: behind a join. */
    private final boolean isRepeating;

    /** How many rows came so far; counted for a profile only. */
    private final LongAdder seen = new LongAdder();

    /**
     * Continues a pipeline.
     *
     * @param rows the row numbers
     * @param isRepeating whether a row may come more than once
     * @param state the state of the pipeline
     */
    RowStream(TableStore<E> table, IntStream rows, boolean isRepeating, StreamState state) {
        super(state);
        this.table = table;
        this.isRepeating = isRepeating;
        this.rows = state.profile() == null ? rows : rows.peek(_ -> seen.increment());
    }

    @Override
    @Nullable
    KnownEmission<E> emission(String operation, BiConsumer<? super E, ?> function) {
        return PlainFunctions.emission(table, operation, function, state);
    }

    @Override
    public Stream<E> filter(Predicate<? super E> predicate) {
        return filterAsGiven(PlainFunctions.predicate(table, "filter", requireNonNull(predicate), state));
    }

    /**
     * Filters by a predicate that an earlier operation was given: the code that calls now, hands over another one, and must
     * not be asked what this one is.
     */
    Stream<E> filterAsGiven(Predicate<? super E> predicate) {
        IntPredicate test = test("filter", predicate);
        return test == null ? super.filter(predicate) : next("filter", rows().filter(test));
    }

    @Override
    public Stream<E> takeWhile(Predicate<? super E> predicate) {
        IntPredicate test = given("takeWhile", predicate);
        return test == null ? super.takeWhile(predicate) : next("takeWhile", rows().takeWhile(test));
    }

    @Override
    public Stream<E> dropWhile(Predicate<? super E> predicate) {
        IntPredicate test = given("dropWhile", predicate);
        return test == null ? super.dropWhile(predicate) : next("dropWhile", rows().dropWhile(test));
    }

    @Override
    public Stream<E> sorted(Comparator<? super E> comparator) {
        Comparator<Integer> order =
                order(scope(), PlainFunctions.comparator(table, "sorted", requireNonNull(comparator), state));
        return order == null
                ? sortedByEntities(comparator)
                : next("sorted", rows().boxed().sorted(order).mapToInt(Integer::intValue));
    }

    @Override
    public Stream<E> distinct() {
        if (table.hasPrimaryKey()) {
            // Rows that differ have different keys. The filter passes every row and hides the size: see
            // StreamState.hideSize
            IntStream distinct = isRepeating ? rows().distinct() : rows().filter(_ -> true);
            return next("distinct", distinct, false);
        }
        tell("distinct", "the table has no primary key", null);
        return jdk().distinct();
    }

    @Override
    public Stream<E> skip(long n) {
        return Stage.requireSize(n) == 0 ? this : next("skip", rows().skip(n));
    }

    @Override
    public Stream<E> limit(long maxSize) {
        Stage.requireSize(maxSize);
        return next("limit", rows().limit(maxSize));
    }

    @Override
    @SuppressWarnings("unchecked") // the column holds what the field gives
    public <R> Stream<R> map(Function<? super E, ? extends R> mapper) {
        IntFunction<@Nullable Object> value =
                value(scope(), PlainFunctions.mapper(table, requireNonNull(mapper), state));
        if (value != null) {
            return rows().mapToObj(row -> (R) value.apply(row));
        }
        IntFunction<E> entity = narrow("map", mapper);
        return entity == null ? super.map(mapper) : rows().mapToObj(row -> mapper.apply(entity.apply(row)));
    }

    @Override
    public IntStream mapToInt(ToIntFunction<? super E> mapper) {
        RowExpression expression = expression("mapToInt", requireNonNull(mapper));
        if (expression != null) {
            IntToLongFunction value = whole(expression);
            return rows().map(row -> (int) value.applyAsLong(row));
        }
        IntFunction<E> entity = narrow("mapToInt", mapper);
        return entity == null ? super.mapToInt(mapper) : rows().map(row -> mapper.applyAsInt(entity.apply(row)));
    }

    @Override
    public LongStream mapToLong(ToLongFunction<? super E> mapper) {
        RowExpression expression = expression("mapToLong", requireNonNull(mapper));
        if (expression != null) {
            return rows().mapToLong(whole(expression));
        }
        IntFunction<E> entity = narrow("mapToLong", mapper);
        return entity == null
                ? super.mapToLong(mapper)
                : rows().mapToLong(row -> mapper.applyAsLong(entity.apply(row)));
    }

    @Override
    public DoubleStream mapToDouble(ToDoubleFunction<? super E> mapper) {
        RowExpression expression = expression("mapToDouble", requireNonNull(mapper));
        if (expression != null) {
            return rows().mapToDouble(real(expression));
        }
        IntFunction<E> entity = narrow("mapToDouble", mapper);
        return entity == null
                ? super.mapToDouble(mapper)
                : rows().mapToDouble(row -> mapper.applyAsDouble(entity.apply(row)));
    }

    /*
     * What reads columns for a row holds the table itself: behind a sort it is run when the spliterator, which holds it else,
     * is done.
     */

    private @Nullable IntPredicate given(String operation, Predicate<? super E> predicate) {
        return test(operation, PlainFunctions.predicate(table, operation, requireNonNull(predicate), state));
    }

    /** @param known as {@link PlainFunctions} know it */
    private @Nullable IntPredicate test(String operation, Predicate<? super E> known) {
        IntPredicate test = PredicateResolver.resolve(scope(), known);
        if (test != null) {
            return row -> {
                boolean holds = test.test(row);
                table.keepAlive();
                return holds;
            };
        }
        IntFunction<E> entity = narrow(operation, known);
        return entity == null ? null : row -> known.test(entity.apply(row));
    }

    @Override
    @Nullable
    IntFunction<E> narrow(String operation, Object function) {
        IntFunction<E> entity = narrowSilently(operation, function);
        if (entity != null) {
            tell(operation, opaqueReason(function), function);
        }
        return entity;
    }

    @Override
    @Nullable
    IntFunction<E> narrowSilently(String operation, Object function) {
        int[] columns = PlainFunctions.columnsRead(table, function, state);
        if (columns == null) {
            return null;
        }
        Profile profile = state.profile();
        if (profile != null) {
            profile.functionRead(operation + " an opaque function, which reads "
                    + Arrays.stream(columns).mapToObj(table::columnName).collect(Collectors.joining(", "))
                    + " of entities made of these alone");
        }
        return row -> {
            if (profile != null) {
                profile.entityMade();
            }
            return table.entity(row, columns);
        };
    }

    private Scope scope() {
        return new Scope(table, state.fallbacks());
    }

    private @Nullable RowExpression expression(String operation, Object mapper) {
        Known<E, ?> known = PlainFunctions.known(table, operation, mapper, state);
        return ExpressionResolver.resolve(scope(), known == null ? mapper : known);
    }

    private IntToLongFunction whole(RowExpression expression) {
        IntToLongFunction value = expression.whole();
        return row -> {
            long number = value.applyAsLong(row);
            table.keepAlive();
            return number;
        };
    }

    private IntToDoubleFunction real(RowExpression expression) {
        IntToDoubleFunction value = expression.real();
        return row -> {
            double number = value.applyAsDouble(row);
            table.keepAlive();
            return number;
        };
    }

    /** What a field or expression gives for a row, as an object, or null where the function is neither. */
    static @Nullable IntFunction<@Nullable Object> value(Scope scope, Function<?, ?> mapper) {
        IntFunction<@Nullable Object> boxed = ExpressionResolver.value(scope, mapper);
        if (boxed == null) {
            return null;
        }
        return row -> {
            Object value = boxed.apply(row);
            scope.table().keepAlive();
            return value;
        };
    }

    /** The order of rows that a comparator of fields or an expression means, or null where it is opaque. */
    private static @Nullable Comparator<Integer> order(Scope scope, Comparator<?> comparator) {
        TableStore<?> table = scope.table();
        IntBinaryOperator expression = ComparatorResolver.resolve(scope, comparator);
        RowOrder columns = expression == null ? RowOrder.of(table, comparator) : null;
        IntBinaryOperator order = columns == null ? expression : columns::compare;
        return order == null
                ? null
                : (a, b) -> {
                    int compared = order.applyAsInt(a, b);
                    table.keepAlive();
                    return compared;
                };
    }

    @Override
    public long count() {
        long count = rows().count();
        Profile profile = state.profile();
        if (profile != null && seen.sum() < count) {
            profile.countedUnseen(count);
        }
        return count;
    }

    @Override
    public Optional<E> findFirst() {
        return entity(rows().findFirst());
    }

    @Override
    public Optional<E> findAny() {
        return entity(rows().findAny());
    }

    private Optional<E> entity(OptionalInt row) {
        return row.isEmpty() ? Optional.empty() : Optional.of(made(row.getAsInt()));
    }

    @Override
    E made(int row) {
        Profile profile = state.profile();
        if (profile != null) {
            profile.entityMade();
        }
        return table.entity(row);
    }

    @Override
    public Optional<E> min(Comparator<? super E> comparator) {
        Comparator<Integer> order =
                order(scope(), PlainFunctions.comparator(table, "min", requireNonNull(comparator), state));
        return order == null
                ? minByEntities(comparator)
                : rows().boxed().min(order).map(this::made);
    }

    @Override
    public Optional<E> max(Comparator<? super E> comparator) {
        Comparator<Integer> order =
                order(scope(), PlainFunctions.comparator(table, "max", requireNonNull(comparator), state));
        return order == null
                ? maxByEntities(comparator)
                : rows().boxed().max(order).map(this::made);
    }

    @Override
    public boolean anyMatch(Predicate<? super E> predicate) {
        IntPredicate test = given("anyMatch", predicate);
        return test == null ? super.anyMatch(predicate) : rows().anyMatch(test);
    }

    @Override
    public boolean allMatch(Predicate<? super E> predicate) {
        IntPredicate test = given("allMatch", predicate);
        return test == null ? super.allMatch(predicate) : rows().allMatch(test);
    }

    @Override
    public boolean noneMatch(Predicate<? super E> predicate) {
        IntPredicate test = given("noneMatch", predicate);
        return test == null ? super.noneMatch(predicate) : rows().noneMatch(test);
    }

    /** A {@link ColumnCollector} runs on columns; into any other, entities are collected. */
    @Override
    public <R, A> R collect(Collector<? super E, A, R> collector) {
        if (collector instanceof EncodingCollector<?, ?>) {
            return encode((EncodingCollector<? super E, R>) (Object) collector);
        }
        if (!(requireNonNull(collector) instanceof ColumnCollector<?, ?, ?> known)) {
            return jdk().collect(collector);
        }
        return switch (CollectorPlan.of(known.shape(), scope())) {
            case CollectorPlan.Columns columns -> {
                Profile profile = state.profile();
                if (profile != null) {
                    profile.rowStep("collect → row by row on columns", seen::sum);
                }
                R result = BlockCollector.ofRows(rows(), columns.aggregators()).result();
                table.keepAlive(); // as above
                yield result;
            }
            case CollectorPlan.Unsupported(String reason) -> {
                tell("collect", reason, null);
                yield super.collect(collector);
            }
        };
    }

    private <R> R encode(EncodingCollector<? super E, R> collector) {
        requireUnlinked();
        EncodedRows<R> encoded = EncodedRows.of(scope(), collector);
        if (encoded == null) {
            return jdk().collect(collector);
        }
        Profile profile = state.profile();
        if (profile != null) {
            profile.rowStep("collect → encoded from columns", seen::sum);
        }
        R result;
        if (isParallel()) {
            int[] all = rows().toArray(); // which several threads find
            result = encoded.write(new Rows.Listed(all, 0, all.length), true);
        } else {
            result = encoded.write(rows());
        }
        table.keepAlive(); // as above
        return result;
    }

    @Override
    Stream<E> opaque(String operation, Object function) {
        tell(operation, opaqueReason(function), function);
        return jdk();
    }

    private String opaqueReason(Object function) {
        String refusal = PlainFunctions.refusal(table, function, state);
        return reason(function) + (refusal == null ? "" : ", which " + refusal);
    }

    /** Why columns do not understand a function. */
    static String reason(Object function) {
        return function instanceof Expression<?> ? "an expression that cannot be read" : "an opaque function";
    }

    private void tell(String operation, String reason, @Nullable Object function) {
        requireUnlinked();
        state.fallbacks().fallback(table, operation, reason, function);
    }

    @Override
    Stream<E> jdk() {
        return rows().mapToObj(this::made);
    }

    @Override
    Stream<E> next(String operation, IntStream nextRows) {
        return next(operation, nextRows, isRepeating);
    }

    private Stream<E> next(String operation, IntStream nextRows, boolean isNextRepeating) {
        RowStream<E> next = new RowStream<>(table, nextRows, isNextRepeating, state);
        Profile profile = state.profile();
        if (profile != null) {
            profile.rowStep(operation + " → row by row on columns", next.seen::sum);
        }
        return next;
    }

    @Override
    public Stream<E> unordered() {
        return new RowStream<>(table, rows(), isRepeating, state);
    }

    @Override
    public void addCloseHandler(Runnable handler) {
        requireUnlinked();
        var _ = rows.onClose(handler);
    }

    @Override
    IntStream rows() {
        link();
        return rows;
    }
}
