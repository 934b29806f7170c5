package org.speedwell.bench;

import static java.util.Comparator.comparing;
import static org.speedwell.accelerator.query.ColumnCollectors.countingDistinct;
import static org.speedwell.accelerator.query.ColumnCollectors.percentile;
import static org.speedwell.accelerator.query.ColumnCollectors.sampleVariance;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDecimal;

import com.speedment.common.tuple.Tuple2;
import com.speedment.common.tuple.Tuple3;
import com.speedment.common.tuple.Tuple4;
import com.speedment.common.tuple.Tuples;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.join.Join;
import com.speedment.runtime.join.JoinComponent;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collector;
import java.util.stream.Collectors;
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
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.sakila.Customer;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Inventory;
import org.speedwell.sakila.InventoryManager;
import org.speedwell.sakila.Payment;
import org.speedwell.sakila.PaymentManager;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.RentalManager;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.schema.Database;

/**
 * Queries over several tables of Sakila, over SQL on loopback and from memory. They use joins, or references that
 * follow foreign keys.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1)
@NullUnmarked // JMH sets the fields before anything reads them
public class JoinBenchmark {
    /**
     * The distance between the keys of consecutive lookups. The keys are far apart, and none repeats before all have
     * been used.
     */
    private static final int STRIDE = 7_919;

    private static final int RENTALS = 16_044;

    @Param
    Contender contender;

    @Param("1")
    int scale;

    private Database database;
    private Speedment app;
    private RentalManager rentals;
    private InventoryManager inventory;
    private FilmManager films;
    private Join<Tuple3<Rental, Inventory, Film>> rentedFilms;
    private Join<Tuple4<Payment, Rental, Inventory, Film>> paidFilms;
    private Join<Tuple2<Payment, Customer>> paying;

    /** The reference from a rental to its film; null over SQL. */
    private @Nullable Reference<Rental, Film> film;

    private int last;

    record Takings(@Nullable Rating rating, BigDecimal revenue) {}

    record Paid(int customer, String name, BigDecimal revenue) {}

    record Spread(
            @Nullable Rating rating,
            @Nullable Double median,
            @Nullable Double variance,
            long customers) {}

    private static final Collector<Tuple3<Rental, Inventory, Film>, ?, List<Spread>> SPREAD = Aggregation.by(
                    Film.RATING.compose(Tuple3.<Rental, Inventory, Film>getter2()))
            .with(
                    percentile(
                            (Tuple3<Rental, Inventory, Film> tuple) ->
                                    tuple.get2().getFilmId(),
                            0.5),
                    sampleVariance((Tuple3<Rental, Inventory, Film> tuple) ->
                            tuple.get2().getFilmId()),
                    countingDistinct(Rental.CUSTOMER_ID.compose(Tuple3.getter0())))
            .into(Spread.class);

    /** A collector with the same result that columns cannot read. */
    private static final Collector<Tuple3<Rental, Inventory, Film>, ?, List<Spread>> UNKNOWN_SPREAD = unknown(SPREAD);

    @Setup(Level.Trial)
    public void start() {
        database = BenchDatabase.open(BenchFolders.data().resolve("mariadb-joins"));
        Contender.schema(database, scale);
        use(contender == Contender.sql ? Contender.memory : Contender.sql);
        List<Object> expected = answers();
        app.stop();
        use(contender);
        List<Object> found = answers();
        if (!found.equals(expected)) {
            throw new IllegalStateException("No measurement, because answers differ: " + expected + " and " + found);
        }
    }

    private List<Object> answers() {
        last = 0;
        return List.of(
                titleByJoin(),
                titleByReference(),
                bestCustomers(),
                Set.copyOf(revenueByRating()),
                rounded(spreadByRating()),
                rounded(spreadOfEntities()),
                rentalsOfRating());
    }

    /** Rounds the variances, because their last digits depend on the order of the numbers. */
    private static Set<Spread> rounded(List<Spread> of) {
        return of.stream()
                .map(spread -> new Spread(
                        spread.rating,
                        spread.median,
                        spread.variance == null ? null : Math.rint(spread.variance * 1e3) / 1e3,
                        spread.customers))
                .collect(Collectors.toSet());
    }

    private void use(Contender by) {
        app = by.start(database, scale);
        rentals = app.getOrThrow(RentalManager.class);
        inventory = app.getOrThrow(InventoryManager.class);
        films = app.getOrThrow(FilmManager.class);
        JoinComponent joins = app.getOrThrow(JoinComponent.class);
        rentedFilms = joins.from(RentalManager.IDENTIFIER)
                .innerJoinOn(Inventory.INVENTORY_ID)
                .equal(Rental.INVENTORY_ID)
                .innerJoinOn(Film.FILM_ID)
                .equal(Inventory.FILM_ID)
                .build(Tuples::of);
        paidFilms = joins.from(PaymentManager.IDENTIFIER)
                .innerJoinOn(Rental.RENTAL_ID)
                .equal(Payment.RENTAL_ID)
                .innerJoinOn(Inventory.INVENTORY_ID)
                .equal(Rental.INVENTORY_ID)
                .innerJoinOn(Film.FILM_ID)
                .equal(Inventory.FILM_ID)
                .build(Tuples::of);
        paying = joins.from(PaymentManager.IDENTIFIER)
                .innerJoinOn(Customer.CUSTOMER_ID)
                .equal(Payment.CUSTOMER_ID)
                .build(Tuples::of);
        film = app.get(DataStoreComponent.class)
                .map(store -> store.reference(Rental.INVENTORY_ID).then(Inventory.FILM_ID))
                .orElse(null);
    }

    @TearDown(Level.Trial)
    public void stop() {
        app.stop();
        database.close();
    }

    /** Returns the key of the next rental. */
    private int next() {
        last = (last + STRIDE) % (scale * RENTALS);
        return last + 1;
    }

    /** Finds the title of one rental's film by a join. */
    @Benchmark
    public Optional<String> titleByJoin() {
        return rentedFilms.stream()
                .filter(Rental.RENTAL_ID.equal(next()).compose(Tuple3.getter0()))
                .map(Film.TITLE.asString().compose(Tuple3.<Rental, Inventory, Film>getter2()))
                .findFirst();
    }

    /** Finds the same title by foreign keys. Over SQL, it runs one query for each hop. */
    @Benchmark
    public Optional<String> titleByReference() {
        Stream<Rental> rental = rentals.stream().filter(Rental.RENTAL_ID.equal(next()));
        if (film == null) {
            return rental.findFirst()
                    .flatMap(of -> inventory.stream()
                            .filter(Inventory.INVENTORY_ID.equal(of.getInventoryId()))
                            .findFirst())
                    .flatMap(of -> films.stream()
                            .filter(Film.FILM_ID.equal(of.getFilmId()))
                            .findFirst())
                    .map(Film::getTitle);
        }
        return rental.map(Film.TITLE.asString().compose(film)).findFirst();
    }

    /** Finds the ten customers of a store who have paid most. */
    @Benchmark
    public List<String> bestCustomers() {
        return paying.stream()
                .filter(Customer.STORE_ID.equal((short) 1).compose(Tuple2.getter1()))
                .collect(Aggregation.by(Customer.CUSTOMER_ID.compose(Tuple2.<Payment, Customer>getter1()))
                        .by(Customer.LAST_NAME.compose(Tuple2.getter1()))
                        .with(summingDecimal(Payment.AMOUNT.asBigDecimal().compose(Tuple2.getter0())))
                        .into(Paid.class))
                .stream()
                .sorted(comparing(Paid::revenue).reversed().thenComparing(Paid::customer))
                .limit(10)
                .map(Paid::name)
                .toList();
    }

    /** Sums the payments for films by rating. */
    @Benchmark
    public List<Takings> revenueByRating() {
        return paidFilms.stream()
                .collect(Aggregation.by(Film.RATING.compose(Tuple4.<Payment, Rental, Inventory, Film>getter3()))
                        .with(summingDecimal(Payment.AMOUNT.asBigDecimal().compose(Tuple4.getter0())))
                        .into(Takings.class));
    }

    private static <T, A, R> Collector<T, ?, R> unknown(Collector<T, A, R> of) {
        return Collector.of(of.supplier(), of.accumulator(), of.combiner(), of.finisher());
    }

    /** Computes percentiles, variances and distinct counts by rating. */
    @Benchmark
    public List<Spread> spreadByRating() {
        return rentedFilms.stream().collect(SPREAD);
    }

    /** Computes the same from entities. */
    @Benchmark
    public List<Spread> spreadOfEntities() {
        return rentedFilms.stream().collect(UNKNOWN_SPREAD);
    }

    /** Counts the rentals of films of one rating. */
    @Benchmark
    public long rentalsOfRating() {
        return rentedFilms.stream()
                .filter(Film.RATING.equal(Rating.PG13).compose(Tuple3.getter2()))
                .count();
    }
}
