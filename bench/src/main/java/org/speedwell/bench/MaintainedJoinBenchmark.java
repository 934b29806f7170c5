package org.speedwell.bench;

import com.speedment.common.tuple.Tuple3;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.field.trait.HasComparableOperators;
import com.speedment.runtime.join.stage.JoinOperator;
import com.speedment.runtime.join.stage.JoinType;
import com.speedment.runtime.join.stage.Stage;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
import org.openjdk.jmh.annotations.Warmup;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.live.StandaloneQueries;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Inventory;
import org.speedwell.sakila.InventoryImpl;
import org.speedwell.sakila.InventoryManager;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.RentalImpl;
import org.speedwell.sakila.RentalManager;
import org.speedwell.schema.Progress;

/**
 * The publication of a version in which one rental belongs to another inventory, with maintained queries over the join
 * of films, inventories and rentals. Each has one tuple for each rental. No database.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(value = 3, jvmArgsAppend = "-Xmx2g")
@NullUnmarked // JMH sets the fields before anything reads them
public class MaintainedJoinBenchmark {
    private static final int FILMS = 1_000;
    private static final int RENTALS_PER_INVENTORY = 4;
    private static final int CHECKED_VERSIONS = 50;

    private static final List<Stage<?>> JOIN = List.of(
            stage(FilmManager.IDENTIFIER, null, null, -1),
            stage(InventoryManager.IDENTIFIER, Inventory.FILM_ID, Film.FILM_ID, 0),
            stage(RentalManager.IDENTIFIER, Rental.INVENTORY_ID, Inventory.INVENTORY_ID, 1));

    /** The functions of the maintained queries. The second one shares the changed tuples with the first. */
    private static final List<Function<Stream<Tuple3<Film, Inventory, Rental>>, Long>> FUNCTIONS =
            List.of(Stream::count, tuples -> (long)
                    tuples.mapToInt(tuple -> tuple.get0().getRentalDuration()).sum());

    @Param("20000")
    int rentals;

    /** The number of maintained queries. */
    @Param({"0", "1", "2"})
    int queries;

    private final SplittableRandom random = new SplittableRandom(1);
    private final List<MaintainedQuery<Long>> maintained = new ArrayList<>();
    private TableStore<Film> films;
    private TableStore<Inventory> inventories;
    private SyntheticTable<Rental> rental;
    private TableStore<Rental> current;
    private SyntheticApp app;

    /** The inventory of each rental, from 0. */
    private int[] inventoryOf;

    @SuppressWarnings("unchecked") // the fields belong to the table
    private static Stage<?> stage(
            TableIdentifier<?> table, @Nullable Object field, @Nullable Object other, int referenced) {
        return Stage.of(
                (TableIdentifier<Object>) table,
                List.of(),
                field == null ? null : JoinType.INNER_JOIN,
                (HasComparableOperators<Object, ?>) field,
                field == null ? null : JoinOperator.EQUAL,
                (HasComparableOperators<?, ?>) other,
                referenced);
    }

    @Setup(Level.Trial)
    public void start() {
        Timestamp moment = Timestamp.valueOf("2026-01-01 00:00:00");
        int copies = rentals / RENTALS_PER_INVENTORY;
        inventoryOf = IntStream.range(0, rentals).map(row -> row % copies).toArray();
        films = SyntheticFilms.of(FILMS, false).build(FILMS, _ -> true, Progress.console());
        inventories = new SyntheticTable<>(InventoryManager.IDENTIFIER, Inventory.class, InventoryImpl::new)
                .column(Inventory.INVENTORY_ID, MySqlType.INT, Integer.class, row -> row + 1)
                .column(Inventory.FILM_ID, MySqlType.INT, Integer.class, row -> film(row) + 1)
                .column(Inventory.STORE_ID, MySqlType.TINYINT, Short.class, row -> (short) (row % 2 + 1))
                .column(Inventory.LAST_UPDATE, MySqlType.TIMESTAMP, Timestamp.class, _ -> moment)
                .build(copies, _ -> true, Progress.console());
        rental = new SyntheticTable<>(RentalManager.IDENTIFIER, Rental.class, RentalImpl::new)
                .column(Rental.RENTAL_ID, MySqlType.INT, Integer.class, row -> row + 1)
                .column(Rental.RENTAL_DATE, MySqlType.DATETIME, Timestamp.class, _ -> moment)
                .column(Rental.INVENTORY_ID, MySqlType.INT, Integer.class, row -> inventoryOf[row] + 1)
                .column(Rental.CUSTOMER_ID, MySqlType.INT, Integer.class, row -> row % 599 + 1)
                .nulls(Rental.RETURN_DATE, MySqlType.DATETIME, Timestamp.class)
                .column(Rental.STAFF_ID, MySqlType.TINYINT, Short.class, row -> (short) (row % 2 + 1))
                .column(Rental.LAST_UPDATE, MySqlType.TIMESTAMP, Timestamp.class, _ -> moment);
        current = rental.build(rentals, _ -> true, Progress.console());
        app = SyntheticApp.of(films, inventories, current);
        StandaloneQueries store = new StandaloneQueries(app.versions());
        FUNCTIONS.subList(0, queries).forEach(query -> maintained.add(store.maintain(JOIN, query)));
        for (int i = 0; i < CHECKED_VERSIONS; i++) {
            edit();
            publish();
            check();
        }
    }

    private static int film(int inventory) {
        return inventory * 7 % FILMS;
    }

    /** Compares the results with those of nested loops. */
    private void check() {
        List<Long> expected = List.of(
                (long) rentals,
                IntStream.of(inventoryOf)
                        .mapToLong(inventory -> films.entity(film(inventory)).getRentalDuration())
                        .sum());
        for (int i = 0; i < queries; i++) {
            MaintainedFilms.requireSame(expected.get(i), maintained.get(i).get());
        }
    }

    /** Changes the inventory of a random rental, and does not publish the version yet. */
    @Setup(Level.Invocation)
    public void edit() {
        int[] row = {random.nextInt(rentals)};
        inventoryOf[row[0]] = random.nextInt(rentals / RENTALS_PER_INVENTORY);
        Lease staging = new Lease();
        try {
            List<Column> values = rental.values(row, _ -> false, same -> same, staging);
            current = current.edit(row, values, new int[0], app.budget());
        } finally {
            staging.release();
        }
    }

    @TearDown(Level.Trial)
    public void stop() {
        publish();
        check();
        app.close();
    }

    @Benchmark
    public void publish() {
        app.publish(films, inventories, current);
    }
}
