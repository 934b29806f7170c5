package org.speedwell.bench;

import com.speedment.runtime.field.Field;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.chbench.OrderLine;
import org.speedwell.chbench.OrderLineImpl;
import org.speedwell.chbench.OrderLineManager;
import org.speedwell.schema.Progress;

/**
 * The creation of the next version of the table {@code order_line} of CH-benCHmark after a batch of changes, as
 * replication creates it. The primary key has four columns, all columns have an index, and nearly all texts differ. No
 * database.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "-Xmx4g")
@Threads(1)
@NullUnmarked // JMH sets the fields before anything reads them
public class OrderLineEditBenchmark {
    private static final int[] KEY = {0, 1, 2, 3};
    private static final int LINES = 10;
    private static final int DISTRICTS = 10;
    private static final int ITEMS = 100_000;
    private static final int CENTS = 100_000;
    private static final int TEXT_LENGTH = 24;

    @Param({"300000", "1000000"})
    int rows;

    /** The number of rows that each version changes. */
    @Param({"1", "10", "100", "1000"})
    int changed;

    /** The kind of change. */
    @Param
    Change change;

    /** A kind of change. */
    public enum Change {
        /** Other numbers in two columns of random rows. */
        NUMBERS,
        /** New rows. */
        INSERTS,
        /** New texts in random rows. */
        TEXTS,
        /** Deleted rows. */
        DELETES
    }

    private final SplittableRandom random = new SplittableRandom(1);
    private final MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
    private SyntheticTable<OrderLine> lines;
    private TableStore<OrderLine> loaded;
    private TableStore<OrderLine> table;
    private int[] numbers;
    private int[] removed;
    private List<Column> keys;
    private List<@Nullable Column> values;
    private Lease staging;
    private int next;

    @Setup(Level.Trial)
    public void load() {
        Timestamp delivered = Timestamp.valueOf("2026-01-01 00:00:00");
        lines = new SyntheticTable<>(OrderLineManager.IDENTIFIER, OrderLine.class, OrderLineImpl::new)
                .column(OrderLine.WAREHOUSE_ID, MySqlType.INT, Integer.class, _ -> 1)
                .column(OrderLine.DISTRICT_ID, MySqlType.INT, Integer.class, row -> row / LINES % DISTRICTS + 1)
                .column(OrderLine.ORDER_ID, MySqlType.INT, Integer.class, row -> row / LINES / DISTRICTS + 1)
                .column(OrderLine.LINE_NUMBER, MySqlType.INT, Integer.class, row -> row % LINES + 1)
                .column(OrderLine.ITEM_ID, MySqlType.INT, Integer.class, row -> (int) (hash(row, 1) % ITEMS) + 1)
                .column(OrderLine.SUPPLY_WAREHOUSE_ID, MySqlType.INT, Integer.class, _ -> 1)
                .column(
                        OrderLine.DELIVERY_DATE,
                        MySqlType.DATETIME,
                        Timestamp.class,
                        row -> row < rows * 7L / 10 ? delivered : null)
                .column(OrderLine.QUANTITY, MySqlType.INT, Integer.class, row -> (int) (hash(row, 2) % 10) + 1)
                .column(
                        OrderLine.AMOUNT,
                        MySqlType.DECIMAL,
                        BigDecimal.class,
                        row -> BigDecimal.valueOf(hash(row, 3) % CENTS, 2))
                .column(OrderLine.DISTRICT_INFO, MySqlType.CHAR, String.class, OrderLineEditBenchmark::text)
                .primaryKey(KEY);
        loaded = lines.build(rows, _ -> true, Progress.console());
    }

    private static long hash(int row, int salt) {
        return new SplittableRandom((long) row << 3 | salt).nextLong() & Long.MAX_VALUE;
    }

    private static String text(int row) {
        SplittableRandom letters = new SplittableRandom(row);
        StringBuilder text = new StringBuilder();
        while (text.length() < TEXT_LENGTH) {
            text.append((char) ('a' + letters.nextInt(26)));
        }
        return text.toString();
    }

    @Setup(Level.Iteration)
    public void begin() {
        table = loaded;
        next = rows;
    }

    @Setup(Level.Invocation)
    public void change() {
        numbers = switch (change) {
            case NUMBERS, TEXTS ->
                random.ints(changed, 0, table.end()).sorted().distinct().toArray();
            case INSERTS -> IntStream.range(table.end(), table.end() + changed).toArray();
            case DELETES -> new int[0];
        };
        removed = change == Change.DELETES
                ? random.ints(changed, 0, table.end())
                        .filter(table::isPresent)
                        .sorted()
                        .distinct()
                        .toArray()
                : new int[0];
        Predicate<Field<OrderLine>> isChanged = switch (change) {
            case NUMBERS -> List.<Field<OrderLine>>of(OrderLine.QUANTITY, OrderLine.AMOUNT)::contains;
            case TEXTS -> OrderLine.DISTRICT_INFO::equals;
            case INSERTS, DELETES -> _ -> false;
        };
        staging = new Lease();
        values = new ArrayList<>(lines.values(numbers, isChanged, _ -> next++, staging));
        keys = List.copyOf(values.subList(0, KEY.length));
        for (int i = 0; i < values.size(); i++) {
            if (change != Change.INSERTS && !isChanged.test(OrderLineManager.FIELDS.get(i))) {
                values.set(i, null); // replication reads only columns that change
            }
        }
    }

    @Benchmark
    public TableStore<OrderLine> edit() {
        table = table.edit(numbers, values, removed, budget);
        return table;
    }

    /** Finds the rows as replication does before it edits them. */
    @Benchmark
    public int[] find() {
        return loaded.rowsOf(keys);
    }

    @TearDown(Level.Invocation)
    public void discard() {
        staging.release();
    }
}
