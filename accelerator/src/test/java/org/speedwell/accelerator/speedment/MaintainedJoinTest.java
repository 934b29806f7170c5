package org.speedwell.accelerator.speedment;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.filtering;

import com.speedment.common.tuple.TuplesOfNullables;
import com.speedment.common.tuple.nullable.Tuple3OfNullables;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.field.trait.HasComparableOperators;
import com.speedment.runtime.join.stage.JoinOperator;
import com.speedment.runtime.join.stage.JoinType;
import com.speedment.runtime.join.stage.Stage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.accelerator.query.ReferenceKey;
import org.speedwell.accelerator.store.Versions;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.TupleMaker;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Inventory;
import org.speedwell.sakila.InventoryManager;
import org.speedwell.sakila.Language;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.RentalManager;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * Maintained queries over random joins and references, while random transactions change all tables. After each
 * transaction the test compares the results with nested loops over lists. {@code -Dspeedwell.histories=N} sets the
 * number of histories, {@code -Dspeedwell.seed=S} the first seed.
 */
@Tag("oracle")
class MaintainedJoinTest {
    private static final int HISTORIES = Integer.getInteger("speedwell.histories", 60);
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_128);
    private static final int VERSIONS = 30;
    private static final Speedment APP = EntityTable.offline(new SakilaApplicationBuilder());

    /** The number of updates from the changes, and of results from scratch, for each kind of query. */
    private final Map<String, int[]> counts = new TreeMap<>();

    private final Map<String, Integer> refusals = new TreeMap<>();

    @AfterAll
    static void stop() {
        APP.stop();
    }

    /** A maintained query, and the same query over lists. */
    private record Kept(String kind, String description, MaintainedQuery<?> query, Supplier<Object> expected) {}

    /** The queries over one history. */
    private static final class Store {
        final Versions versions = new Versions(MemoryBudget.UNLIMITED, Duration.ZERO);
        final RandomSakila sakila;
        final List<Kept> kept = new ArrayList<>();
        private final MaintainedQueries queries = new MaintainedQueries(
                versions,
                FallbackListener.SILENT,
                Fallback.SILENT,
                () -> null,
                _ -> Optional.empty(),
                new StateBudget(Long.MAX_VALUE));

        Store(SplittableRandom random, boolean isIndexed) {
            sakila = new RandomSakila(APP, random, isIndexed);
            sakila.publish(versions);
        }

        <E, R> void keep(
                String kind,
                String description,
                QuerySource<E> source,
                Supplier<Stream<E>> list,
                Function<Stream<E>, R> query) {
            kept.add(new Kept(kind, description, queries.maintain(source, query), () -> query.apply(list.get())));
        }
    }

    private void follow(Store store, String where) {
        check(store, where + ", at first");
        for (int version = 1; version <= VERSIONS; version++) {
            store.sakila.change();
            store.sakila.publish(store.versions);
            Object[] results = requireNonNull(store.versions.current()).results();
            for (int i = 0; i < results.length; i++) {
                Kept kept = store.kept.get(i);
                if (kept.query.isIncremental()) {
                    int[] count = counts.computeIfAbsent(kept.kind, _ -> new int[2]);
                    count[((MaintainedResult<?>) results[i]).isKnown() ? 0 : 1]++;
                } else {
                    refusals.merge(kept.kind + ": " + kept.query.describe(), 1, Integer::sum);
                }
            }
            check(store, where + ", version " + version);
        }
    }

    private static void check(Store store, String where) {
        for (Kept kept : store.kept) {
            assertThat((Object) kept.query.get())
                    .as("%s: %s: %s", where, kept.description, kept.query.describe())
                    .isEqualTo(kept.expected.get());
        }
    }

    private int updates(String kind) {
        return counts.getOrDefault(kind, new int[2])[0];
    }

    private int fromScratch(String kind) {
        return counts.getOrDefault(kind, new int[2])[1];
    }

    private void print() {
        counts.forEach(
                (kind, count) -> System.out.printf("%s: %,d updates, %,d from scratch%n", kind, count[0], count[1]));
        System.out.println("not incremental: " + refusals);
    }

    @Test
    void joinsFollowTheChangesOfAllTheirTables() {
        for (long seed = SEED; seed < SEED + HISTORIES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Store store = new Store(random, true);
            for (int i = 0; i < 4; i++) {
                keepJoin(store, random);
            }
            follow(store, "seed " + seed);
        }
        print();
        for (String kind : List.of("inner", "left", "right")) {
            assertThat(updates(kind)).as(kind).isGreaterThan(9 * HISTORIES);
            assertThat(fromScratch(kind)).as(kind).isLessThan(updates(kind) / 20);
        }
        assertThat(updates("inner with references")).isPositive();
    }

    private static final List<List<HasComparableOperators<?, ?>>> COLUMNS = List.of(
            List.of(Film.FILM_ID, Film.LANGUAGE_ID, Film.ORIGINAL_LANGUAGE_ID, Film.RENTAL_DURATION),
            List.of(Inventory.INVENTORY_ID, Inventory.FILM_ID, Inventory.STORE_ID),
            List.of(Rental.RENTAL_ID, Rental.INVENTORY_ID, Rental.CUSTOMER_ID, Rental.STAFF_ID));

    private static final List<TableIdentifier<?>> TABLES =
            List.of(FilmManager.IDENTIFIER, InventoryManager.IDENTIFIER, RentalManager.IDENTIFIER);

    @SuppressWarnings("unchecked") // the fields and predicates belong to the table at the place
    private static Stage<?> stage(
            int place, @Nullable JoinType type, @Nullable Object field, @Nullable Object other, int referenced) {
        return Stage.of(
                (TableIdentifier<Object>) TABLES.get(place),
                List.of(),
                type,
                (HasComparableOperators<Object, ?>) field,
                type == null || type == JoinType.CROSS_JOIN ? null : JoinOperator.EQUAL,
                (HasComparableOperators<?, ?>) other,
                referenced);
    }

    private static HasComparableOperators<?, ?> column(int place, SplittableRandom random) {
        return COLUMNS.get(place).get(random.nextInt(COLUMNS.get(place).size()));
    }

    private static void keepJoin(Store store, SplittableRandom random) {
        String kind = List.of("inner", "left", "right").get(random.nextInt(3));
        List<Stage<?>> stages = new ArrayList<>(List.of(stage(0, null, null, null, -1)));
        int outer = 1 + random.nextInt(2);
        for (int place = 1; place < 3; place++) {
            int other = random.nextInt(place);
            JoinType drawn = List.of(JoinType.INNER_JOIN, JoinType.LEFT_JOIN).get(random.nextInt(2));
            JoinType type = switch (kind) {
                case "inner" -> JoinType.INNER_JOIN;
                case "left" -> place == outer ? JoinType.LEFT_JOIN : drawn;
                default -> place == outer ? JoinType.RIGHT_JOIN : drawn;
            };
            stages.add(stage(place, type, column(place, random), column(other, random), other));
        }
        TupleMaker<Tuple3OfNullables<Film, Inventory, Rental>> maker = new TupleMaker<>(
                of -> TuplesOfNullables.ofNullables((Film) of[0], (Inventory) of[1], (Rental) of[2]),
                TupleMaker.Shape.TUPLE_OF_NULLABLES,
                3);
        QuerySource<Tuple3OfNullables<Film, Inventory, Rental>> join =
                new QuerySource.OfJoin<>(new RowJoin<>(new JoinReader(stages, OwnRows.NONE, false, false), maker));
        Supplier<Stream<Tuple3OfNullables<Film, Inventory, Rental>>> list =
                () -> nestedLoops(store.sakila, stages).stream().map(maker.make());
        String description = description(stages);
        store.keep(kind, "count of " + description, join, list, Stream::count);
        store.keep(
                kind,
                "count of inventories of " + description,
                join,
                list,
                of -> of.filter(tuple -> tuple.get1().isPresent()).count());
        store.keep(
                kind,
                "sum of customers of " + description,
                join,
                list,
                of -> of.mapToInt(tuple ->
                                tuple.get2().isPresent() ? tuple.get2().get().getCustomerId() : -1)
                        .sum());
        store.keep(
                kind,
                "films missing in " + description,
                join,
                list,
                of -> of.collect(filtering(tuple -> tuple.get0().isEmpty(), counting())));
        if (kind.equals("inner")) {
            Reference<Film, Language> language = reference(store, Film.LANGUAGE_ID, Language.LANGUAGE_ID);
            Function<Tuple3OfNullables<Film, Inventory, Rental>, Film> film = Tuple3OfNullables.getterOrNull0();
            store.keep(
                    "inner with references",
                    "referring " + description,
                    join,
                    list,
                    of -> of.filter(language.where(Language.NAME.equal("language 1"))
                                    .compose(film))
                            .count());
        }
    }

    private static String description(List<Stage<?>> stages) {
        StringBuilder text = new StringBuilder();
        for (Stage<?> stage : stages) {
            text.append(stage.joinType().map(type -> " " + type + " ").orElse(""))
                    .append(stage.identifier().getTableId())
                    .append(stage.field()
                            .map(field -> " on " + field.identifier().getColumnId())
                            .orElse(""))
                    .append(stage.foreignField()
                            .map(field -> " = " + field.identifier().getTableId() + "."
                                    + field.identifier().getColumnId())
                            .orElse(""));
        }
        return text.toString();
    }

    private static List<@Nullable Object[]> nestedLoops(RandomSakila sakila, List<Stage<?>> stages) {
        List<List<?>> rows = List.of(sakila.films.list(), sakila.inventories.list(), sakila.rentals.list());
        List<@Nullable Object[]> tuples = new ArrayList<>();
        rows.getFirst().forEach(film -> tuples.add(new @Nullable Object[] {film, null, null}));
        for (int place = 1; place < 3; place++) {
            Stage<?> stage = stages.get(place);
            JoinType type = stage.joinType().orElseThrow();
            List<@Nullable Object[]> joined = new ArrayList<>();
            Map<Object, Boolean> matched = new HashMap<>();
            for (@Nullable Object[] tuple : tuples) {
                Object key = value(stage.foreignField().orElseThrow(), tuple[stage.referencedStage()]);
                boolean isMatched = false;
                for (Object row : rows.get(place)) {
                    if (key != null && key.equals(value(stage.field().orElseThrow(), row))) {
                        isMatched = true;
                        matched.put(System.identityHashCode(row), true);
                        joined.add(with(tuple, place, row));
                    }
                }
                if (!isMatched && type == JoinType.LEFT_JOIN) {
                    joined.add(tuple);
                }
            }
            for (Object row : rows.get(place)) {
                if (type == JoinType.RIGHT_JOIN && !matched.containsKey(System.identityHashCode(row))) {
                    joined.add(with(new @Nullable Object[3], place, row));
                }
            }
            tuples.clear();
            tuples.addAll(joined);
        }
        return tuples;
    }

    private static @Nullable Object[] with(@Nullable Object[] tuple, int place, Object row) {
        @Nullable Object[] longer = Arrays.copyOf(tuple, tuple.length);
        longer[place] = row;
        return longer;
    }

    @SuppressWarnings("unchecked") // the row has the field
    private static @Nullable Long value(HasComparableOperators<?, ?> field, @Nullable Object row) {
        Object value = row == null
                ? null
                : ((HasComparableOperators<Object, ?>) field).getter().apply(row);
        return value == null ? null : ((Number) value).longValue();
    }

    /** Returns a reference whose entities are found in the lists. */
    private static <E, R> Reference<E, R> reference(
            Store store, HasComparableOperators<E, ?> foreignKey, HasComparableOperators<R, ?> key) {
        return StoreReference.of(List.of(new ReferenceKey<>(foreignKey, key)), lists(store));
    }

    private static StoreReference.Tables lists(Store store) {
        return new StoreReference.Tables() {
            @Override
            @SuppressWarnings("unchecked") // each table has its own entities
            public <T> Stream<T> stream(TableIdentifier<T> table) {
                RandomSakila of = store.sakila;
                return (Stream<T>) Stream.of(of.languages, of.films, of.inventories, of.rentals)
                        .filter(any -> any.id().table().equals(table.getTableId()))
                        .findFirst()
                        .orElseThrow()
                        .list()
                        .stream();
            }
        };
    }

    @Test
    void referencesFollowTheChangesOfAllTables() {
        for (long seed = SEED; seed < SEED + HISTORIES; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Store store = new Store(random, true);
            keepReferences(store);
            follow(store, "seed " + seed);
        }
        print();
        for (Map.Entry<String, int[]> kind : counts.entrySet()) {
            assertThat(kind.getValue()[0]).as(kind.getKey()).isGreaterThan(9 * HISTORIES);
            boolean isOrdered = kind.getKey().equals("field"); // the first row of a group may leave
            assertThat(kind.getValue()[1]).as(kind.getKey()).isLessThan(kind.getValue()[0] / (isOrdered ? 1 : 10));
        }
        assertThat(counts.keySet())
                .containsExactlyInAnyOrder(
                        "semi-join", "anti-join", "field", "several hops", "itself", "several columns");
    }

    @Test
    void referencesWithoutAnIndexRunFromScratch() {
        SplittableRandom random = new SplittableRandom(SEED);
        Store store = new Store(random, false);
        Reference<Inventory, Film> film = reference(store, Inventory.FILM_ID, Film.FILM_ID);
        store.keep(
                "unindexed",
                "count",
                new QuerySource.OfTable<>(store.sakila.inventories.id()),
                () -> store.sakila.inventories.list().stream(),
                of -> of.filter(film.where(Film.LENGTH.greaterThan(90))).count());
        follow(store, "seed " + SEED);
        assertThat(store.kept.getFirst().query.describe())
                .isEqualTo("incremental: a count; from scratch after changes of film: no index finds the reference from"
                        + " inventory to film");
        assertThat(updates("unindexed")).isPositive();
        assertThat(fromScratch("unindexed")).isPositive();
    }

    @Test
    void changeOfARowThatManyRowsReferToRunsFromScratch() {
        Store store = new Store(new SplittableRandom(SEED), true);
        RandomSakila.Table<Film> films = store.sakila.films;
        FilmManager manager = APP.getOrThrow(FilmManager.class);
        films.append(
                List.of(manager.create().setFilmId(1_000).setTitle("film 1").setLength(95)));
        store.sakila.inventories.append(IntStream.range(1_000, 7_000)
                .mapToObj(id -> APP.getOrThrow(InventoryManager.class)
                        .create()
                        .setInventoryId(id)
                        .setFilmId(1_000))
                .toList());
        store.sakila.publish(store.versions);
        Reference<Inventory, Film> film = reference(store, Inventory.FILM_ID, Film.FILM_ID);
        ofInventories(
                store,
                "many rows",
                of -> of.filter(film.where(Film.LENGTH.equal(95))).count());
        films.replace(
                films.rows.lastKey(),
                manager.create().setFilmId(1_000).setTitle("film 1").setLength(96));
        store.sakila.publish(store.versions);
        Object result = requireNonNull(store.versions.current()).results()[0];

        assertThat(((MaintainedResult<?>) result).isKnown()).isFalse();
        check(store, "after the change");
    }

    private record Titles(@Nullable String title, long copies) {}

    private static void keepReferences(Store store) {
        Reference<Inventory, Film> film = reference(store, Inventory.FILM_ID, Film.FILM_ID);
        Reference<Rental, Inventory> inventory = reference(store, Rental.INVENTORY_ID, Inventory.INVENTORY_ID);
        Reference<Film, Language> original = reference(store, Film.ORIGINAL_LANGUAGE_ID, Language.LANGUAGE_ID);
        Reference<Film, Film> other = reference(store, Film.LENGTH, Film.FILM_ID);
        Reference<Inventory, Inventory> next = reference(store, Inventory.FILM_ID, Inventory.INVENTORY_ID);
        Reference<Rental, Inventory> both = StoreReference.of(
                List.of(
                        new ReferenceKey<>(Rental.INVENTORY_ID, Inventory.INVENTORY_ID),
                        new ReferenceKey<>(Rental.STAFF_ID, Inventory.STORE_ID)),
                lists(store));
        ofInventories(
                store,
                "semi-join",
                of -> of.filter(film.where(Film.LENGTH.greaterThan(90))).count());
        ofInventories(
                store,
                "semi-join",
                of -> of.anyMatch(
                        film.where(Film.LENGTH.greaterThan(130).and(Film.RENTAL_DURATION.lessThan((short) 3)))));
        ofInventories(
                store, "semi-join", of -> of.collect(filtering(film.where(Film.TITLE.equal("film 1")), counting())));
        ofInventories(
                store,
                "anti-join",
                of -> of.filter(film.where(Film.LENGTH.greaterThan(90)).negate())
                        .mapToInt(Inventory.STORE_ID.asInt())
                        .sum());
        ofFilms(
                store,
                "anti-join",
                of -> of.filter(original.where(Language.NAME.equal("language 1"))
                                .negate())
                        .count());
        ofInventories(
                store,
                "field",
                of -> of.collect(
                        Aggregation.by(film.get(Film.TITLE)).with(counting()).into(Titles.class)));
        Reference<Rental, Film> rented = inventory.then(keys(Inventory.FILM_ID, Film.FILM_ID));
        Reference<Rental, Language> heard = rented.then(keys(Film.ORIGINAL_LANGUAGE_ID, Language.LANGUAGE_ID));
        ofRentals(
                store,
                "several hops",
                of -> of.filter(heard.where(Language.NAME.equal("language 2"))).count());
        ofRentals(
                store,
                "field",
                of -> of.collect(
                        Aggregation.by(rented.get(Film.TITLE)).with(counting()).into(Titles.class)));
        ofRentals(
                store,
                "several hops",
                of -> of.filter(inventory.where(film.where(original.where(Language.NAME.notEqual("language 3")))))
                        .mapToInt(Rental.CUSTOMER_ID.asInt())
                        .sum());
        ofRentals(
                store,
                "several hops",
                of -> of.filter(rented.where(Film.LENGTH.isNull()).negate()).count());
        ofFilms(
                store,
                "itself",
                of -> of.filter(other.where(Film.LENGTH.greaterThan(90))).count());
        ofInventories(
                store,
                "itself",
                of -> of.filter(next.then(keys(Inventory.FILM_ID, Inventory.INVENTORY_ID))
                                .where(Inventory.STORE_ID.equal((short) 2)))
                        .count());
        ofRentals(
                store,
                "several columns",
                of -> of.filter(both.where(Inventory.FILM_ID.greaterThan(20))).count());
        ofRentals(
                store,
                "several columns",
                of -> of.collect(
                        filtering(both.where(Inventory.FILM_ID.greaterThan(20)).negate(), counting())));
    }

    private static <E, R> ReferenceKey<E, R> keys(
            HasComparableOperators<E, ?> foreignKey, HasComparableOperators<R, ?> key) {
        return new ReferenceKey<>(foreignKey, key);
    }

    private static <R> void ofFilms(Store store, String kind, Function<Stream<Film>, R> query) {
        keepTable(store, kind, store.sakila.films, query);
    }

    private static <R> void ofInventories(Store store, String kind, Function<Stream<Inventory>, R> query) {
        keepTable(store, kind, store.sakila.inventories, query);
    }

    private static <R> void ofRentals(Store store, String kind, Function<Stream<Rental>, R> query) {
        keepTable(store, kind, store.sakila.rentals, query);
    }

    private static <E, R> void keepTable(
            Store store, String kind, RandomSakila.Table<E> table, Function<Stream<E>, R> query) {
        store.keep(
                kind,
                kind + " " + store.kept.size() + " of " + table.id(),
                new QuerySource.OfTable<>(table.id()),
                () -> table.list().stream(),
                query);
    }
}
