package org.speedwell.accelerator.querying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.common.tuple.Tuple2;
import com.speedment.common.tuple.Tuples;
import com.speedment.runtime.compute.ToInt;
import com.speedment.runtime.compute.ToIntNullable;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import com.speedment.runtime.join.JoinComponent;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collector;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.FallbackException;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.SakilaApp;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.accelerator.query.ColumnCollectors;
import org.speedwell.accelerator.query.Comparison;
import org.speedwell.accelerator.query.Decimal;
import org.speedwell.accelerator.query.Expressions;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.accelerator.query.ReferenceKey;
import org.speedwell.accelerator.query.ReferencedField;
import org.speedwell.accelerator.query.RowEncoder;
import org.speedwell.sakila.Customer;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Inventory;
import org.speedwell.sakila.InventoryManager;
import org.speedwell.sakila.Language;
import org.speedwell.sakila.LanguageManager;
import org.speedwell.sakila.Payment;
import org.speedwell.sakila.PaymentManager;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.RentalManager;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/**
 * Compares streams that follow foreign keys with maps of the entities. {@code -Dspeedwell.seed=S} sets the first random
 * seed.
 */
@Tag("oracle")
@Tag("database")
class ReferenceTest {
    private static final int PIPELINES = 400;
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_123);
    private static final String SCHEMA = "speedwell_test_sakila_references";
    private static final Database DATABASE = Database.forTests();

    private static Speedment app;
    private static DataStoreComponent store;
    private static FilmManager films;
    private static RentalManager rentals;
    private static List<Rental> allRentals;
    private static Map<Integer, Inventory> copies;
    private static Map<Integer, Film> filmsById;
    private static Reference<Rental, Film> film;
    private static Reference<Film, Language> original;

    @BeforeAll
    static void load() throws SQLException {
        Sakila.scale(1).loadIfAbsent(DATABASE, SCHEMA, Progress.none());
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("UPDATE " + SCHEMA + ".film SET original_language_id = 2 WHERE film_id % 3 = 0");
        }
        app = SakilaApp.of(DATABASE, SCHEMA)
                .withBundle(InMemoryBundle.class)
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder()
                                .fallback(Fallback.FAIL)
                                .build())
                .build();
        store = app.getOrThrow(DataStoreComponent.class);
        store.load();
        films = app.getOrThrow(FilmManager.class);
        rentals = app.getOrThrow(RentalManager.class);
        allRentals = rentals.stream().toList();
        copies = app.getOrThrow(InventoryManager.class).stream()
                .collect(Collectors.toMap(copy -> copy.getInventoryId(), copy -> copy));
        filmsById = films.stream().toList().stream().collect(Collectors.toMap(Film::getFilmId, of -> of));
        film = store.reference(Rental.INVENTORY_ID).then(Inventory.FILM_ID);
        original = store.reference(Film.ORIGINAL_LANGUAGE_ID);
    }

    @AfterAll
    static void stop() throws SQLException {
        app.stop();
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    private static Film filmOf(Rental rental) {
        Inventory copy = Objects.requireNonNull(copies.get(rental.getInventoryId()));
        return Objects.requireNonNull(filmsById.get(copy.getFilmId()));
    }

    private static SpeedmentPredicate<Film> predicate(SplittableRandom random) {
        int number = random.nextInt(40, 190);
        return switch (random.nextInt(6)) {
            case 0 -> Film.LENGTH.greaterThan(number);
            case 1 -> Film.RATING.equal(Rating.values()[random.nextInt(Rating.values().length)]);
            case 2 -> Film.TITLE.startsWith(String.valueOf((char) ('A' + random.nextInt(26))));
            case 3 -> Film.FILM_ID.equal(number * 9);
            case 4 -> Film.LENGTH.lessThan(number).and(Film.RENTAL_RATE.greaterThan(new BigDecimal("1.00")));
            default -> Film.FILM_ID.between(number, number + random.nextInt(300));
        };
    }

    @Test
    void predicateOnReferencedRowIsASemiJoin() {
        for (long seed = SEED; seed < SEED + PIPELINES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            SpeedmentPredicate<Film> of = predicate(random);
            boolean isNegated = random.nextBoolean();
            SpeedmentPredicate<Rental> where = isNegated ? film.where(of).negate() : film.where(of);
            int id = random.nextInt(16_000);
            SpeedmentPredicate<Rental> whole = switch (random.nextInt(3)) {
                case 0 -> where;
                case 1 -> where.and(Rental.RENTAL_ID.lessThan(id));
                default -> Rental.RENTAL_ID.greaterThan(id).or(where);
            };
            Predicate<Rental> oracle = rental -> whole.test(rental); // looks up entities one by one
            String what = "seed " + seed + ": " + whole;

            List<Rental> expected =
                    random.nextInt(40) == 0 ? allRentals.stream().filter(oracle).toList() : null;
            List<Rental> got = rentals.stream().filter(whole).toList();
            if (expected != null) {
                assertThat(got).as("by look-ups, " + what).isEqualTo(expected);
            }
            Set<Rental> ofFilm = allRentals.stream()
                    .filter(rental -> of.test(filmOf(rental)) != isNegated)
                    .collect(Collectors.toSet());
            assertThat(rentals.stream().filter(where).toList())
                    .as(what)
                    .isEqualTo(allRentals.stream().filter(ofFilm::contains).toList());
            assertThat(rentals.stream().filter(where).count()).as(what).isEqualTo(ofFilm.size());
            assertThat(rentals.stream().limit(5_000).filter(where).count())
                    .as("behind a window, " + what)
                    .isEqualTo(allRentals.stream()
                            .limit(5_000)
                            .filter(ofFilm::contains)
                            .count());
        }
    }

    @Test
    void filterAcceptsRowsOfAnotherStream() {
        Function<FilmManager, List<Film>> shortest = manager -> manager.stream()
                .sorted(Film.LENGTH.comparator().thenComparing(Film.FILM_ID.comparator()))
                .limit(3)
                .toList();
        Set<Film> three = Set.copyOf(shortest.apply(films));

        assertThat(rentals.stream()
                        .filter(film.among(films.stream()
                                .sorted(Film.LENGTH.comparator().thenComparing(Film.FILM_ID.comparator()))
                                .limit(3)))
                        .toList())
                .isNotEmpty()
                .isEqualTo(allRentals.stream()
                        .filter(rental -> three.contains(filmOf(rental)))
                        .toList());
    }

    @Test
    void rowsThatNoOtherRowReferencesAreFound() {
        Reference<Inventory, Rental> anyRental =
                store.reference(ReferenceKey.of(Inventory.INVENTORY_ID, Rental.INVENTORY_ID));
        Set<Integer> rented = allRentals.stream()
                .filter(rental -> rental.getRentalId() % 5 == 0)
                .map(Rental::getInventoryId)
                .collect(Collectors.toSet());
        List<Inventory> all = List.copyOf(copies.values());
        for (boolean isParallel : new boolean[] {false, true}) {
            Stream<Rental> some = rentals.stream().filter(rental -> rental.getRentalId() % 5 == 0);
            assertThat(app.getOrThrow(InventoryManager.class).stream()
                            .filter(anyRental
                                    .among(isParallel ? some.parallel() : some)
                                    .negate()))
                    .isNotEmpty()
                    .hasSizeLessThan(all.size())
                    .containsExactlyInAnyOrderElementsOf(all.stream()
                            .filter(copy -> !rented.contains(copy.getInventoryId()))
                            .toList());
        }
    }

    @Test
    void referencedFieldsAreMappedSortedAndCompared() {
        assertThat(rentals.stream()
                        .filter(Rental.RENTAL_ID.lessThan(2_000))
                        .map(Film.TITLE.asString().compose(film))
                        .toList())
                .isEqualTo(allRentals.stream()
                        .filter(rental -> rental.getRentalId() < 2_000)
                        .map(rental -> filmOf(rental).getTitle())
                        .toList());
        assertThat(rentals.stream()
                        .sorted(Film.FILM_ID.asInt().compose(film))
                        .skip(100)
                        .limit(50)
                        .toList())
                .isEqualTo(allRentals.stream()
                        .sorted(Comparator.comparing(rental -> filmOf(rental).getFilmId()))
                        .skip(100)
                        .limit(50)
                        .toList());
        assertThat(rentals.stream()
                        .mapToInt(Film.FILM_ID.asInt().compose(film))
                        .asLongStream()
                        .sum())
                .isEqualTo(allRentals.stream()
                        .mapToLong(rental -> filmOf(rental).getFilmId())
                        .sum());
        assertThat(rentals.stream()
                        .filter(Film.TITLE.startsWith("B").compose(film))
                        .count())
                .isEqualTo(allRentals.stream()
                        .filter(rental -> filmOf(rental).getTitle().startsWith("B"))
                        .count());
    }

    @Test
    void collectorsReadReferencedRows() {
        assertThat(rentals.stream()
                        .collect(ColumnCollectors.groupingBy(
                                Rental.STAFF_ID,
                                ColumnCollectors.filtering(
                                        film.where(Film.FILM_ID.greaterThan(500)), ColumnCollectors.counting()))))
                .isEqualTo(allRentals.stream()
                        .collect(Collectors.groupingBy(
                                Rental::getStaffId,
                                Collectors.filtering(
                                        rental -> filmOf(rental).getFilmId() > 500, Collectors.counting()))));
        assertThat(store.explain(
                                rentals,
                                all -> all.collect(ColumnCollectors.partitioningBy(
                                        film.where(Film.FILM_ID.greaterThan(500)), ColumnCollectors.counting())))
                        .entities())
                .isZero();
        Function<Stream<Rental>, Object> partitions = rows -> rows.collect(ColumnCollectors.partitioningBy(
                film.where(Film.FILM_ID.greaterThan(500)), ColumnCollectors.counting()));
        assertThat(store.explain(rentals, partitions).toString()).contains("semi-join");
        assertThat(store.explain(rentals, rows -> partitions.apply(rows.filter(Rental.RENTAL_ID.equal(7))))
                        .toString())
                .as("one row is followed sooner")
                .doesNotContain("semi-join");
    }

    @Test
    void encodersWriteFieldsOfReferencedRows() {
        RowEncoder<Rental> json = RowEncoder.json(rentals)
                .put("film", film, Film.TITLE)
                .put("rating", film, Film.RATING)
                .put("rate", film, Film.RENTAL_RATE)
                .putFunction("updated", film.get(Film.LAST_UPDATE))
                .putExpression("title", Film.TITLE.asString().compose(film))
                .putExpression("id", Film.FILM_ID.asInt().compose(film));
        RowEncoder<Rental> plain = RowEncoder.json(rentals)
                .putFunction("film", rental -> filmOf(rental).getTitle())
                .putFunction("rating", rental -> filmOf(rental).getRating().map(Rating::toDatabase))
                .putFunction("rate", rental -> filmOf(rental).getRentalRate())
                .putFunction("updated", rental -> filmOf(rental).getLastUpdate())
                .putFunction("title", rental -> filmOf(rental).getTitle())
                .putFunction("id", rental -> filmOf(rental).getFilmId());

        assertThat(rentals.stream().sorted(Rental.RETURN_DATE).collect(json.toBytes()))
                .isEqualTo(allRentals.stream().sorted(Rental.RETURN_DATE).collect(plain.toBytes()));
        assertThat(allRentals.stream().limit(20).collect(json.toBytes())) // looks up entities
                .isEqualTo(rentals.stream().limit(20).collect(json.toBytes()));
        assertThat(store.explain(rentals, all -> all.limit(100).collect(json.toBytes()).length)
                        .entities())
                .isZero();

        String second = app.getOrThrow(LanguageManager.class).stream().toList().stream()
                .filter(language -> language.getLanguageId() == 2)
                .map(Language::getName)
                .findFirst()
                .orElseThrow();
        RowEncoder<Film> languages = RowEncoder.csv(Film.FILM_ID).put("original", original, Language.NAME);
        assertThat(new String(films.stream().limit(3).collect(languages.toBytes()), StandardCharsets.UTF_8))
                .isEqualTo("filmId,original\r\n1,\r\n2,\r\n3," + second + "\r\n");
    }

    @Test
    void nullForeignKeyReferencesNoRow() {
        SpeedmentPredicate<Film> any = original.where(Language.LANGUAGE_ID.greaterThan((short) 0));
        long named =
                films.stream().filter(Film.ORIGINAL_LANGUAGE_ID.isNotNull()).count();

        assertThat(named).isBetween(1L, films.stream().count() - 1);
        assertThat(films.stream().filter(any).count()).isEqualTo(named);
        assertThat(films.stream().filter(any.negate()).count())
                .isEqualTo(films.stream().count() - named);
        assertThat(films.stream()
                        .map(Language.NAME.asString().compose(original))
                        .filter(Objects::nonNull)
                        .count())
                .isEqualTo(named);
        Film without = films.stream()
                .filter(Film.ORIGINAL_LANGUAGE_ID.isNull())
                .findFirst()
                .orElseThrow();
        assertThat(original.apply(without)).isNull();
        // Speedment's predicates also throw for an entity that is null
        assertThatThrownBy(() -> films.stream()
                        .filter(Language.NAME.startsWith("E").compose(original))
                        .count())
                .isInstanceOf(NullPointerException.class);
    }

    @Test
    void explainNamesSemiJoinsWithoutEntities() {
        String explained = store.explain(
                        rentals,
                        all -> all.filter(film.where(Film.FILM_ID.equal(7))).count())
                .toString();

        assertThat(explained)
                .contains(
                        "semi-join on film_id = film.film_id: 1",
                        "semi-join on inventory_id = inventory.inventory_id: ",
                        "0 entities made");
        assertThat(store.explain(
                                rentals,
                                all -> all.filter(film.where(Film.FILM_ID.equal(7))
                                                .negate())
                                        .count())
                        .toString())
                .contains(
                        "semi-join on film_id = film.film_id: 1",
                        "anti-join on inventory_id = inventory.inventory_id: ");
    }

    @Test
    void joinsFollowReferencesOnColumns() {
        var join = app.getOrThrow(JoinComponent.class)
                .from(RentalManager.IDENTIFIER)
                .innerJoinOn(Inventory.INVENTORY_ID)
                .equal(Rental.INVENTORY_ID)
                .build(Tuples::of);
        Reference<Inventory, Film> filmOf = store.reference(Inventory.FILM_ID);
        Function<Tuple2<Rental, Inventory>, Integer> duration =
                Film.RENTAL_DURATION.asInt().compose(filmOf).compose(Tuple2.<Rental, Inventory>getter1());
        long fallbacks = store.fallbacks();

        List<Integer> durations = join.stream().map(duration).toList();

        assertThat(store.fallbacks()).isEqualTo(fallbacks);
        assertThat(durations)
                .isEqualTo(rentals.stream()
                        .map(Film.RENTAL_DURATION.asInt().compose(film))
                        .toList());
        assertThat(store.explain(join, all -> all.map(duration).toList()).fallback())
                .isEmpty();

        List<Tuple2<Rental, Inventory>> tuples = join.stream().toList();
        Predicate<Film> isLong = Film.LENGTH.greaterThan(100);
        for (Predicate<Tuple2<Rental, Inventory>> predicate : List.of(
                filmOf.where(isLong).compose(Tuple2.<Rental, Inventory>getter1()),
                filmOf.where(isLong).negate().compose(Tuple2.<Rental, Inventory>getter1()),
                filmOf.among(films.stream().sorted(Film.TITLE).limit(9)).compose(Tuple2.<Rental, Inventory>getter1()),
                Film.RATING.equal(Rating.PG13).compose(filmOf).compose(Tuple2.<Rental, Inventory>getter1()),
                Rental.STAFF_ID
                        .equal((short) 1)
                        .compose(Tuple2.<Rental, Inventory>getter0())
                        .and(filmOf.where(isLong).compose(Tuple2.<Rental, Inventory>getter1())))) {
            assertThat(join.stream().filter(predicate).count())
                    .isEqualTo(tuples.stream().filter(predicate).count())
                    .isPositive();
        }
        ToIntNullable<Tuple2<Rental, Inventory>> order =
                Film.RENTAL_DURATION.asInt().compose(filmOf).compose(Tuple2.<Rental, Inventory>getter1());
        assertThat(join.stream().sorted(order).skip(5).limit(20).map(rentalId()).toList())
                .isEqualTo(tuples.stream()
                        .sorted(order)
                        .skip(5)
                        .limit(20)
                        .map(rentalId())
                        .toList());
        Collector<Tuple2<Rental, Inventory>, ?, Map<Integer, Long>> groups =
                Collectors.groupingBy(duration, Collectors.counting());
        assertThat(join.stream().collect(groups)).isEqualTo(tuples.stream().collect(groups));
        assertThat(store.fallbacks()).isEqualTo(fallbacks);
    }

    private static Function<Tuple2<Rental, Inventory>, Integer> rentalId() {
        return Rental.RENTAL_ID.asInt().compose(Tuple2.<Rental, Inventory>getter0());
    }

    @Test
    void streamFollowsReferencesWithinItsVersion() {
        SnapshotView before = store.snapshot();
        store.reload();

        assertThat(before.stream(RentalManager.IDENTIFIER)
                        .filter(film.where(Film.FILM_ID.equal(7)))
                        .toList())
                .isEqualTo(rentals.stream()
                        .filter(film.where(Film.FILM_ID.equal(7)))
                        .toList());
    }

    record Spoken(
            @Nullable String language,
            @Nullable Integer id,
            @Nullable Object changed,
            long films,
            long known) {}

    record Rented(@Nullable Rating rating, Object changed, long rentals, long films) {}

    @Test
    void referencedFieldsAreGroupKeys() {
        Collector<Rental, ?, List<Rented>> byRating = Aggregation.by(film.get(Film.RATING))
                .by(film.get(Film.LAST_UPDATE))
                .with(ColumnCollectors.counting(), ColumnCollectors.countingDistinct(Rental.INVENTORY_ID))
                .into(Rented.class);
        assertThat(rentals.stream().collect(byRating))
                .isNotEmpty()
                .isEqualTo(allRentals.stream().collect(byRating));
        assertThat(rentals.stream().parallel().collect(byRating))
                .isEqualTo(allRentals.stream().collect(byRating));
        assertThat(rentals.stream().map(film.get(Film.TITLE)).toList())
                .isEqualTo(allRentals.stream()
                        .map(rental -> filmOf(rental).getTitle())
                        .toList());
        Collector<Film, ?, List<Spoken>> byLanguage = Aggregation.by(original.get(Language.NAME))
                .by(Language.LANGUAGE_ID.asInt().compose(original))
                .by(original.get(Language.LAST_UPDATE))
                .with(
                        ColumnCollectors.counting(),
                        ColumnCollectors.filtering(
                                original.where(Language.LANGUAGE_ID.lessThan((short) 3)), ColumnCollectors.counting()))
                .rollup()
                .into(Spoken.class);
        assertThat(films.stream().collect(byLanguage))
                .isNotEmpty()
                .isEqualTo(films.stream().toList().stream().collect(byLanguage));
        // a foreign key that is NULL has no referenced field
        assertThat(films.stream()
                        .sorted(Film.FILM_ID)
                        .map(original.get(Language.NAME))
                        .toList())
                .isEqualTo(films.stream().toList().stream()
                        .sorted(Film.FILM_ID)
                        .map(original.get(Language.NAME))
                        .toList());
    }

    @Test
    void referenceByKeyOfSeveralColumnsIsFollowed() {
        Reference<Rental, Payment> payment = store.reference(
                ReferenceKey.of(Rental.CUSTOMER_ID, Payment.CUSTOMER_ID),
                ReferenceKey.of(Rental.RENTAL_ID, Payment.RENTAL_ID));
        List<Payment> payments = app.getOrThrow(PaymentManager.class).stream().toList();
        Map<List<Integer>, Payment> byKey = payments.stream()
                .filter(of -> of.getRentalId().isPresent())
                .collect(Collectors.toMap(
                        of -> key(of.getCustomerId(), of.getRentalId().getAsInt()), of -> of));
        Function<Rental, @Nullable Payment> oracle =
                rental -> byKey.get(key(rental.getCustomerId(), rental.getRentalId()));
        BigDecimal amount = new BigDecimal("4.00");

        assertThat(rentals.stream()
                        .filter(payment.where(Payment.AMOUNT.greaterThan(amount)))
                        .toList())
                .isNotEmpty()
                .isEqualTo(allRentals.stream()
                        .filter(rental -> {
                            Payment of = oracle.apply(rental);
                            return of != null && of.getAmount().compareTo(amount) > 0;
                        })
                        .toList());
        assertThat(rentals.stream()
                        .filter(payment.where(Payment.AMOUNT.greaterThan(amount))
                                .negate())
                        .count())
                .isEqualTo(allRentals.stream()
                        .filter(rental -> {
                            Payment of = oracle.apply(rental);
                            return of == null || of.getAmount().compareTo(amount) <= 0;
                        })
                        .count());
        assertThat(rentals.stream().map(payment.get(Payment.AMOUNT)).toList())
                .isEqualTo(allRentals.stream()
                        .map(oracle)
                        .map(of -> of == null ? null : of.getAmount())
                        .toList());
        assertThat(rentals.stream()
                        .filter(payment.among(app.getOrThrow(PaymentManager.class).stream()
                                .parallel()
                                .filter(Payment.PAYMENT_ID.lessThan(100))))
                        .toList())
                .isEqualTo(allRentals.stream()
                        .filter(rental -> {
                            Payment of = oracle.apply(rental);
                            return of != null && of.getPaymentId() < 100;
                        })
                        .toList());
        assertThat(payment.apply(allRentals.getFirst())).isEqualTo(oracle.apply(allRentals.getFirst()));
        assertThatThrownBy(
                        () -> store.reference(ReferenceKey.of(Rental.CUSTOMER_ID, Payment.CUSTOMER_ID), (ReferenceKey)
                                ReferenceKey.of(Rental.RENTAL_ID, Film.FILM_ID)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("payment and film");
    }

    private static List<Integer> key(int customer, int rental) {
        return List.of(customer, rental);
    }

    record LongFilms(@Nullable Integer key, long rows) {}

    /** Compares expressions whose operands are composed with a reference or test a referenced row. */
    @Test
    void partsOfExpressionsFollowReferences() {
        assertSame(rows -> rows.collect(ColumnCollectors.groupingBy(
                Expressions.length(Film.TITLE).compose(film).orThrow(), ColumnCollectors.counting())));
        assertSame(rows -> rows.collect(ColumnCollectors.groupingBy(
                Expressions.year(Film.LAST_UPDATE).compose(film).orElse(0).plus(1), ColumnCollectors.counting())));
        ToInt<Film> isLong = Expressions.when(Film.LENGTH.greaterThan(100), 1).orElse(Film.FILM_ID);
        assertSame(rows ->
                rows.collect(ColumnCollectors.groupingBy(isLong.compose(film).orThrow(), ColumnCollectors.counting())));
        assertSame(rows -> rows.collect(Aggregation.by(isLong.compose(film))
                .with(ColumnCollectors.counting())
                .into(LongFilms.class)));
        assertSame(rows -> rows.sorted(isLong.compose(film)).limit(20).toList());
        assertSame(rows -> rows.mapToInt(Expressions.when(film.where(Film.RATING.equal(Rating.PG13)), 2)
                        .when(
                                film.where(Film.LENGTH.greaterThan(100)).negate(),
                                Film.FILM_ID.compose(film).orElse(-1))
                        .orElse(0))
                .sum());
        assertSame(rows -> rows.filter(Expressions.compare(
                                Expressions.substring(Film.TITLE, 0, 1).compose(film))
                        .in("A", "Q"))
                .count());
        Decimal<Film> twice = Expressions.decimal(Film.RENTAL_RATE).multiply(BigDecimal.TWO);
        assertSame(rows -> rows.collect(ColumnCollectors.summingDecimal(
                Expressions.decimal(twice.compose(film).orThrow()).plus(BigDecimal.ONE))));
        assertSame(rows -> rows.map(twice.compose(film)).distinct().toList());
        var length = Expressions.compare(Film.LENGTH.asInt().compose(film));
        var thirtyPerDay =
                Expressions.compare(Film.RENTAL_DURATION.asInt().multiply(30).compose(film));
        assertSame(rows -> rows.filter(length.lessThan(thirtyPerDay)).count());
        assertSame(rows -> rows.filter(length.lessThan(thirtyPerDay).negate()).count());
        assertSame(rows -> rows.filter(length.equal(Expressions.compare(Rental.RENTAL_ID.asInt())))
                .toList());
        assertSame(rows ->
                rows.filter(Film.LENGTH.asInt().compose(film).isNotNull()).count());
        assertSame(rows -> rows.sorted(Expressions.coalesce(
                        Film.TITLE.asString().compose(film),
                        Film.TITLE.asString().compose(film)))
                .mapToInt(Rental.RENTAL_ID)
                .limit(100)
                .boxed()
                .toList());
    }

    /** Passes lambdas to {@code where}. The application refuses a fallback, so Speedwell must analyse them. */
    @Test
    void lambdaOnReferencedRowRunsOnColumns() {
        assertSame(rows -> rows.filter(film.where(
                        of -> of.getRentalDuration() > 5 && of.getTitle().startsWith("A")))
                .count());
        assertSame(rows -> rows.filter(film.where(of -> of.getFilmId() % 7 == 0)
                        .and(Rental.CUSTOMER_ID.lessThan(300))
                        .negate())
                .toList());
        int least = 900;
        assertSame(rows -> rows.collect(
                ColumnCollectors.filtering(film.where(of -> of.getFilmId() > least), ColumnCollectors.counting())));
        assertSame(rows -> rows.anyMatch(film.where(of -> of.getLength().isEmpty())));

        ToInt<Rental> isNew = Expressions.when(film.where(of -> of.getFilmId() > least), 2)
                .when(
                        film.where(of -> of.getFilmId() * of.getRentalDuration() < 500)
                                .negate(),
                        1)
                .orElse(0);
        assertSame(rows -> rows.mapToInt(isNew).sum());
        ToInt<Film> isSuch = Expressions.when(
                        (Film of) -> of.getFilmId() % 3 == 0 && of.getRating().isPresent(), 1)
                .when(of -> of.getTitle().startsWith("A"), 2)
                .orElse(0);
        assertSame(rows -> rows.mapToInt(isSuch.compose(film).orThrow()).sum());
        assertSame(rows ->
                rows.collect(ColumnCollectors.groupingBy(isSuch.compose(film).orThrow(), ColumnCollectors.counting())));
        assertThat(store.explain(films, all -> all.mapToInt(isSuch).sum()).entities())
                .isZero();
        assertSame(rows -> rows.sorted(isNew).limit(30).toList());
        assertSame(rows -> rows.filter(Expressions.compare(isNew).equal(1)).count());
        assertSame(rows -> rows.collect(ColumnCollectors.groupingBy(isNew, ColumnCollectors.counting())));
        assertSame(rows -> rows.collect(
                Aggregation.by(isNew).with(ColumnCollectors.counting()).into(LongFilms.class)));

        String explained = store.explain(
                        rentals,
                        all -> all.filter(film.where(of -> of.getFilmId() == 7)).count())
                .toString();

        assertThat(explained).contains("film_id = 7", "sorted index on inventory_id", "0 entities made");
    }

    /**
     * Maps, groups and encodes values that lambdas compute from the referenced row. The value is null if there is no
     * row.
     */
    @Test
    void functionOfReferencedRowRunsOnColumns() {
        ReferencedField<Rental, Integer> hundreds = film.map(of -> of.getFilmId() / 100);
        ReferencedField<Rental, String> title = film.map(Film::getTitle);
        Reference<Rental, Language> language = film.then(Film.ORIGINAL_LANGUAGE_ID);
        ReferencedField<Rental, Integer> missing = language.map(of -> of.getLanguageId() + 1);
        assertSame(rows -> rows.map(hundreds).distinct().toList());
        assertSame(rows -> rows.map(title).toList());
        assertSame(rows -> rows.map(missing).toList());
        assertSame(rows -> rows.map(film.map(Film.TITLE.asString())).toList());
        assertSame(rows -> rows.collect(ColumnCollectors.groupingByKey(title, ColumnCollectors.counting())));
        assertSame(rows -> rows.collect(
                Aggregation.by(missing).with(ColumnCollectors.counting()).into(LongFilms.class)));
        RowEncoder<Rental> json = RowEncoder.json(rentals)
                .putFunction("hundreds", hundreds)
                .putFunction("title", title)
                .putFunction("language", missing);
        assertThat(rentals.stream().limit(200).collect(json.toBytes()))
                .isEqualTo(allRentals.stream().limit(200).collect(json.toBytes()));

        // only the lambda can throw these exceptions, so the application refuses to run it on columns
        List<Function<Rental, Integer>> mayThrow = List.of(
                film.map(of -> 1 / (of.getFilmId() - 1)),
                film.map(of -> of.getOriginalLanguageId().get() + 0));
        for (Function<Rental, Integer> function : mayThrow) {
            assertThatThrownBy(() -> rentals.stream().map(function).toList()).isInstanceOf(FallbackException.class);
            assertThat(store.explain(
                                    rentals, rows -> rows.map(function).limit(0).toList())
                            .fallback())
                    .isPresent();
        }
    }

    @Test
    void comparisonOfReferencedRowsIsAFilter() {
        Reference<Rental, Customer> customer = store.reference(Rental.CUSTOMER_ID);
        SpeedmentPredicate<Rental> isLess = Expressions.compare(Film.FILM_ID.compose(film))
                .lessThan(Expressions.compare(Customer.CUSTOMER_ID.compose(customer)));

        String explained = store.explain(
                        rentals,
                        all -> all.filter(isLess)
                                .filter(Rental.STAFF_ID.equal((short) 1))
                                .count())
                .toString();

        assertThat(explained)
                .contains("film.film_id < ", "customer.customer_id", "staff_id = 1", "0 entities made")
                .doesNotContain("row by row");
    }

    /** Compares conditions and sums of several referenced rows. A filter finds their rows by a scan or by an index. */
    @Test
    void expressionsOverSeveralReferencesEqualThePlainList() {
        Reference<Rental, Customer> customer = store.reference(Rental.CUSTOMER_ID);
        Reference<Rental, Language> language = film.then(Film.ORIGINAL_LANGUAGE_ID);
        List<ToIntNullable<Rental>> numbers = List.of(
                Film.LENGTH.asInt().compose(film),
                Film.FILM_ID.compose(film),
                Film.RENTAL_DURATION.asInt().multiply(30).compose(film),
                Customer.CUSTOMER_ID.compose(customer),
                Language.LANGUAGE_ID.asInt().compose(language));
        for (long seed = SEED; seed < SEED + PIPELINES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            ToIntNullable<Rental> first = numbers.get(random.nextInt(numbers.size()));
            ToIntNullable<Rental> second = numbers.get(random.nextInt(numbers.size()));
            SpeedmentPredicate<Rental> pair = compared(first, random.nextInt(6), second);
            SpeedmentPredicate<Rental> condition = random.nextBoolean() ? pair : pair.negate();
            int id = random.nextInt(600);
            SpeedmentPredicate<Rental> own = switch (random.nextInt(4)) {
                case 0 -> Rental.CUSTOMER_ID.equal(id);
                case 1 -> Rental.CUSTOMER_ID.between(id, id + 60);
                case 2 -> Rental.STAFF_ID.equal((short) 1);
                default -> Rental.RENTAL_ID.greaterThan(0);
            };
            ToInt<Rental> sum = first.orElse(1).plus(second.orElse(2));
            boolean isTogether = random.nextBoolean();
            Function<Stream<Rental>, Stream<Rental>> filter = rows -> isTogether
                    ? rows.filter(condition.and(own))
                    : rows.filter(own).filter(condition);
            Function<Stream<Rental>, Object> pipeline = switch (random.nextInt(4)) {
                case 0 -> rows -> filter.apply(rows).count();
                case 1 -> rows -> filter.apply(rows).mapToInt(sum).sum();
                case 2 ->
                    rows -> rows.filter(own)
                            .collect(Aggregation.by(sum)
                                    .with(
                                            ColumnCollectors.filtering(condition, ColumnCollectors.counting()),
                                            ColumnCollectors.summingInt(sum))
                                    .into(Summed.class));
                default -> rows -> filter.apply(rows).limit(50).toList();
            };
            try {
                assertSame(pipeline);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("Repeat with -Dspeedwell.seed=" + seed, e);
            }
        }
    }

    record Summed(int key, long some, int sum) {}

    private static SpeedmentPredicate<Rental> compared(
            ToIntNullable<Rental> first, int operator, ToIntNullable<Rental> second) {
        Comparison<Rental, Integer> one = Expressions.compare(first);
        Comparison<Rental, Integer> other = Expressions.compare(second);
        return switch (operator) {
            case 0 -> one.equal(other);
            case 1 -> one.notEqual(other);
            case 2 -> one.lessThan(other);
            case 3 -> one.lessOrEqual(other);
            case 4 -> one.greaterThan(other);
            default -> one.greaterOrEqual(other);
        };
    }

    record Renter(
            @Nullable Integer customer,
            @Nullable String name,
            @Nullable Integer again,
            @Nullable Integer twice,
            long rentals) {}

    record Original(@Nullable Short id, @Nullable String name, long films) {}

    /** Groups by keys that depend on earlier keys. */
    @Test
    void dependentKeysAddNoGroups() {
        Reference<Rental, Customer> customer = store.reference(Rental.CUSTOMER_ID);
        Collector<Rental, ?, List<Renter>> byCustomer = Aggregation.by(Rental.CUSTOMER_ID)
                .by(customer.get(Customer.LAST_NAME))
                .by(Rental.CUSTOMER_ID)
                .by(Rental.CUSTOMER_ID.asInt().multiply(2))
                .with(ColumnCollectors.counting())
                .rollup()
                .into(Renter.class);
        assertSame(rows -> rows.collect(byCustomer));
        Collector<Film, ?, List<Original>> byOriginal = Aggregation.by(Film.ORIGINAL_LANGUAGE_ID)
                .by(original.get(Language.NAME))
                .with(ColumnCollectors.counting())
                .into(Original.class);
        assertThat(films.stream().collect(byOriginal))
                .isEqualTo(films.stream().toList().stream().collect(byOriginal));
    }

    /** Compares a pipeline with the same pipeline over the list. The application refuses a fallback to entities. */
    private static void assertSame(Function<Stream<Rental>, Object> pipeline) {
        Object expected = pipeline.apply(allRentals.stream());
        assertThat(pipeline.apply(rentals.stream())).isEqualTo(expected);
        assertThat(pipeline.apply(rentals.stream().parallel())).isEqualTo(expected);
    }
}
