package org.speedwell.accelerator.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.speedwell.accelerator.query.ColumnCollectors.averagingValue;
import static org.speedwell.accelerator.query.ColumnCollectors.countingDistinctValue;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingByKey;
import static org.speedwell.accelerator.query.ColumnCollectors.summingValue;

import com.mysql.cj.jdbc.MysqlDataSource;
import jakarta.persistence.ManyToOne;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.schema.Database;

/** Verifies lambdas over records by the same pipelines over a list of the rows, with random values. */
@Tag("oracle")
@Tag("database")
@Timeout(300)
@SuppressWarnings("NullAway") // some functions throw for null on purpose
class RecordLambdasTest {
    private static final String SCHEMA = "speedwell_test_record_lambdas";
    private static final int GROUPS = 40;
    private static final int ITEMS = 3_000;
    private static final List<String> WORDS =
            List.of("apple", "apple pie", "pie\nof apples", "Pear", "50% of_it", "", "x");

    record Shelf(int id, int floor, @Nullable String label) {}

    record Item(
            int id,
            @ManyToOne @Nullable Shelf shelf,
            @ManyToOne Shelf home,
            BigDecimal price,
            BigDecimal rate,
            @Nullable BigDecimal rebate,
            String kind,
            @Nullable String note) {

        public BigDecimal reduced() {
            return price.multiply(BigDecimal.ONE.subtract(rate));
        }
    }

    private static final Set<Integer> FLOORS = Set.of(1, 3, 5);
    private static final List<String> KINDS = List.of("a", "c", "none");

    private static final Database DATABASE = Database.forTests();

    @SuppressWarnings("NullAway.Init")
    private static MemoryStore store;

    @SuppressWarnings("NullAway.Init")
    private static List<Item> rows;

    @BeforeAll
    static void open() throws SQLException {
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + SCHEMA);
            statement.execute("CREATE DATABASE " + SCHEMA + " DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
            statement.execute("USE " + SCHEMA);
            statement.execute("CREATE TABLE shelf (id INT PRIMARY KEY, floor INT NOT NULL, label VARCHAR(20))");
            statement.execute("CREATE TABLE item (id INT PRIMARY KEY, shelf_id INT, home_id INT NOT NULL,"
                    + " price DECIMAL(9, 2) NOT NULL, rate DECIMAL(5, 3) NOT NULL, rebate DECIMAL(9, 2),"
                    + " kind VARCHAR(5) NOT NULL, note VARCHAR(30), KEY (shelf_id), KEY (home_id), KEY (kind),"
                    + " FOREIGN KEY (home_id) REFERENCES shelf (id))");
            insert(connection, new Random(35));
        }
        MysqlDataSource dataSource = new MysqlDataSource();
        dataSource.setUrl(DATABASE.url(SCHEMA));
        dataSource.setUser(DATABASE.user());
        dataSource.setPassword(DATABASE.password());
        store = MemoryStore.builder(dataSource).tables(Shelf.class, Item.class).open();
        rows = store.stream(Item.class).toList();
    }

    private static void insert(Connection connection, Random random) throws SQLException {
        try (PreparedStatement shelf = connection.prepareStatement("INSERT INTO shelf VALUES (?, ?, ?)");
                PreparedStatement item =
                        connection.prepareStatement("INSERT INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (int i = 1; i <= GROUPS; i++) {
                set(shelf, i, random.nextInt(7), i % 5 == 0 ? null : WORDS.get(random.nextInt(WORDS.size())));
            }
            for (int i = 1; i <= ITEMS; i++) {
                set(
                        item,
                        i,
                        random.nextInt(9) == 0 ? null : random.nextInt(GROUPS + 5), // also shelves that do not exist
                        1 + random.nextInt(GROUPS),
                        BigDecimal.valueOf(random.nextInt(100_000), 2),
                        BigDecimal.valueOf(random.nextInt(1_000), 3),
                        random.nextInt(3) == 0 ? null : BigDecimal.valueOf(random.nextInt(500), 2),
                        String.valueOf((char) ('a' + random.nextInt(4))),
                        random.nextInt(4) == 0
                                ? null
                                : WORDS.get(random.nextInt(WORDS.size())) + (random.nextBoolean() ? i : ""));
            }
            shelf.executeBatch();
            item.executeBatch();
        }
    }

    private static void set(PreparedStatement statement, @Nullable Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        statement.addBatch();
    }

    @AfterAll
    static void close() throws SQLException {
        store.close();
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    /** Returns random pipelines that need no entity. */
    private static List<Function<Stream<Item>, Object>> pipelines(Random random) {
        Set<Integer> ids =
                random.ints(random.nextInt(50), 0, ITEMS + 10).boxed().collect(Collectors.toUnmodifiableSet());
        List<Integer> homes = random.ints(5, 0, GROUPS).boxed().toList();
        Set<BigDecimal> prices = Set.of(rows.get(random.nextInt(ITEMS)).price(), new BigDecimal("1.5"));
        BigDecimal least = BigDecimal.valueOf(random.nextInt(1_000));
        int floor = random.nextInt(7);
        int other = random.nextInt(GROUPS);
        List<Function<Stream<Item>, Object>> all = new ArrayList<>();
        all.add(items ->
                items.filter(item -> ids.contains(item.id())).map(Item::id).toList());
        all.add(items -> items.filter(item -> !ids.contains(item.id())).count());
        all.add(items -> items.filter(item -> homes.contains(item.home().id()))
                .mapToInt(Item::id)
                .sum());
        all.add(items -> items.filter(item -> prices.contains(item.price()))
                .mapToInt(Item::id)
                .sum());
        all.add(items -> items.filter(item -> KINDS.contains(item.kind())).count());
        all.add(items -> items.filter(item -> item.kind().equals("d")
                        || item.kind().equals("no")
                        || item.kind().equals("a"))
                .count());
        all.add(items ->
                items.filter(item -> FLOORS.contains(item.home().floor())).count());
        all.add(items -> items.filter(item -> item.note() != null && item.note().matches("(?s).*apple.*e.*"))
                .map(Item::id)
                .toList());
        all.add(items -> items.filter(
                        item -> item.note() == null || !item.note().matches("(?s)50% of_it.*"))
                .map(Item::id)
                .toList());
        all.add(items -> items.filter(item -> item.kind().matches("[ab]|d")).count());
        all.add(items -> items.filter(item -> item.note() != null && item.note().matches(".*apple.*"))
                .map(Item::id)
                .toList());
        all.add(items -> items.filter(
                        item -> item.home().floor() == floor && item.price().compareTo(least) > 0
                                || item.home().floor() == 2 && item.kind().equals("b")
                                || item.id() == 17)
                .map(Item::id)
                .toList());
        all.add(items -> items.filter(
                        item -> (item.home().floor() == floor || item.kind().equals("a"))
                                && (item.home().id() < other || item.price().compareTo(least) < 0))
                .map(Item::id)
                .toList());
        all.add(items -> items.filter(
                        item -> item.shelf() != null && item.shelf().floor() == floor
                                || item.home().floor() < floor)
                .map(Item::id)
                .toList());
        all.add(items -> items.filter(item -> item.home().floor() == floor
                        ? item.kind().equals("a")
                        : item.home().id() > other)
                .map(Item::id)
                .toList());
        all.add(items -> items.collect(summingValue(Item::price)));
        all.add(items -> items.filter(item -> item.price().compareTo(least) < 0)
                .collect(groupingByKey(Item::kind, summingValue(Item::reduced))));
        all.add(items -> items.collect(groupingByKey(
                item -> item.home().floor(), averagingValue(item -> item.price().add(item.rate()), 4))));
        all.add(items -> items.filter(item -> item.rebate() != null)
                .collect(summingValue(
                        item -> Objects.requireNonNull(item.rebate()).multiply(item.price()))));
        all.add(items -> items.collect(summingValue(
                item -> item.price().multiply(BigDecimal.valueOf(item.home().floor())))));
        all.add(items -> items.collect(groupingByKey(
                Item::kind, countingDistinctValue(item -> item.home().floor()))));
        all.add(items -> items.collect(countingDistinctValue(Item::rebate)));
        all.add(items -> items.collect(countingDistinctValue(Item::reduced)));
        return all;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void resultsEqualThoseOfAList(long seed) {
        List<Function<Stream<Item>, Object>> pipelines = pipelines(new Random(seed));
        for (int i = 0; i < pipelines.size(); i++) {
            Function<Stream<Item>, Object> pipeline = pipelines.get(i);
            Explanation explanation = store.explain(Item.class, pipeline);
            Object expected = pipeline.apply(rows.stream());
            assertThat(explanation.fallback()).as(i + ": " + explanation).isEmpty();
            assertThat(explanation.entities()).as(i + ": " + explanation).isZero();
            assertThat(pipeline.apply(store.stream(Item.class)))
                    .as(i + ": " + explanation)
                    .isEqualTo(expected);
            assertThat(pipeline.apply(store.stream(Item.class).parallel()))
                    .as(i + ": " + explanation)
                    .isEqualTo(expected);
        }
    }

    @Test
    void alternativesAndSetsHaveShortPlans() {
        assertThat(store.explain(
                                Item.class,
                                items -> items.filter(item -> item.kind().equals("b")
                                                || item.kind().equals("d"))
                                        .count())
                        .toString())
                .contains("filter kind in (b, d)");
        assertThat(store.explain(
                                Item.class,
                                items -> items.filter(item -> item.home().floor() == 1
                                                        && item.kind().equals("a")
                                                || item.home().floor() == 2
                                                        && item.kind().equals("b"))
                                        .count())
                        .toString())
                .containsSubsequence("semi-join on home_id", "floor = 1", "semi-join on home_id", "floor = 2");
    }

    @Test
    void collectionsThatMayChangeAreOpaque() {
        for (Set<Integer> ids :
                List.of(new HashSet<>(List.of(5, 6)), Collections.unmodifiableSet(new HashSet<>(List.of(5, 6))))) {
            assertThat(store.explain(
                                    Item.class,
                                    items -> items.filter(item -> ids.contains(item.id()))
                                            .count())
                            .fallback())
                    .hasValueSatisfying(reason -> assertThat(reason.toString()).contains("which may change"));
            assertThat(store.stream(Item.class)
                            .filter(item -> ids.contains(item.id()))
                            .count())
                    .isEqualTo(2);
        }
        Set<Object> lists = Set.of(new ArrayList<>(List.of(1)));
        assertThat(store.explain(
                                Item.class,
                                items -> items.filter(item -> lists.contains(item.kind()))
                                        .count())
                        .fallback())
                .isPresent();
    }

    @Test
    void functionsThrowTheirOwnExceptions() {
        Set<String> kinds = Set.of("a");
        List<Integer> numbers = Arrays.asList(1, null);
        assertThatThrownBy(() -> store.stream(Item.class)
                        .filter(item -> kinds.contains(item.note()))
                        .count())
                .isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> store.stream(Item.class)
                        .collect(summingValue(
                                item -> Objects.requireNonNull(item.rebate()).multiply(item.price()))))
                .isInstanceOf(NullPointerException.class);
        assertThat(store.stream(Item.class)
                        .filter(item -> numbers.contains(item.id()))
                        .count())
                .isEqualTo(1);
    }
}
