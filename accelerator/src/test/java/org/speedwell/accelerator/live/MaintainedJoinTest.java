package org.speedwell.accelerator.live;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.filtering;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;

import com.speedment.common.tuple.TuplesOfNullables;
import com.speedment.common.tuple.nullable.Tuple3OfNullables;
import com.speedment.runtime.compute.ToInt;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.field.trait.HasComparableOperators;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
import org.speedwell.accelerator.incremental.IncrementalQuery.Change;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.accelerator.query.ReferenceKey;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.Versions;
import org.speedwell.accelerator.stream.FallbackListener;
import org.speedwell.accelerator.stream.TupleMaker;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Inventory;
import org.speedwell.sakila.InventoryManager;
import org.speedwell.sakila.Language;
import org.speedwell.sakila.Rental;
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
                keepJoin(store, RandomJoin.of(KINDS.get(random.nextInt(KINDS.size())), random));
            }
            follow(store, "seed " + seed);
        }
        print();
        for (String kind : KINDS) {
            assertThat(updates(kind)).as(kind).isGreaterThan(9 * HISTORIES);
            assertThat(fromScratch(kind)).as(kind).isLessThan(updates(kind) / 20);
        }
        for (String kind : List.of("inner", "left", "right")) {
            String ordered = kind + " in order";
            assertThat(updates(ordered)).as(ordered).isGreaterThan(9 * HISTORIES);
            assertThat(fromScratch(ordered)).as(ordered).isLessThan(updates(ordered)); // first rows may leave
        }
        assertThat(updates("inner with references")).isPositive();
        assertThat(updates("full in order")).isPositive();
        assertThat(refusals.keySet()).allMatch(reason -> reason.contains("gets an entity that may be missing"));
    }

    @Test
    void joinsWithoutIndexesFollowTheChangesOfAllTheirTables() {
        SplittableRandom random = new SplittableRandom(SEED);
        Store store = new Store(random, false);
        for (int i = 0; i < 8; i++) {
            keepJoin(store, RandomJoin.of("inner", random));
        }
        follow(store, "seed " + SEED);
        assertThat(updates("inner")).isPositive();
        assertThat(updates("inner in order")).isPositive();
        assertThat(fromScratch("inner")).isZero();
    }

    @Test
    void joinsOfATableWithItselfFollowItsChanges() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int history = 0; history < 10; history++) {
            Store store = new Store(random, true);
            for (String kind : List.of("inner", "left", "full")) {
                RandomJoin drawn = RandomJoin.ofItself(kind, random);
                Function<@Nullable Object[], Tuple3OfNullables<Object, Object, Object>> maker =
                        of -> TuplesOfNullables.ofNullables(of[0], of[1], of[2]);
                Supplier<Stream<Tuple3OfNullables<Object, Object, Object>>> list =
                        () -> drawn.nestedLoops(store.sakila).stream().map(maker);
                QuerySource<Tuple3OfNullables<Object, Object, Object>> join =
                        drawn.source(maker, TupleMaker.Shape.TUPLE_OF_NULLABLES);
                store.keep(kind, "count of " + drawn, join, list, Stream::count);
                store.keep(
                        kind,
                        "first of " + drawn,
                        join,
                        list,
                        of -> of.skip(1).limit(20).toList());
            }
            follow(store, "history " + history);
        }
        print();
        for (String kind : List.of("inner", "left", "full")) {
            assertThat(updates(kind)).as(kind).isGreaterThan(9 * 10);
        }
        assertThat(refusals).isEmpty();
    }

    @Test
    void elementsThatTheApplicationMakesAreNotMadeByAnUpdate() {
        Store store = new Store(new SplittableRandom(SEED), true);
        RandomJoin random = RandomJoin.ofItself("inner", new SplittableRandom(SEED));
        List<Object> made = new ArrayList<>();
        QuerySource<List<@Nullable Object>> join = random.source(
                tuple -> {
                    made.add(tuple);
                    return Arrays.asList(tuple);
                },
                TupleMaker.Shape.OPAQUE);
        Supplier<Stream<List<@Nullable Object>>> list =
                () -> random.nestedLoops(store.sakila).stream().map(Arrays::asList);
        store.keep("count", "count", join, list, Stream::count);
        store.keep("list", "list", join, list, Stream::toList);
        made.clear();

        for (int version = 0; version < VERSIONS; version++) {
            store.sakila.change();
            store.sakila.publish(store.versions);
        }

        assertThat(made).isEmpty();
        assertThat(store.kept.getFirst().query.isIncremental()).isTrue();
        assertThat(store.kept.getLast().query.describe())
                .isEqualTo("computed from scratch: columns cannot filter and order the rows on which toList depends");
        check(store, "at last");
    }

    @Test
    void queriesOverOneJoinShareItsChangedTuples() {
        Store store = new Store(new SplittableRandom(SEED), true);
        RandomJoin random = RandomJoin.of("inner", new SplittableRandom(SEED));
        QuerySource<Tuple3OfNullables<Film, Inventory, Rental>> join = random.source();
        Snapshot former = requireNonNull(store.versions.current());
        store.sakila.films.replace(
                store.sakila.films.rows.firstKey(), store.sakila.films.list().getLast());
        store.sakila.publish(store.versions);
        VersionStep step = new VersionStep(former, requireNonNull(store.versions.current()));

        List<Change<Tuple3OfNullables<Film, Inventory, Rental>>> changes =
                join.changes(step, Set.of(), FallbackListener.SILENT);
        assertThat(join.changes(step, Set.of(), FallbackListener.SILENT)).isSameAs(changes);
        for (Change<Tuple3OfNullables<Film, Inventory, Rental>> change : changes) {
            List<Tuple3OfNullables<Film, Inventory, Rental>> few =
                    change.elements().few();
            assertThat(few).hasSameSizeAs(change.elements().positions());
            assertThat(few).isEqualTo(change.elements().stream(change.version()).toList());
            assertThat(change.elements().few()).isSameAs(few);
        }
        assertThat(changes).hasSize(2);
    }

    private static final List<String> KINDS = List.of("inner", "left", "right", "full");

    private static void keepJoin(Store store, RandomJoin random) {
        String kind = random.kind();
        QuerySource<Tuple3OfNullables<Film, Inventory, Rental>> join = random.source();
        Supplier<Stream<Tuple3OfNullables<Film, Inventory, Rental>>> list = () -> random.list(store.sakila);
        store.keep(kind, "count of " + random, join, list, Stream::count);
        store.keep(
                kind,
                "count of inventories of " + random,
                join,
                list,
                of -> of.filter(tuple -> tuple.get1().isPresent()).count());
        store.keep(
                kind,
                "sum of customers of " + random,
                join,
                list,
                of -> of.mapToInt(tuple ->
                                tuple.get2().isPresent() ? tuple.get2().get().getCustomerId() : -1)
                        .sum());
        store.keep(
                kind,
                "films missing in " + random,
                join,
                list,
                of -> of.collect(filtering(tuple -> tuple.get0().isEmpty(), counting())));
        keepOrdered(store, kind + " in order", random, join, list);
        if (kind.equals("inner")) {
            Reference<Film, Language> language = reference(store, Film.LANGUAGE_ID, Language.LANGUAGE_ID);
            Function<Tuple3OfNullables<Film, Inventory, Rental>, Film> film = Tuple3OfNullables.getterOrNull0();
            store.keep(
                    "inner with references",
                    "referring " + random,
                    join,
                    list,
                    of -> of.filter(language.where(Language.NAME.equal("language 1"))
                                    .compose(film))
                            .count());
            store.keep(
                    "inner with references",
                    "referring, in order, " + random,
                    join,
                    list,
                    of -> of.filter(language.where(Language.NAME.equal("language 1"))
                                    .compose(film))
                            .limit(6)
                            .toList());
        }
    }

    /** Keeps queries whose results depend on the order of the tuples. */
    private static void keepOrdered(
            Store store,
            String kind,
            RandomJoin random,
            QuerySource<Tuple3OfNullables<Film, Inventory, Rental>> join,
            Supplier<Stream<Tuple3OfNullables<Film, Inventory, Rental>>> list) {
        store.keep(kind, "list of " + random, join, list, Stream::toList);
        store.keep(
                kind,
                "window of " + random,
                join,
                list,
                of -> of.skip(2).limit(5).toList());
        store.keep(
                kind,
                "first inventory of " + random,
                join,
                list,
                of -> of.filter(tuple -> tuple.get1().isPresent()).findFirst());
        if (kind.startsWith("full")) {
            return; // all rows may be missing, and an order needs a row
        }
        switch (random.reader().driver()) {
            case 0 -> keepOrderedByFilm(store, kind, random, join, list);
            case 1 -> keepOrderedByInventory(store, kind, random, join, list);
            default -> keepOrderedByRental(store, kind, random, join, list);
        }
    }

    /** Keeps queries that order the tuples by their film, which no tuple misses. */
    private static void keepOrderedByFilm(
            Store store,
            String kind,
            RandomJoin random,
            QuerySource<Tuple3OfNullables<Film, Inventory, Rental>> join,
            Supplier<Stream<Tuple3OfNullables<Film, Inventory, Rental>>> list) {
        store.keep(
                kind,
                "sorted " + random,
                join,
                list,
                of -> of.sorted(Comparator.comparingInt(
                                tuple -> tuple.get0().get().getRentalDuration()))
                        .limit(4)
                        .toList());
        store.keep(
                kind,
                "greatest of " + random,
                join,
                list,
                of -> of.max(Comparator.comparingInt(tuple -> tuple.get0().get().getRentalDuration())));
        store.keep(
                kind,
                "groups of " + random,
                join,
                list,
                of -> of.collect(groupingBy(
                                (Value) tuple -> tuple.get0().get().getRentalDuration(),
                                LinkedHashMap::new,
                                counting()))
                        .toString());
        store.keep(
                kind,
                "aggregation of " + random,
                join,
                list,
                of -> of.collect(Aggregation.by(Film.RENTAL_DURATION
                                .asInt()
                                .compose(Tuple3OfNullables.<Film, Inventory, Rental>getterOrNull0()))
                        .with(counting())
                        .into(Counted.class)));
        store.keep(
                kind,
                "distinct values of " + random,
                join,
                list,
                of -> of.map(tuple -> tuple.get0().get().getRentalDuration())
                        .distinct()
                        .limit(3)
                        .toList());
    }

    /** Keeps queries that order the tuples by their inventory, which no tuple misses. */
    private static void keepOrderedByInventory(
            Store store,
            String kind,
            RandomJoin random,
            QuerySource<Tuple3OfNullables<Film, Inventory, Rental>> join,
            Supplier<Stream<Tuple3OfNullables<Film, Inventory, Rental>>> list) {
        store.keep(
                kind,
                "sorted " + random,
                join,
                list,
                of -> of.sorted(Comparator.comparingInt(
                                tuple -> tuple.get1().get().getStoreId()))
                        .limit(4)
                        .toList());
        store.keep(
                kind,
                "greatest of " + random,
                join,
                list,
                of -> of.max(Comparator.comparingInt(tuple -> tuple.get1().get().getStoreId())));
        store.keep(
                kind,
                "groups of " + random,
                join,
                list,
                of -> of.collect(groupingBy(
                                (Value) tuple -> tuple.get1().get().getStoreId(), LinkedHashMap::new, counting()))
                        .toString());
        store.keep(
                kind,
                "aggregation of " + random,
                join,
                list,
                of -> of.collect(Aggregation.by(Inventory.STORE_ID
                                .asInt()
                                .compose(Tuple3OfNullables.<Film, Inventory, Rental>getterOrNull1()))
                        .with(counting())
                        .into(Counted.class)));
        store.keep(
                kind,
                "distinct values of " + random,
                join,
                list,
                of -> of.map(tuple -> tuple.get1().get().getStoreId())
                        .distinct()
                        .limit(3)
                        .toList());
    }

    /** Keeps queries that order the tuples by their rental, which no tuple misses. */
    private static void keepOrderedByRental(
            Store store,
            String kind,
            RandomJoin random,
            QuerySource<Tuple3OfNullables<Film, Inventory, Rental>> join,
            Supplier<Stream<Tuple3OfNullables<Film, Inventory, Rental>>> list) {
        store.keep(
                kind,
                "sorted " + random,
                join,
                list,
                of -> of.sorted(Comparator.comparingInt(
                                tuple -> tuple.get2().get().getCustomerId()))
                        .limit(4)
                        .toList());
        store.keep(
                kind,
                "greatest of " + random,
                join,
                list,
                of -> of.max(Comparator.comparingInt(tuple -> tuple.get2().get().getCustomerId())));
        store.keep(
                kind,
                "groups of " + random,
                join,
                list,
                of -> of.collect(groupingBy(
                                (Value) tuple -> tuple.get2().get().getCustomerId(), LinkedHashMap::new, counting()))
                        .toString());
        store.keep(
                kind,
                "aggregation of " + random,
                join,
                list,
                of -> of.collect(Aggregation.by(Rental.CUSTOMER_ID
                                .asInt()
                                .compose(Tuple3OfNullables.<Film, Inventory, Rental>getterOrNull2()))
                        .with(counting())
                        .into(Counted.class)));
        store.keep(
                kind,
                "distinct values of " + random,
                join,
                list,
                of -> of.map(tuple -> tuple.get2().get().getCustomerId())
                        .distinct()
                        .limit(3)
                        .toList());
    }

    private record Counted(int key, long count) {}

    private interface Value extends ToInt<Tuple3OfNullables<Film, Inventory, Rental>> {}

    /** Returns a reference whose entities are found in the lists. */
    private static <E, R> Reference<E, R> reference(
            Store store, HasComparableOperators<E, ?> foreignKey, HasComparableOperators<R, ?> key) {
        return StoreReference.of(List.of(new ReferenceKey<>(foreignKey, key)), lists(store));
    }

    private static StoreReference.Tables lists(Store store) {
        return new StoreReference.Tables() {
            @Override
            public <T> Stream<T> stream(TableIdentifier<T> table) {
                return store.sakila.list(table).stream();
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
