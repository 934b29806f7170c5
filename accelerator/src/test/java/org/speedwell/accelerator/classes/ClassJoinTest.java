package org.speedwell.accelerator.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.speedment.runtime.field.IntField;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.following.FollowedSakila;
import org.speedwell.accelerator.joins.Joined;
import org.speedwell.accelerator.joins.Rows2;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.query.Field;
import org.speedwell.accelerator.query.TextField;
import org.speedwell.accelerator.table.Table;
import org.speedwell.accelerator.table.TableSchema;

/** Verifies joins and fields of records, by comparison with loops over lists of the rows. */
@Tag("oracle")
@Tag("database")
@Timeout(300)
@SuppressWarnings("NullAway") // the tuples of outer joins have null
class ClassJoinTest {
    record Film(
            int filmId,
            String title,
            @Nullable Integer length,
            int languageId,
            @Nullable Integer originalLanguageId) {}

    record Language(int languageId, String name) {}

    record Inventory(int inventoryId, int filmId, int storeId) {}

    record Rental(int rentalId, int inventoryId, int customerId) {}

    record Payment(int paymentId, @Nullable Integer rentalId, BigDecimal amount) {}

    record Rented(Rental rental, Inventory copy, Film film) {}

    /** A row that is not in the database. */
    record Wish(int film, int store) {
        static final TableSchema<Wish> SCHEMA = TableSchema.ofRecord(Wish.class);
        static final IntField<Wish, Integer> FILM = SCHEMA.intField("film", Wish::film);
        static final IntField<Wish, Integer> STORE = SCHEMA.intField("store", Wish::store);
    }

    @SuppressWarnings("NullAway.Init")
    private static FollowedSakila sakila;

    @SuppressWarnings("NullAway.Init")
    private static MemoryStore store;

    @BeforeAll
    static void open() throws SQLException {
        sakila = new FollowedSakila("speedwell_test_class_join");
        MysqlDataSource dataSource = new MysqlDataSource();
        dataSource.setUrl(sakila.database().url(sakila.schema()));
        dataSource.setUser(sakila.database().user());
        dataSource.setPassword(sakila.database().password());
        store = MemoryStore.builder(dataSource)
                .tables(Film.class, Language.class, Inventory.class, Rental.class, Payment.class)
                .follow()
                .open();
    }

    @AfterAll
    static void close() throws Exception {
        store.close();
        sakila.close();
    }

    private static <E> List<E> list(Class<E> rows) {
        return store.stream(rows).toList();
    }

    @Test
    void innerJoinsReadColumns() {
        Joined<Rented> rented = store.from(Rental.class)
                .join(Inventory.class, (rental, copy) -> rental.inventoryId() == copy.inventoryId())
                .join(Film.class, (rental, copy, film) -> copy.filmId() == film.filmId())
                .as(Rented::new);
        Map<Integer, Inventory> copies =
                list(Inventory.class).stream().collect(Collectors.toMap(Inventory::inventoryId, copy -> copy));
        Map<Integer, Film> films = list(Film.class).stream().collect(Collectors.toMap(Film::filmId, film -> film));
        List<Rented> expected = list(Rental.class).stream()
                .map(rental -> {
                    Inventory copy = Objects.requireNonNull(copies.get(rental.inventoryId()));
                    return new Rented(rental, copy, Objects.requireNonNull(films.get(copy.filmId())));
                })
                .toList();

        assertThat(rented.stream().toList()).isEqualTo(expected).isNotEmpty();
        assertThat(rented.stream()
                        .filter(row -> row.film().title().startsWith("A"))
                        .collect(Collectors.groupingBy(row -> row.copy().storeId(), Collectors.counting())))
                .isEqualTo(expected.stream()
                        .filter(row -> row.film().title().startsWith("A"))
                        .collect(Collectors.groupingBy(row -> row.copy().storeId(), Collectors.counting())));
        Explanation explained = rented.explain(
                rows -> rows.filter(row -> row.film().title().startsWith("A")).count());
        assertThat(explained.fallback()).isEmpty();
        assertThat(explained.entities()).isZero();
        assertThat(store
                        .from(Rental.class)
                        .join(Inventory.class, (rental, copy) -> rental.inventoryId() == copy.inventoryId())
                        .stream()
                        .filter(row -> row.second().storeId() == 1)
                        .count())
                .isEqualTo(expected.stream()
                        .filter(row -> row.copy().storeId() == 1)
                        .count());
    }

    @Test
    void outerJoinsKeepRowsWithoutMatch() {
        List<Film> films = list(Film.class);
        List<Language> languages = list(Language.class);
        List<Rows2<Film, @Nullable Language>> left = new ArrayList<>();
        for (Film film : films) {
            left.add(new Rows2<>(
                    film,
                    languages.stream()
                            .filter(language -> film.originalLanguageId() != null
                                    && film.originalLanguageId() == language.languageId())
                            .findFirst()
                            .orElse(null)));
        }
        assertThat(store
                        .from(Film.class)
                        .leftJoin(
                                Language.class,
                                (film, language) -> Objects.equals(film.originalLanguageId(), language.languageId()))
                        .stream()
                        .toList())
                .hasSameSizeAs(left)
                .hasSameElementsAs(left);
        long unspoken = languages.stream()
                .filter(language -> films.stream().noneMatch(film -> film.languageId() == language.languageId()))
                .count();
        assertThat(store
                        .from(Film.class)
                        .rightJoin(Language.class, (film, language) -> film.languageId() == language.languageId())
                        .stream()
                        .filter(row -> row.first() == null)
                        .count())
                .isEqualTo(unspoken);
        assertThat(store
                        .from(Film.class)
                        .fullJoin(Language.class, (film, language) -> film.languageId() == language.languageId())
                        .stream()
                        .count())
                .isEqualTo(films.size() + unspoken);
    }

    @Test
    void furtherConditionsFilterInnerJoins() {
        long expected = list(Rental.class).stream()
                .filter(rental -> list(Inventory.class).stream()
                        .anyMatch(copy -> copy.inventoryId() == rental.inventoryId() && copy.storeId() < 2))
                .count();
        assertThat(store
                        .from(Rental.class)
                        .join(
                                Inventory.class,
                                (rental, copy) -> rental.inventoryId() == copy.inventoryId() && copy.storeId() < 2)
                        .stream()
                        .count())
                .isEqualTo(expected);
    }

    @Test
    void conditionsThatCannotBeReadAreRejected() {
        int[] calls = {0};
        assertThatThrownBy(() -> store.from(Rental.class)
                        .join(Inventory.class, (rental, copy) -> calls[0]++ > rental.inventoryId()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("The condition of the join of Inventory cannot be read");
        assertThatThrownBy(() -> store.from(Rental.class)
                        .join(Inventory.class, (rental, copy) -> rental.inventoryId() < copy.inventoryId()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs an equality");
        assertThatThrownBy(() -> store.from(Rental.class)
                        .leftJoin(
                                Inventory.class,
                                (rental, copy) -> rental.inventoryId() == copy.inventoryId() && copy.storeId() == 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("needs exactly one equality");
    }

    @Test
    void joinsAreMaintained() throws Exception {
        MaintainedQuery<Long> rented = store.from(Rental.class)
                .join(Inventory.class, (rental, copy) -> rental.inventoryId() == copy.inventoryId())
                .maintain(rows -> rows.filter(row -> row.second().filmId() == 1).count());
        long before = rented.get();
        sakila.execute("UPDATE inventory SET film_id = 1 WHERE inventory_id = 100");
        assertThat(store.await(Duration.ofMinutes(2))).isTrue();
        long after = rented.get();
        assertThat(after)
                .isEqualTo(store
                        .from(Rental.class)
                        .join(Inventory.class, (rental, copy) -> rental.inventoryId() == copy.inventoryId())
                        .stream()
                        .filter(row -> row.second().filmId() == 1)
                        .count())
                .isGreaterThan(before);
    }

    @Test
    void fieldsEqualLambdas() {
        Field<Film, Integer> length = store.field(Film::length);
        TextField<Film> title = store.text(Film::title);
        List<Film> films = list(Film.class);

        assertThat(store.stream(Film.class).filter(length.between(60, 90)).toList())
                .isEqualTo(films.stream()
                        .filter(film -> film.length() != null && film.length() >= 60 && film.length() <= 90)
                        .toList())
                .isNotEmpty();
        assertThat(store.stream(Film.class)
                        .filter(length.in(List.of(60, 61, 62)))
                        .count())
                .isEqualTo(films.stream()
                        .filter(film -> film.length() != null && film.length() >= 60 && film.length() <= 62)
                        .count());
        assertThat(store.stream(Film.class).filter(length.isNull()).count())
                .isEqualTo(films.stream().filter(film -> film.length() == null).count());
        assertThat(store.stream(Film.class)
                        .filter(title.startsWith("A"))
                        .sorted(title.descending())
                        .toList())
                .isEqualTo(films.stream()
                        .filter(film -> film.title().startsWith("A"))
                        .sorted((a, b) -> b.title().compareTo(a.title()))
                        .toList());
        Explanation explained = store.explain(
                Film.class, rows -> rows.filter(length.greaterThan(60)).count());
        assertThat(explained.fallback()).isEmpty();
        assertThat(explained.entities()).isZero();
        assertThat(store.field(Film.class, "length", Integer.class).column()).isEqualTo("length");
        assertThat(store.field(Film::originalLanguageId).column()).isEqualTo("original_language_id");
    }

    @Test
    void rowsOfTheApplicationAreJoined() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        List<Wish> wishes = IntStream.range(0, 500)
                .mapToObj(_ -> new Wish(random.nextInt(1_200), 1 + random.nextInt(3)))
                .sorted(Comparator.comparingInt(Wish::film))
                .toList();
        Table<Wish> table = Wish.SCHEMA.table(wishes);
        List<Inventory> copies = list(Inventory.class);
        Map<Integer, Film> films = list(Film.class).stream().collect(Collectors.toMap(Film::filmId, film -> film));

        assertThat(store
                        .joins(table)
                        .from(Film.class)
                        .join(Inventory.class, (film, copy) -> film.filmId() == copy.filmId())
                        .join(Wish.class, (film, copy, wish) -> copy.filmId() == wish.film())
                        .stream()
                        .filter(row -> row.second().storeId() == row.third().store())
                        .map(row -> row.first().title() + " " + row.second().inventoryId())
                        .sorted()
                        .toList())
                .as("seed " + seed)
                .isEqualTo(wishes.stream()
                        .flatMap(wish -> copies.stream()
                                .filter(copy -> copy.filmId() == wish.film() && copy.storeId() == wish.store())
                                .map(copy -> films.get(copy.filmId()).title() + " " + copy.inventoryId()))
                        .sorted()
                        .toList())
                .isNotEmpty();
        assertThat(store
                        .joins(table)
                        .from(Wish.class)
                        .leftJoin(Film.class, (wish, film) -> wish.film() == film.filmId())
                        .stream()
                        .map(row -> row.first() + " " + row.second())
                        .toList())
                .as("seed " + seed)
                .isEqualTo(wishes.stream()
                        .map(wish -> wish + " " + films.get(wish.film()))
                        .toList());
        assertThatThrownBy(() -> store.from(Film.class).join(Wish.class, (film, wish) -> film.filmId() == wish.film()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Wish");
        assertThatThrownBy(() -> store.joins(table)
                        .from(Wish.class)
                        .join(Film.class, (wish, film) -> wish.film() == film.filmId())
                        .maintain(Stream::count))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("rows of the application");
        assertThatThrownBy(() -> store.joins(table, table))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("different names");
    }

    @Test
    void rowsBecomeJsonAndCsv() {
        List<Film> films = list(Film.class).subList(0, 20);
        String json = new String(
                store.stream(Film.class)
                        .limit(20)
                        .collect(store.json(Film.class).toBytes()),
                StandardCharsets.UTF_8);
        assertThat(json)
                .isEqualTo(films.stream()
                        .map(film ->
                                "{\"filmId\":%d,\"title\":\"%s\",\"length\":%s,\"languageId\":%d,\"originalLanguageId\":%s}"
                                        .formatted(
                                                film.filmId(),
                                                film.title(),
                                                film.length(),
                                                film.languageId(),
                                                film.originalLanguageId()))
                        .collect(Collectors.joining(",", "[", "]")));
        String csv = new String(
                store.stream(Language.class).collect(store.csv(Language.class).toBytes()), StandardCharsets.UTF_8);
        assertThat(csv.lines().findFirst()).contains("languageId,name");
        assertThat(csv.lines().count()).isEqualTo(list(Language.class).size() + 1);
        assertThat(store.explain(
                                Film.class,
                                rows -> rows.collect(store.json(Film.class).toBytes()))
                        .entities())
                .isZero();
    }

    @Test
    void functionsThatAreNoGettersAreRejected() {
        assertThatThrownBy(() -> store.field((Film film) -> film.filmId() + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Film::");
        assertThatThrownBy(() -> store.field(Film.class, "lenght", Integer.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no attribute lenght")
                .hasMessageContaining("length");
        assertThatThrownBy(() -> store.field(Film.class, "length", String.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("class Integer, not String");
    }
}
