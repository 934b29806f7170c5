package org.speedwell.accelerator.querying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.common.tuple.Tuple2;
import com.speedment.common.tuple.Tuple3;
import com.speedment.common.tuple.Tuples;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.DoubleField;
import com.speedment.runtime.field.LongField;
import com.speedment.runtime.field.StringField;
import com.speedment.runtime.field.trait.HasComparableOperators;
import com.speedment.runtime.join.Join;
import com.speedment.runtime.join.JoinBundle;
import com.speedment.runtime.join.JoinComponent;
import com.speedment.runtime.join.builder.JoinBuilder1;
import com.speedment.runtime.join.builder.JoinBuilder2;
import com.speedment.runtime.join.builder.JoinBuilder3;
import com.speedment.runtime.join.trait.HasOnPredicates;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.FallbackException;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.SakilaApp;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.table.TableSchema;
import org.speedwell.sakila.Actor;
import org.speedwell.sakila.Address;
import org.speedwell.sakila.City;
import org.speedwell.sakila.Customer;
import org.speedwell.sakila.CustomerManager;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmActor;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Inventory;
import org.speedwell.sakila.InventoryManager;
import org.speedwell.sakila.Language;
import org.speedwell.sakila.LanguageManager;
import org.speedwell.sakila.Payment;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.RentalManager;
import org.speedwell.sakila.Store;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/**
 * Random joins of Sakila's tables return the same in memory as by SQL. {@code -Dspeedwell.sqlJoins=N} sets the number
 * of joins, {@code -Dspeedwell.seed=S} the first seed.
 *
 * <p>The test omits joins for which Speedment generates wrong SQL: right joins after more than one table, and cross
 * joins before others.
 */
@Tag("oracle")
@Tag("database")
class JoinOracleTest {
    private static final int JOINS = Integer.getInteger("speedwell.sqlJoins", 200);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_123);
    private static final String SCHEMA = "speedwell_test_sakila_joins";
    private static final Database DATABASE = Database.forTests();

    private static Speedment memory;
    private static Speedment sql;

    /** Two fields of two tables that a join may compare. */
    private record Edge(HasComparableOperators<?, ?> joined, HasComparableOperators<?, ?> to) {}

    private static final List<Edge> OF_INVENTORY = List.of(
            new Edge(Film.FILM_ID, Inventory.FILM_ID),
            new Edge(Store.STORE_ID, Inventory.STORE_ID),
            new Edge(Rental.INVENTORY_ID, Inventory.INVENTORY_ID),
            new Edge(FilmActor.FILM_ID, Inventory.FILM_ID));

    private static final List<Edge> OF_FILM = List.of(
            new Edge(Language.LANGUAGE_ID, Film.LANGUAGE_ID),
            new Edge(Language.LANGUAGE_ID, Film.ORIGINAL_LANGUAGE_ID),
            new Edge(Inventory.FILM_ID, Film.FILM_ID),
            new Edge(FilmActor.FILM_ID, Film.FILM_ID),
            new Edge(Film.LENGTH.tableAlias("again"), Film.LENGTH),
            new Edge(Film.RATING.tableAlias("again"), Film.RATING),
            new Edge(Film.RENTAL_RATE.tableAlias("again"), Film.RENTAL_RATE),
            new Edge(Payment.AMOUNT, Film.REPLACEMENT_COST));

    private static final List<Edge> OF_CUSTOMER = List.of(
            new Edge(Address.ADDRESS_ID, Customer.ADDRESS_ID),
            new Edge(Store.STORE_ID, Customer.STORE_ID),
            new Edge(Rental.CUSTOMER_ID, Customer.CUSTOMER_ID),
            new Edge(City.CITY_ID, Customer.CUSTOMER_ID),
            new Edge(Actor.ACTOR_ID, Customer.CUSTOMER_ID));

    private static final List<Edge> OF_RENTAL = List.of(
            new Edge(Inventory.INVENTORY_ID, Rental.INVENTORY_ID),
            new Edge(Customer.CUSTOMER_ID, Rental.CUSTOMER_ID),
            new Edge(Payment.RENTAL_ID, Rental.RENTAL_ID),
            new Edge(Rental.RENTAL_DATE.tableAlias("again"), Rental.RENTAL_DATE));

    @BeforeAll
    static void load() throws SQLException {
        Sakila.scale(1).loadIfAbsent(DATABASE, SCHEMA, Progress.none());
        memory = SakilaApp.of(DATABASE, SCHEMA)
                .withBundle(InMemoryBundle.class)
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder()
                                .fallback(Fallback.SILENT)
                                .build())
                .build();
        sql = SakilaApp.of(DATABASE, SCHEMA).withBundle(JoinBundle.class).build();
        memory.getOrThrow(DataStoreComponent.class).load();
    }

    @AfterAll
    static void stop() throws SQLException {
        memory.stop();
        sql.stop();
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    @Test
    void randomJoinsEqualSql() {
        for (long seed = SEED; seed < SEED + JOINS; seed++) {
            long of = seed;
            Map<List<@Nullable Object>, Long> bySql = tuples(join(sql, new SplittableRandom(of)));
            assertThat(tuples(join(memory, new SplittableRandom(of))))
                    .as("seed " + of)
                    .isEqualTo(bySql);
        }
    }

    private static Map<List<@Nullable Object>, Long> tuples(Join<List<@Nullable Object>> join) {
        try (Stream<List<@Nullable Object>> stream = join.stream()) {
            return stream.collect(Collectors.groupingBy(tuple -> tuple, Collectors.counting()));
        }
    }

    private static Join<List<@Nullable Object>> join(Speedment app, SplittableRandom random) {
        JoinComponent joins = app.getOrThrow(JoinComponent.class);
        boolean isOfRanges = random.nextInt(4) == 0;
        int low = random.nextInt(400);
        int high = low + (isOfRanges ? 3 : 60);
        return switch (random.nextInt(4)) {
            case 0 ->
                join(
                        joins.from(InventoryManager.IDENTIFIER).where(Inventory.INVENTORY_ID.between(low, high)),
                        OF_INVENTORY,
                        isOfRanges,
                        random);
            case 1 ->
                join(
                        joins.from(FilmManager.IDENTIFIER).where(Film.FILM_ID.between(low, high)),
                        OF_FILM,
                        isOfRanges,
                        random);
            case 2 ->
                join(
                        joins.from(CustomerManager.IDENTIFIER).where(Customer.CUSTOMER_ID.between(low, high)),
                        OF_CUSTOMER,
                        isOfRanges,
                        random);
            default ->
                join(
                        joins.from(RentalManager.IDENTIFIER).where(Rental.RENTAL_ID.between(low, high)),
                        OF_RENTAL,
                        isOfRanges,
                        random);
        };
    }

    private static <T> Join<List<@Nullable Object>> join(
            JoinBuilder1<T> first, List<Edge> edges, boolean isOfRanges, SplittableRandom random) {
        Edge one = edges.get(random.nextInt(edges.size()));
        if (random.nextInt(8) == 0) {
            return on(first.rightJoinOn(one.joined), one.to, false, random).build((a, b) -> Arrays.asList(a, b));
        }
        return two(first, one, one.joined, edges, isOfRanges, random);
    }

    private static <T, U> Join<List<@Nullable Object>> two(
            JoinBuilder1<T> first,
            Edge one,
            HasComparableOperators<U, ?> joined,
            List<Edge> edges,
            boolean isOfRanges,
            SplittableRandom random) {
        JoinBuilder2<T, U> two = on(
                random.nextBoolean() ? first.innerJoinOn(joined) : first.leftJoinOn(joined),
                one.to,
                isOfRanges,
                random);
        if (random.nextInt(3) == 0) {
            return two.build((a, b) -> Arrays.asList(a, b));
        }
        Edge other = edges.stream()
                .filter(edge -> !edge.joined
                        .identifier()
                        .getTableId()
                        .equals(one.joined.identifier().getTableId()))
                .skip(random.nextInt(2))
                .findFirst()
                .orElseThrow();
        return three(two, other.joined, other.to, random);
    }

    private static <T, U, V> Join<List<@Nullable Object>> three(
            JoinBuilder2<T, U> two,
            HasComparableOperators<V, ?> joined,
            HasComparableOperators<?, ?> to,
            SplittableRandom random) {
        JoinBuilder3<T, U, V> three =
                on(random.nextBoolean() ? two.innerJoinOn(joined) : two.leftJoinOn(joined), to, false, random);
        return three.build((a, b, c) -> Arrays.asList(a, b, c));
    }

    private static <R> R on(
            HasOnPredicates<R> on, HasComparableOperators<?, ?> to, boolean isOfRanges, SplittableRandom random) {
        if (!isOfRanges) {
            return on.equal(to);
        }
        return switch (random.nextInt(5)) {
            case 0 -> on.lessThan(to);
            case 1 -> on.lessOrEqual(to);
            case 2 -> on.greaterThan(to);
            case 3 -> on.greaterOrEqual(to);
            default -> on.notEqual(to);
        };
    }

    @Test
    void tuplesKeepTheDeclaredTableOrderWhateverTheJoinOrder() {
        Join<Tuple3<Rental, Inventory, Film>> join = memory.getOrThrow(JoinComponent.class)
                .from(RentalManager.IDENTIFIER)
                .innerJoinOn(Inventory.INVENTORY_ID)
                .equal(Rental.INVENTORY_ID)
                .innerJoinOn(Film.FILM_ID)
                .equal(Inventory.FILM_ID)
                .where(Film.FILM_ID.equal(7))
                .build(Tuples::of);

        Explanation explained = memory.getOrThrow(DataStoreComponent.class).explain(join, Stream::count);

        assertThat(explained.toString())
                .contains("film")
                .contains("sorted index")
                .contains("0 entities made");
        List<Integer> ids =
                join.stream().map(tuple -> tuple.get0().getRentalId()).toList();
        assertThat(ids).isSorted().isNotEmpty();
        assertThat(join.stream()
                        .filter(Rental.RENTAL_ID.greaterThan(ids.getFirst()).compose(Tuple3.getter0()))
                        .count())
                .isEqualTo(ids.size() - 1);
        assertThat(join.stream().limit(10).skip(5)).hasSize(Math.clamp(ids.size() - 5, 0, 5));
        assertThat(join.stream().skip(5).limit(10)).hasSize(Math.clamp(ids.size() - 5, 0, 10));
    }

    @Test
    void textsAreJoinedByTheDatabaseWithItsCollation() {
        Function<Speedment, Join<Tuple2<Customer, Actor>>> join = app -> app.getOrThrow(JoinComponent.class)
                .from(CustomerManager.IDENTIFIER)
                .innerJoinOn(Actor.FIRST_NAME)
                .equal(Customer.FIRST_NAME)
                .build(Tuples::of);
        Speedment strict = SakilaApp.of(DATABASE, SCHEMA)
                .withBundle(InMemoryBundle.class)
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder()
                                .fallback(Fallback.FAIL)
                                .build())
                .build();
        strict.getOrThrow(DataStoreComponent.class).load();

        long before = memory.getOrThrow(DataStoreComponent.class).fallbacks();
        assertThat(join.apply(memory).stream().count())
                .isEqualTo(join.apply(sql).stream().count());
        assertThat(memory.getOrThrow(DataStoreComponent.class).fallbacks()).isEqualTo(before + 1);
        assertThatThrownBy(() -> join.apply(strict).stream())
                .isInstanceOf(FallbackException.class)
                .hasMessageContainingAll("customer, actor", "first_name = first_name", "collations");
        strict.stop();
    }

    @Test
    void fullOuterJoinKeepsUnmatchedFilmsAndLanguages() {
        JoinComponent joins = memory.getOrThrow(JoinComponent.class);
        DataStoreComponent store = memory.getOrThrow(DataStoreComponent.class);
        var left = joins.from(FilmManager.IDENTIFIER)
                .leftJoinOn(Language.LANGUAGE_ID)
                .equal(Film.RENTAL_DURATION)
                .build();
        var right = joins.from(FilmManager.IDENTIFIER)
                .rightJoinOn(Language.LANGUAGE_ID)
                .equal(Film.RENTAL_DURATION)
                .build();
        List<?> expected = Stream.concat( // durations are 3 to 7 days, and ids 1 to 6
                        left.stream(),
                        right.stream().filter(tuple -> tuple.get0().isEmpty()))
                .toList();

        Join<?> full = store.fullOuterJoin(left);

        assertThat(full.stream().map(Object::toString).toList())
                .isEqualTo(expected.stream().map(Object::toString).toList());
        assertThat(expected.size()).isGreaterThan((int) left.stream().count());
        assertThat(store.fullOuterJoin(left).stream()
                        .filter(tuple -> tuple.get1()
                                .map(language -> language.getLanguageId() > 1)
                                .orElse(true))
                        .count())
                .isEqualTo(left.stream().filter(tuple -> tuple.get1().isEmpty()).count()
                        + Stream.concat(
                                        left.stream(),
                                        right.stream()
                                                .filter(tuple -> tuple.get0().isEmpty()))
                                .filter(tuple -> tuple.get1()
                                        .filter(language -> language.getLanguageId() > 1)
                                        .isPresent())
                                .count());
        assertThat(store.explain(full, Stream::count).toString()).contains("full outer join language");
        assertThatThrownBy(() -> store.fullOuterJoin(right))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("not a left join");
    }

    /** A row of the application: a bonus for films of a length, and a note. */
    public record Bonus(long minutes, double factor, String note) {
        static final TableSchema<Bonus> SCHEMA = TableSchema.ofRecord(Bonus.class);
        static final LongField<Bonus, Long> MINUTES = SCHEMA.longField("minutes", Bonus::minutes);
        static final DoubleField<Bonus, Double> FACTOR = SCHEMA.doubleField("factor", Bonus::factor);
        static final StringField<Bonus, String> NOTE = SCHEMA.stringField("note", Bonus::note);
    }

    @Test
    void tablesAreJoinedWithRowsOfTheApplication() {
        DataStoreComponent store = memory.getOrThrow(DataStoreComponent.class);
        List<Bonus> bonuses = IntStream.range(0, 400)
                .mapToObj(i -> new Bonus(i / 2, i / 4.0, "note " + i % 3))
                .toList();
        List<Film> films = memory.getOrThrow(FilmManager.class).stream().toList();
        JoinComponent joins = store.joins(Bonus.SCHEMA.table(bonuses));

        var inner = joins.from(FilmManager.IDENTIFIER)
                .where(Film.RENTAL_DURATION.greaterThan((short) 4))
                .innerJoinOn(Bonus.MINUTES)
                .equal(Film.LENGTH)
                .innerJoinOn(Language.LANGUAGE_ID)
                .equal(Film.LANGUAGE_ID)
                .build(Tuples::of);
        List<String> expected = films.stream()
                .filter(film -> film.getRentalDuration() > 4)
                .flatMap(film -> bonuses.stream()
                        .filter(bonus ->
                                film.getLength().isPresent() && film.getLength().getAsInt() == bonus.minutes())
                        .map(bonus -> film.getFilmId() + " " + bonus))
                .toList();
        assertThat(inner.stream()
                        .map(t -> t.get0().getFilmId() + " " + t.get1())
                        .toList())
                .isEqualTo(expected)
                .isNotEmpty();
        Explanation explained = store.explain(
                inner,
                stream -> stream.collect(Collectors.groupingBy(
                        t -> t.get1().note(),
                        Collectors.summingDouble(
                                t -> t.get1().factor() * t.get0().getRentalDuration()))));
        assertThat(explained.fallback()).isEmpty();
        assertThat(explained.toString()).contains("Bonus").contains("film");

        var right = joins.from(Bonus.SCHEMA.identifier())
                .rightJoinOn(Film.LENGTH)
                .equal(Bonus.MINUTES)
                .build();
        assertThat(right.stream().count())
                .isEqualTo(films.stream()
                        .mapToLong(film -> Math.max(
                                1,
                                bonuses.stream()
                                        .filter(bonus -> film.getLength().isPresent()
                                                && film.getLength().getAsInt() == bonus.minutes())
                                        .count()))
                        .sum());
        assertThat(joins.from(Bonus.SCHEMA.identifier()).crossJoin(Bonus.SCHEMA.identifier()).build().stream()
                        .count())
                .isEqualTo(bonuses.size() * (long) bonuses.size());
        assertThat(
                        joins
                                .from(FilmManager.IDENTIFIER)
                                .innerJoinOn(Language.LANGUAGE_ID)
                                .equal(Film.LANGUAGE_ID)
                                .build()
                                .stream()
                                .count())
                .isEqualTo(films.size());
    }

    @Test
    void joinThatOnlyTheDatabaseCanEvaluateNamesTheReason() {
        JoinComponent joins =
                memory.getOrThrow(DataStoreComponent.class).joins(Bonus.SCHEMA.table(List.of(new Bonus(1, 2, "note"))));
        var byCollation = joins.from(FilmManager.IDENTIFIER)
                .innerJoinOn(Bonus.NOTE)
                .equal(Film.TITLE)
                .build();

        assertThatThrownBy(byCollation::stream)
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("film, Bonus")
                .hasMessageContaining("collations");
    }

    @Test
    void rightJoinKeepsLanguagesWithoutFilms() {
        var join = memory.getOrThrow(JoinComponent.class)
                .from(FilmManager.IDENTIFIER)
                .rightJoinOn(Language.LANGUAGE_ID)
                .equal(Film.LANGUAGE_ID)
                .build();
        long languages = memory.getOrThrow(LanguageManager.class).stream().count();
        long spoken = memory.getOrThrow(FilmManager.class).stream()
                .map(Film::getLanguageId)
                .distinct()
                .count();
        Manager<Film> films = memory.getOrThrow(FilmManager.class);

        assertThat(join.stream().filter(tuple -> tuple.get0().isEmpty()).count())
                .isEqualTo(languages - spoken);
        assertThat(join.stream().count()).isEqualTo(films.stream().count() + languages - spoken);
    }
}
