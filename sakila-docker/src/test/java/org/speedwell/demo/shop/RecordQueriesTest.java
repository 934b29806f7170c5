package org.speedwell.demo.shop;

import static java.util.Comparator.comparing;
import static java.util.stream.Collectors.toUnmodifiableSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.summingValue;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.joins.Joined;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/** Compares the queries of the demo with the same queries over records, which have lambdas instead of fields. */
@Tag("oracle")
@Tag("database")
@SuppressWarnings("NullAway") // the queries order by length, which all films of Sakila have
class RecordQueriesTest {
    private static final String SCHEMA = "speedwell_test_shop_records";
    private static final BigDecimal HIGH = new BigDecimal("9.99");
    private static final Database DATABASE = Database.forTests();

    record Film(
            int filmId,
            String title,
            @Nullable String rating,
            @Nullable Integer length,
            int rentalDuration,
            BigDecimal rentalRate) {}

    record Inventory(int inventoryId, int filmId, int storeId) {}

    record Customer(int customerId, int storeId, String lastName, int addressId, boolean active) {}

    record Rental(
            int rentalId,
            LocalDateTime rentalDate,
            int inventoryId,
            @Nullable LocalDateTime returnDate) {}

    record Payment(
            int paymentId,
            int customerId,
            int staffId,
            @Nullable Integer rentalId,
            BigDecimal amount) {}

    record Address(int addressId, int cityId) {}

    record City(int cityId, int countryId) {}

    record Country(int countryId, String country) {}

    record RentedFilm(Rental rental, Inventory copy, Film film) {}

    record PaidFilm(Payment payment, Rental rental, Inventory copy, Film film) {}

    record Paying(Payment payment, Customer customer) {}

    record Home(Customer customer, Address address, City city, Country country) {}

    record Takings(@Nullable String rating, BigDecimal revenue) {}

    /** A query over records: its answer, and its plan. */
    private record RecordQuery(Supplier<?> answer, Supplier<Explanation> plan, boolean isJoin) {}

    @SuppressWarnings("NullAway.Init")
    private static SakilaApplications applications;

    @SuppressWarnings("NullAway.Init")
    private static MemoryStore store;

    @BeforeAll
    static void load() throws SQLException {
        Sakila.scale(1).load(DATABASE, SCHEMA, Progress.none());
        applications = new SakilaApplications(DATABASE, SCHEMA);
        applications.load(Progress.none());
        MysqlDataSource dataSource = new MysqlDataSource();
        dataSource.setUrl(DATABASE.url(SCHEMA));
        dataSource.setUser(DATABASE.user());
        dataSource.setPassword(DATABASE.password());
        store = MemoryStore.builder(dataSource)
                .tables(Film.class, Inventory.class, Customer.class, Rental.class, Payment.class)
                .tables(Address.class, City.class, Country.class)
                .open();
    }

    @AfterAll
    static void close() throws SQLException {
        store.close();
        applications.close();
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    private static <E> RecordQuery query(Class<E> rows, Function<Stream<E>, ?> pipeline) {
        return new RecordQuery(
                () -> pipeline.apply(store.stream(rows)), () -> store.explain(rows, pipeline::apply), false);
    }

    private static <T> RecordQuery query(Joined<T> join, Function<Stream<T>, ?> pipeline) {
        return new RecordQuery(() -> pipeline.apply(join.stream()), () -> join.explain(pipeline::apply), true);
    }

    /** Returns the queries of {@link VideoShop#queries}, in the same order. */
    private static List<RecordQuery> queries() {
        List<RecordQuery> all = new ArrayList<>();
        all.add(query(
                Film.class,
                films -> films.filter(film -> film.length() != null && film.length() > 60)
                        .count()));
        all.add(query(
                Film.class,
                films -> films.filter(film -> "PG-13".equals(film.rating())).count()));
        all.add(query(
                Film.class,
                films -> films.sorted(comparing(Film::length).reversed())
                        .skip(745)
                        .limit(5)
                        .mapToInt(Film::rentalDuration)
                        .summaryStatistics()));
        all.add(query(
                Film.class,
                films -> films.sorted(comparing(Film::length).reversed().thenComparing(Film::filmId))
                        .skip(745)
                        .limit(5)
                        .mapToInt(Film::rentalDuration)
                        .summaryStatistics()));
        all.add(query(Film.class, films -> films.collect(Collectors.groupingBy(Film::rating, Collectors.counting()))));
        all.add(query(
                Film.class,
                films -> films.sorted(comparing(Film::length).reversed().thenComparing(Film::title))
                        .limit(5)
                        .map(Film::title)
                        .toList()));
        all.add(query(
                Film.class,
                films -> films.filter(film -> film.title().startsWith("A")).count()));
        all.add(query(
                Film.class,
                films -> films.map(Film::rentalRate).distinct().sorted().toList()));
        all.add(query(
                Inventory.class,
                inventory -> inventory.filter(copy -> copy.storeId() == 2).count()));
        all.add(query(Inventory.class, inventory -> {
            Set<Integer> shortest = store.stream(Film.class)
                    .sorted(comparing(Film::length).thenComparing(Film::filmId))
                    .limit(3)
                    .map(Film::filmId)
                    .collect(toUnmodifiableSet());
            return inventory.filter(copy -> shortest.contains(copy.filmId())).count();
        }));
        all.add(query(
                Rental.class,
                rentals -> rentals.filter(rental -> rental.returnDate() == null).count()));
        all.add(query(
                Rental.class,
                rentals -> rentals.sorted(
                                comparing(Rental::rentalDate).reversed().thenComparing(Rental::rentalId))
                        .limit(5)
                        .map(Rental::rentalId)
                        .toList()));
        all.add(query(
                Customer.class,
                customers -> customers
                        .filter(customer -> customer.storeId() == 1 && customer.active())
                        .count()));
        all.add(query(
                Customer.class,
                customers -> customers
                        .sorted(comparing(Customer::lastName).thenComparing(Customer::customerId))
                        .skip(40)
                        .limit(20)
                        .toList()));
        all.add(query(
                Payment.class,
                payments -> payments.filter(payment -> payment.amount().compareTo(HIGH) > 0)
                        .count()));
        all.add(query(
                Payment.class,
                payments -> payments.filter(payment -> payment.staffId() == 1)
                        .map(Payment::amount)
                        .reduce(BigDecimal.ZERO, BigDecimal::add)));
        addJoins(all);
        all.add(query(
                Film.class,
                films -> films.filter(film -> film.rentalDuration() >= 6)
                        .map(Film::title)
                        .sorted()
                        .limit(5)
                        .toList()));
        return all;
    }

    private static void addJoins(List<RecordQuery> all) {
        Joined<RentedFilm> rentedFilms = store.from(Rental.class)
                .join(Inventory.class, (rental, copy) -> rental.inventoryId() == copy.inventoryId())
                .join(Film.class, (rental, copy, film) -> copy.filmId() == film.filmId())
                .as(RentedFilm::new);
        Joined<PaidFilm> paidFilms = store.from(Payment.class)
                .join(Rental.class, (payment, rental) -> payment.rentalId() == rental.rentalId())
                .join(Inventory.class, (payment, rental, copy) -> rental.inventoryId() == copy.inventoryId())
                .join(Film.class, (payment, rental, copy, film) -> copy.filmId() == film.filmId())
                .as(PaidFilm::new);
        Joined<Paying> paying = store.from(Payment.class)
                .join(Customer.class, (payment, customer) -> payment.customerId() == customer.customerId())
                .as(Paying::new);
        Joined<Home> homes = store.from(Customer.class)
                .join(Address.class, (customer, address) -> customer.addressId() == address.addressId())
                .join(City.class, (customer, address, city) -> address.cityId() == city.cityId())
                .join(Country.class, (customer, address, city, country) -> city.countryId() == country.countryId())
                .as(Home::new);
        all.add(query(
                rentedFilms,
                rented -> rented.filter(row -> "PG-13".equals(row.film().rating()))
                        .count()));
        all.add(query(
                paidFilms,
                paid -> paid
                        .collect(Aggregation.byKey((PaidFilm row) -> row.film().rating())
                                .with(summingValue(row -> row.payment().amount()))
                                .into(Takings.class))
                        .stream()
                        .sorted(comparing(Takings::revenue).reversed())
                        .toList()));
        all.add(query(
                paying,
                rows -> rows
                        .filter(row -> row.customer().storeId() == 1)
                        .collect(
                                Aggregation.byKey((Paying row) -> row.customer().customerId())
                                        .byKey(row -> row.customer().lastName())
                                        .with(summingValue(row -> row.payment().amount()))
                                        .into(VideoShop.Paid.class))
                        .stream()
                        .sorted(comparing(VideoShop.Paid::revenue).reversed().thenComparing(VideoShop.Paid::customer))
                        .limit(10)
                        .map(VideoShop.Paid::name)
                        .toList()));
        all.add(query(
                rentedFilms,
                rented -> rented.filter(row -> row.rental().returnDate() == null)
                        .map(row -> row.film().title())
                        .distinct()
                        .sorted()
                        .limit(5)
                        .toList()));
        all.add(query(
                homes,
                rows -> rows
                        .collect(Aggregation.byKey((Home row) -> row.country().country())
                                .with(counting())
                                .into(VideoShop.Homes.class))
                        .stream()
                        .sorted(comparing(VideoShop.Homes::customers)
                                .reversed()
                                .thenComparing(VideoShop.Homes::country))
                        .limit(5)
                        .toList()));
    }

    @Test
    void answersAndPlansEqualThoseOfFields() {
        List<Query> fields = new VideoShop(applications.memory()).queries();
        DataStoreComponent memory = applications.memory().getOrThrow(DataStoreComponent.class);
        List<RecordQuery> lambdas = queries();
        assertThat(lambdas).hasSameSizeAs(fields);
        for (int i = 0; i < fields.size(); i++) {
            Query query = fields.get(i);
            assertThat(comparable(lambdas.get(i).answer().get()))
                    .as(query.question())
                    .isEqualTo(comparable(query.answer().get()));
            Explanation expected = Objects.requireNonNull(query.plan()).apply(memory);
            Explanation plan = lambdas.get(i).plan().get();
            assertThat(plan.fallback()).as(plan.toString()).isEmpty();
            assertThat(plan.entities()).as(plan.toString()).isEqualTo(expected.entities());
            if (!lambdas.get(i).isJoin()) { // the planner may choose another join order for other conditions
                assertThat(steps(plan)).as(plan + "\n" + expected).isEqualTo(steps(expected));
            }
        }
    }

    /** Returns the steps of a plan with their numbers of rows, without conditions, times and expectations. */
    private static List<String> steps(Explanation plan) {
        return plan.toString()
                .lines()
                .filter(line -> !line.stripLeading().startsWith("read ") && !line.contains("made"))
                .map(line -> line.replaceAll(", [\\d.,]+ [µmn]?s$", "")
                        .replaceAll(" \\([\\d,]+ expected\\)", "")
                        .replaceAll("filter .* → ", "filter → "))
                .toList();
    }

    /** Returns an answer with texts in place of enums and optionals, and with keys in place of entities. */
    private static @Nullable Object comparable(@Nullable Object answer) {
        return switch (answer) {
            case null -> null;
            case Optional<?> optional -> comparable(optional.orElse(null));
            case Enum<?> constant -> constant.name();
            case String text -> text.matches("PG-13|NC-17") ? text.replace("-", "") : text;
            case Map<?, ?> map -> {
                Map<String, @Nullable Object> sorted = new TreeMap<>();
                map.forEach((key, value) -> sorted.put(String.valueOf(comparable(key)), comparable(value)));
                yield sorted;
            }
            case List<?> list ->
                list.stream().map(RecordQueriesTest::comparable).toList();
            case Takings of -> List.of(String.valueOf(comparable(of.rating())), of.revenue());
            case VideoShop.Takings of -> List.of(String.valueOf(comparable(of.rating())), of.revenue());
            case Customer customer -> customer.customerId();
            case org.speedwell.sakila.Customer customer -> customer.getCustomerId();
            case IntSummaryStatistics statistics -> statistics.toString();
            default -> answer;
        };
    }
}
