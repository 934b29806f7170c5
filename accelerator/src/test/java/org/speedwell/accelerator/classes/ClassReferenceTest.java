package org.speedwell.accelerator.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.accelerator.query.Field;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.accelerator.query.ReferenceKey;
import org.speedwell.accelerator.query.ReferencedField;
import org.speedwell.schema.Database;

/**
 * Compares streams that follow references between records with lists of the records. {@code -Dspeedwell.seed=S} sets
 * the first random seed.
 */
@Tag("oracle")
@Tag("database")
@Timeout(300)
@SuppressWarnings("NullAway") // keys may name no row
class ClassReferenceTest {
    private static final long SEED = Long.getLong("speedwell.seed", 20_261_129);
    private static final int DATABASES = 4;
    private static final String SCHEMA = "speedwell_test_class_reference";
    private static final Database DATABASE = Database.forTests();
    private static final Duration LONG = Duration.ofMinutes(2);

    record Maker(int makerId, String name, @Nullable String country) {}

    record Edition(
            int bookId,
            int number,
            String title,
            @Nullable Integer pages,
            @Nullable Integer makerId) {}

    record Loan(
            int loanId, @Nullable Integer bookId, @Nullable Integer number, int days) {}

    /** A row of a view without a key. */
    record Title(int bookId, String title) {}

    record DaysOf(@Nullable String name, long loans) {}

    /** A loan with the rows that it refers to. */
    private record Linked(
            Loan loan, @Nullable Edition edition, @Nullable Maker maker) {}

    /**
     * A pipeline and its counterpart for linked rows.
     *
     * @param isOnColumns true if it creates no record
     */
    private record Pipeline(
            Function<Stream<Loan>, @Nullable Object> ofLoans,
            Function<Stream<Linked>, @Nullable Object> ofLinked,
            boolean isOnColumns) {}

    private static final Map<String, Pipeline> PIPELINES = new LinkedHashMap<>();

    private static Connection connection;
    private static MemoryStore store;
    private static Reference<Loan, Edition> edition;
    private static Reference<Loan, Maker> maker;

    @BeforeAll
    static void open() throws SQLException {
        try (Connection server = DATABASE.connect();
                Statement statement = server.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + SCHEMA);
            statement.execute("CREATE DATABASE " + SCHEMA);
        }
        connection = DATABASE.connect(SCHEMA);
        execute("CREATE TABLE maker (maker_id INT PRIMARY KEY, name VARCHAR(20) NOT NULL, country VARCHAR(20),"
                + " UNIQUE KEY (name))");
        execute("CREATE TABLE edition (book_id INT, number INT, title VARCHAR(20) NOT NULL, pages INT, maker_id INT,"
                + " PRIMARY KEY (book_id, number))");
        execute("CREATE TABLE loan (loan_id INT PRIMARY KEY, book_id INT, number INT, days INT NOT NULL)");
        execute("CREATE VIEW title AS SELECT book_id, title FROM edition");
        fill(new SplittableRandom(SEED));
        store = MemoryStore.builder(pool())
                .tables(Maker.class, Edition.class, Loan.class)
                .follow()
                .open();
        edition = store.reference(store.key(Loan::bookId, Edition::bookId), store.key(Loan::number, Edition::number));
        maker = edition.then(store.key(Edition::makerId, Maker::makerId));
        addPipelines();
    }

    private static MysqlDataSource pool() {
        MysqlDataSource pool = new MysqlDataSource();
        pool.setUrl(DATABASE.url(SCHEMA));
        pool.setUser(DATABASE.user());
        pool.setPassword(DATABASE.password());
        return pool;
    }

    @AfterAll
    static void close() throws SQLException {
        store.close();
        execute("DROP DATABASE " + SCHEMA);
        connection.close();
    }

    private static void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Fills the tables with random rows. Some keys are null, and some name no row. */
    private static void fill(SplittableRandom random) throws SQLException {
        for (String table : List.of("maker", "edition", "loan")) {
            execute("DELETE FROM " + table);
        }
        int makers = random.nextInt(1, 9);
        int books = random.nextInt(1, 40);
        for (int id = 0; id < makers; id++) {
            execute("INSERT INTO maker VALUES (%d, 'M%d', %s)"
                    .formatted(id, id % 7 * 10 + id / 7, random.nextInt(3) == 0 ? "NULL" : "'C" + id % 3 + "'"));
        }
        for (int book = 0; book < books; book++) {
            for (int number = 1; number <= random.nextInt(1, 4); number++) {
                execute("INSERT INTO edition VALUES (%d, %d, '%s', %s, %s)"
                        .formatted(
                                book,
                                number,
                                (char) ('A' + random.nextInt(5)) + "" + book,
                                orNull(random, random.nextInt(300)),
                                orNull(random, random.nextInt(makers + 2))));
            }
        }
        List<String> loans = new ArrayList<>();
        for (int id = 0; id < 400; id++) {
            loans.add("(%d, %s, %s, %d)"
                    .formatted(
                            id,
                            orNull(random, random.nextInt(books + 3)),
                            orNull(random, random.nextInt(1, 5)),
                            random.nextInt(30)));
        }
        execute("INSERT INTO loan VALUES " + String.join(", ", loans));
    }

    private static Object orNull(SplittableRandom random, int value) {
        return random.nextInt(8) == 0 ? "NULL" : value;
    }

    private static void add(
            String name,
            Function<Stream<Loan>, @Nullable Object> ofLoans,
            Function<Stream<Linked>, @Nullable Object> ofLinked) {
        PIPELINES.put(name, new Pipeline(ofLoans, ofLinked, true));
    }

    private static void addWithRecords(
            String name,
            Function<Stream<Loan>, @Nullable Object> ofLoans,
            Function<Stream<Linked>, @Nullable Object> ofLinked) {
        PIPELINES.put(name, new Pipeline(ofLoans, ofLinked, false));
    }

    private static void addPipelines() {
        Field<Edition, Integer> pages = store.field(Edition::pages);
        ReferencedField<Loan, String> title = edition.map(Edition::title);
        ReferencedField<Loan, Integer> pagesOf = edition.map(Edition::pages);
        ReferencedField<Loan, String> makerName = maker.map(Maker::name);
        add(
                "a composite key",
                s -> s.filter(edition.where(e -> e.title().startsWith("A"))).count(),
                s -> s.filter(l -> l.edition != null && l.edition.title().startsWith("A"))
                        .count());
        add(
                "a negation",
                s -> s.filter(edition.where(e -> e.title().startsWith("A")).negate())
                        .count(),
                s -> s.filter(l -> l.edition == null || !l.edition.title().startsWith("A"))
                        .count());
        add(
                "a field",
                s -> s.filter(edition.where(pages.greaterThan(100)))
                        .mapToInt(Loan::days)
                        .sum(),
                s -> s.filter(l -> l.edition != null && l.edition.pages() != null && l.edition.pages() > 100)
                        .mapToInt(l -> l.loan.days())
                        .sum());
        add(
                "a chain",
                s -> s.filter(maker.where(m -> "C1".equals(m.country()))).count(),
                s -> s.filter(l -> l.maker != null && "C1".equals(l.maker.country()))
                        .count());
        add(
                "a chain and another condition",
                s -> s.filter(maker.where(m -> m.name().compareTo("M2") < 0)
                                .and(edition.where(pages.isNull()).negate()))
                        .filter(l -> l.days() > 7)
                        .count(),
                s -> s.filter(l -> l.maker != null
                                && l.maker.name().compareTo("M2") < 0
                                && (l.edition == null || l.edition.pages() != null)
                                && l.loan.days() > 7)
                        .count());
        add(
                "values",
                s -> s.map(title).toList(),
                s -> s.map(l -> l.edition == null ? null : l.edition.title()).toList());
        add(
                "different values of a chain",
                s -> s.map(makerName).distinct().toList(),
                s -> s.map(l -> l.maker == null ? null : l.maker.name())
                        .distinct()
                        .toList());
        add(
                "a computed value",
                s -> s.map(edition.map(e -> e.number() * 10 + e.bookId())).toList(),
                s -> s.map(l -> l.edition == null ? null : l.edition.number() * 10 + l.edition.bookId())
                        .toList());
        add(
                "groups",
                s -> s.collect(Aggregation.by(makerName).with(counting()).into(DaysOf.class)).stream()
                        .collect(Collectors.toSet()),
                s -> {
                    Map<@Nullable String, Long> loans = new HashMap<>();
                    s.forEachOrdered(l -> loans.merge(l.maker == null ? null : l.maker.name(), 1L, Long::sum));
                    return loans.entrySet().stream()
                            .map(entry -> new DaysOf(entry.getKey(), entry.getValue()))
                            .collect(Collectors.toSet());
                });
        add(
                "rows of another stream",
                s -> s.filter(maker.among(store.stream(Maker.class).filter(m -> m.makerId() > 2)))
                        .count(),
                s -> s.filter(l -> l.maker != null && l.maker.makerId() > 2).count());
        addWithRecords(
                "rows of another stream with a composite key",
                s -> s.filter(edition.among(store.stream(Edition.class).filter(pages.lessThan(90)))
                                .negate())
                        .toList(),
                s -> s.filter(l -> l.edition == null || l.edition.pages() == null || l.edition.pages() >= 90)
                        .map(l -> l.loan)
                        .toList());
        addWithRecords(
                "the rows",
                s -> s.filter(edition.where(e -> e.number() == 2)).toList(),
                s -> s.filter(l -> l.edition != null && l.edition.number() == 2)
                        .map(l -> l.loan)
                        .toList());
        addWithRecords(
                "a window",
                s -> s.skip(30)
                        .limit(200)
                        .filter(maker.where(m -> m.country() == null))
                        .toList(),
                s -> s.skip(30)
                        .limit(200)
                        .filter(l -> l.maker != null && l.maker.country() == null)
                        .map(l -> l.loan)
                        .toList());
        add(
                "an order",
                s -> s.sorted(title.ascending()).map(Loan::loanId).toList(),
                s -> s.sorted(Comparator.comparing(
                                l -> l.edition == null ? null : l.edition.title(),
                                Comparator.nullsLast(Comparator.naturalOrder())))
                        .map(l -> l.loan.loanId())
                        .toList());
        add(
                "a descending order of nullable values",
                s -> s.sorted(pagesOf.descending()).limit(30).map(Loan::loanId).toList(),
                s -> s.sorted(Comparator.comparing(
                                l -> l.edition == null ? null : l.edition.pages(),
                                Comparator.nullsFirst(Comparator.reverseOrder())))
                        .limit(30)
                        .map(l -> l.loan.loanId())
                        .toList());
        addWithRecords(
                "the referenced rows",
                s -> s.map(maker).toList(),
                s -> s.map(l -> l.maker).toList());
        addWithRecords(
                "a reference inside a lambda",
                s -> s.filter(l -> {
                            Maker of = maker.apply(l);
                            return of != null && of.name().endsWith("0");
                        })
                        .count(),
                s -> s.filter(l -> l.maker != null && l.maker.name().endsWith("0"))
                        .count());
    }

    private static List<Linked> linked() {
        List<Edition> editions = store.stream(Edition.class).toList();
        List<Maker> makers = store.stream(Maker.class).toList();
        return store.stream(Loan.class).toList().stream()
                .map(loan -> {
                    Edition of = editions.stream()
                            .filter(e -> Objects.equals(e.bookId(), loan.bookId())
                                    && Objects.equals(e.number(), loan.number()))
                            .findFirst()
                            .orElse(null);
                    Maker from = makers.stream()
                            .filter(m -> of != null && Objects.equals(m.makerId(), of.makerId()))
                            .findFirst()
                            .orElse(null);
                    return new Linked(loan, of, from);
                })
                .toList();
    }

    @Test
    void pipelinesEqualListsOfLinkedRows() throws Exception {
        for (long seed = SEED; seed < SEED + DATABASES; seed++) {
            fill(new SplittableRandom(seed));
            store.load();
            List<Linked> rows = linked();
            SnapshotView now = store.snapshot();
            for (Map.Entry<String, Pipeline> entry : PIPELINES.entrySet()) {
                String name = entry.getKey() + ", seed " + seed;
                Pipeline pipeline = entry.getValue();
                Object expected = pipeline.ofLinked.apply(rows.stream());
                assertThat(pipeline.ofLoans.apply(store.stream(Loan.class)))
                        .as(name)
                        .isEqualTo(expected);
                assertThat(pipeline.ofLoans.apply(store.stream(Loan.class).parallel()))
                        .as(name + ", parallel")
                        .isEqualTo(expected);
                assertThat(pipeline.ofLoans.apply(now.stream(Loan.class)))
                        .as(name + ", snapshot")
                        .isEqualTo(expected);
                assertThat(pipeline.ofLoans.apply(rows.stream().map(l -> l.loan)))
                        .as(name + ", by look-ups")
                        .isEqualTo(expected);
                if (pipeline.isOnColumns) {
                    Explanation explained = store.explain(Loan.class, pipeline.ofLoans);
                    assertThat(explained.fallback()).as(name).isEmpty();
                    assertThat(explained.entities()).as(name).isZero();
                }
            }
        }
    }

    @Test
    void joinsFollowReferences() {
        Map<Integer, Linked> rows = linked().stream().collect(Collectors.toMap(l -> l.loan.loanId(), l -> l));
        Reference<Edition, Maker> makerOf = store.reference(Edition::makerId, Maker::makerId);
        var byMaker = makerOf.where(m -> m.makerId() < 3);
        long expected = rows.values().stream()
                .filter(l -> l.maker != null && l.maker.makerId() < 3)
                .count();
        assertThat(store
                        .from(Loan.class)
                        .join(
                                Edition.class,
                                (loan, e) -> Objects.equals(loan.bookId(), e.bookId())
                                        && Objects.equals(loan.number(), e.number()))
                        .stream()
                        .filter(row -> byMaker.test(row.second()))
                        .count())
                .isEqualTo(expected)
                .isPositive();
    }

    @Test
    void maintainedQueriesFollowAllTables() throws Exception {
        MaintainedQuery<Long> ofCountry = store.maintain(
                Loan.class,
                loans ->
                        loans.filter(maker.where(m -> "C9".equals(m.country()))).count());
        SnapshotView before = store.snapshot();
        assertThat(ofCountry.get()).isZero();
        execute("INSERT INTO maker VALUES (900, 'M900', 'C9')");
        execute("INSERT INTO edition VALUES (900, 1, 'Z', 1, 900)");
        execute("UPDATE loan SET book_id = 900, number = 1 WHERE loan_id < 20");
        assertThat(store.await(LONG)).isTrue();
        assertThat(ofCountry.get()).isEqualTo(20);
        assertThat(before.stream(Loan.class)
                        .filter(edition.where(e -> e.bookId() == 900))
                        .count())
                .isZero();
        execute("DELETE FROM edition WHERE book_id = 900");
        assertThat(store.await(LONG)).isTrue();
        assertThat(ofCountry.get()).isZero();
    }

    @Test
    void uniqueIndexIsAKey() {
        Reference<Edition, Maker> byName = store.reference(Edition::title, Maker::name);
        long expected = store.stream(Edition.class).toList().stream()
                .filter(e -> store.stream(Maker.class).anyMatch(m -> m.name().equals(e.title())))
                .count();
        assertThat(store.stream(Edition.class).filter(byName.where(_ -> true)).count())
                .isEqualTo(expected);
    }

    @Test
    @SuppressWarnings({"unchecked", "rawtypes"}) // as by an application that casts
    void badKeysAreRejected() {
        assertThatThrownBy(() -> store.reference(Loan::bookId, Edition::bookId))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Several rows of table edition may have the same book_id. Refer to all columns of its"
                        + " primary key or of a unique index, or join the tables with from(...).");
        assertThatThrownBy(() -> edition.then(store.key(Edition::bookId, Loan::bookId)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Several rows of table loan");
        try (MemoryStore withView =
                MemoryStore.builder(pool()).tables(Title.class, Loan.class).create(StoreConfiguration.defaults())) {
            assertThatThrownBy(() -> withView.reference(Loan::bookId, Title::bookId))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("annotate the key of the view with @Id");
        }
        assertThatThrownBy(() -> store.key((Loan loan) -> loan.loanId() + 1, Maker::makerId))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not just return an attribute of Loan");
        Function title = (Function<Edition, String>) Edition::title;
        assertThatThrownBy(() -> store.key(title, Maker::makerId))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The function cannot be read. Pass a getter as a method reference, such as"
                        + " Film::getLength, or name the attribute: field(Film.class, \"length\", Integer.class).");
        ReferenceKey<Loan, Maker> ofMaker = store.key(Loan::bookId, Maker::makerId);
        ReferenceKey ofEdition = store.key(Loan::number, Edition::number);
        assertThatThrownBy(() -> store.reference(ofMaker, ofEdition))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must refer to columns of one table");
    }
}
