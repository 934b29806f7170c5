package org.speedwell.bench.peers;

import static org.speedwell.accelerator.query.ColumnCollectors.averagingInt;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.greatest;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDecimal;
import static org.speedwell.accelerator.query.ColumnCollectors.summingLong;

import java.math.BigDecimal;
import java.sql.Timestamp;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.bench.SyntheticApp;
import org.speedwell.bench.SyntheticFilms;
import org.speedwell.bench.SyntheticTable;
import org.speedwell.bench.peers.Answers.RatingGroup;
import org.speedwell.bench.peers.Answers.Revenue;
import org.speedwell.bench.peers.Answers.Total;
import org.speedwell.sakila.Customer;
import org.speedwell.sakila.CustomerImpl;
import org.speedwell.sakila.CustomerManager;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Language;
import org.speedwell.sakila.LanguageImpl;
import org.speedwell.sakila.LanguageManager;
import org.speedwell.sakila.Payment;
import org.speedwell.sakila.PaymentImpl;
import org.speedwell.sakila.PaymentManager;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.RentalImpl;
import org.speedwell.sakila.RentalManager;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.schema.Progress;

/**
 * Speedwell through {@code films.stream()}. A join is written as a filter on one side by the keys of the other side.
 */
final class SpeedwellPeer implements Peer {
    private final SyntheticApp app;
    private final FilmManager films;
    private final PaymentManager payments;
    private final LanguageManager languages;
    private final CustomerManager customers;
    private final RentalManager rentals;
    private final boolean parallel;
    private final int[] ids;
    private int next;

    private SpeedwellPeer(SyntheticApp app, int[] ids, boolean parallel) {
        this.app = app;
        this.ids = ids;
        this.parallel = parallel;
        films = app.manager(FilmManager.class);
        payments = app.manager(PaymentManager.class);
        languages = app.manager(LanguageManager.class);
        customers = app.manager(CustomerManager.class);
        rentals = app.manager(RentalManager.class);
    }

    /**
     * Creates a peer with all rows.
     *
     * @param indexed whether all columns have an index, or only the keys
     */
    static SpeedwellPeer open(PeerRows rows, boolean indexed, boolean parallel, Progress progress) {
        Timestamp updated = Timestamp.valueOf("2026-01-01 00:00:00");
        BigDecimal[] amounts = new BigDecimal[100_000];
        for (int i = 0; i < amounts.length; i++) {
            amounts[i] = BigDecimal.valueOf(i, 2);
        }
        SyntheticTable<Payment> payments = new SyntheticTable<>(
                        PaymentManager.IDENTIFIER, Payment.class, PaymentImpl::new)
                .column(Payment.PAYMENT_ID, MySqlType.INT, Integer.class, row -> row + 1)
                .column(
                        Payment.CUSTOMER_ID,
                        MySqlType.SMALLINT,
                        Integer.class,
                        row -> rows.payment(row).customerId())
                .column(Payment.STAFF_ID, MySqlType.TINYINT, Short.class, row -> (short) 1)
                .column(
                        Payment.RENTAL_ID,
                        MySqlType.INT,
                        Integer.class,
                        row -> rows.payment(row).rentalId())
                .column(
                        Payment.AMOUNT,
                        MySqlType.DECIMAL,
                        BigDecimal.class,
                        row -> amounts[rows.payment(row).amount()])
                .column(Payment.PAYMENT_DATE, MySqlType.DATETIME, Timestamp.class, row -> updated)
                .nulls(Payment.LAST_UPDATE, MySqlType.TIMESTAMP, Timestamp.class);
        SyntheticTable<Language> languages = new SyntheticTable<>(
                        LanguageManager.IDENTIFIER, Language.class, LanguageImpl::new)
                .column(Language.LANGUAGE_ID, MySqlType.TINYINT, Short.class, row -> (short) (row + 1))
                .column(Language.NAME, MySqlType.CHAR, String.class, PeerRows.LANGUAGES::get)
                .column(Language.LAST_UPDATE, MySqlType.TIMESTAMP, Timestamp.class, row -> updated);
        SyntheticTable<Customer> customers = new SyntheticTable<>(
                        CustomerManager.IDENTIFIER, Customer.class, CustomerImpl::new)
                .column(Customer.CUSTOMER_ID, MySqlType.SMALLINT, Integer.class, row -> row + 1)
                .column(Customer.STORE_ID, MySqlType.TINYINT, Short.class, row ->
                        (short) PeerRows.storeOfCustomer(row + 1));
        SyntheticTable<Rental> rentals = new SyntheticTable<>(RentalManager.IDENTIFIER, Rental.class, RentalImpl::new)
                .column(Rental.RENTAL_ID, MySqlType.INT, Integer.class, row -> row + 1)
                .column(Rental.STAFF_ID, MySqlType.TINYINT, Short.class, row ->
                        (short) PeerRows.staffOfRental(row + 1));
        return new SpeedwellPeer(
                SyntheticApp.of(
                        SyntheticFilms.of(rows.rows(), true)
                                .build(rows.rows(), field -> indexed || field.equals(Film.FILM_ID), progress),
                        payments.build(rows.rows(), field -> indexed || field.equals(Payment.PAYMENT_ID), progress),
                        languages.build(PeerRows.LANGUAGES.size(), _ -> true, Progress.none()),
                        customers.build(PeerRows.CUSTOMERS, _ -> true, Progress.none()),
                        rentals.build(PeerRows.RENTALS, _ -> true, Progress.none())),
                rows.ids(),
                parallel);
    }

    @Override
    public Supplier<Object> prepare(Query query) {
        return switch (query) {
            case Q1 -> () -> films().filter(Film.RATING.equal(Rating.PG13)).count();
            case Q2 ->
                () -> films().sorted(Film.LENGTH.reversed())
                        .skip(745)
                        .limit(5)
                        .mapToInt(Film.RENTAL_DURATION.asInt())
                        .summaryStatistics();
            case Q3 -> () -> films().filter(Film.LENGTH.greaterThan(60)).count();
            case Q4 ->
                () -> films().filter(Film.LENGTH.between(
                                60, 120, com.speedment.runtime.field.predicate.Inclusion.START_INCLUSIVE_END_INCLUSIVE))
                        .filter(Film.RENTAL_DURATION.greaterOrEqual((short) 5))
                        .filter(Film.RATING.in(Rating.PG, Rating.R))
                        .count();
            case Q5 -> this::ratings;
            case Q6a ->
                () -> revenues(payments()
                        .collect(greatest(10, groupingBy(Payment.CUSTOMER_ID, summingDecimal(Payment.AMOUNT)))));
            case Q6b ->
                () -> revenues(payments()
                        .collect(greatest(10, groupingBy(Payment.RENTAL_ID, summingDecimal(Payment.AMOUNT)))));
            case Q7a -> this::notEnglish;
            case Q7b ->
                () -> total(Payment.CUSTOMER_ID.in(customers.stream()
                        .filter(Customer.STORE_ID.equal((short) 1))
                        .mapToInt(Customer.CUSTOMER_ID)
                        .boxed()
                        .toList()));
            case Q7c ->
                () -> total(Payment.RENTAL_ID.in(rentals.stream()
                        .filter(Rental.STAFF_ID.equal((short) 1))
                        .mapToInt(Rental.RENTAL_ID)
                        .boxed()
                        .toList()));
            case Q8 ->
                () -> films.stream()
                        .filter(Film.FILM_ID.equal(ids[next++ & (ids.length - 1)]))
                        .findFirst()
                        .orElseThrow();
            case Q9 -> () -> films().filter(Film.TITLE.startsWith("AU")).count();
        };
    }

    private Stream<Film> films() {
        return parallel ? films.stream().parallel() : films.stream();
    }

    private Stream<Payment> payments() {
        return parallel ? payments.stream().parallel() : payments.stream();
    }

    private List<RatingGroup> ratings() {
        Map<Rating, Long> counts = films().collect(groupingBy(Film.RATING, counting()));
        Map<Rating, Double> lengths = films().collect(
                        groupingBy(Film.RATING, averagingInt(Film.LENGTH.asInt().orThrow())));
        Map<Rating, BigDecimal> rates = films().collect(groupingBy(Film.RATING, summingDecimal(Film.RENTAL_RATE)));
        return counts.keySet().stream()
                .map(rating -> new RatingGroup(
                        rating.toDatabase(),
                        counts.getOrDefault(rating, 0L),
                        lengths.getOrDefault(rating, 0.0),
                        cents(rates.getOrDefault(rating, BigDecimal.ZERO))))
                .toList();
    }

    private static List<Revenue> revenues(List<Map.Entry<Integer, BigDecimal>> groups) {
        return groups.stream()
                .map(group -> new Revenue(group.getKey(), cents(group.getValue())))
                .toList();
    }

    private Total notEnglish() {
        List<Short> others = languages.stream()
                .filter(Language.NAME.notEqual("English"))
                .map(Language::getLanguageId)
                .toList();
        Predicate<Film> notEnglish = Film.LANGUAGE_ID.in(others);
        return new Total(
                films().filter(notEnglish).count(),
                films().filter(notEnglish)
                        .collect(summingLong(Film.LENGTH.asLong().orThrow())));
    }

    private Total total(Predicate<Payment> chosen) {
        return new Total(
                payments().filter(chosen).count(),
                cents(payments().filter(chosen).collect(summingDecimal(Payment.AMOUNT))));
    }

    private static long cents(BigDecimal amount) {
        return amount.movePointRight(2).longValueExact();
    }

    @Override
    public void close() {
        app.close();
    }
}
