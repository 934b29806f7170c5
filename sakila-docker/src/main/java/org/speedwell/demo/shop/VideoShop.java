package org.speedwell.demo.shop;

import static java.util.Comparator.comparing;
import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.summingDecimal;

import com.speedment.common.tuple.Tuple2;
import com.speedment.common.tuple.Tuple3;
import com.speedment.common.tuple.Tuple4;
import com.speedment.common.tuple.Tuples;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.join.Join;
import com.speedment.runtime.join.JoinComponent;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.sakila.Address;
import org.speedwell.sakila.City;
import org.speedwell.sakila.Country;
import org.speedwell.sakila.Customer;
import org.speedwell.sakila.CustomerManager;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Inventory;
import org.speedwell.sakila.InventoryManager;
import org.speedwell.sakila.Payment;
import org.speedwell.sakila.PaymentManager;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.RentalManager;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;

/** The queries of a video-rental shop as streams. The application decides whether they run over SQL or from memory. */
public final class VideoShop {
    private final FilmManager films;
    private final InventoryManager inventory;
    private final CustomerManager customers;
    private final RentalManager rentals;
    private final PaymentManager payments;

    /** Each rental with its copy and film. */
    private final Join<Tuple3<Rental, Inventory, Film>> rentedFilms;

    /** Each payment with its rental, copy and film. */
    private final Join<Tuple4<Payment, Rental, Inventory, Film>> paidFilms;

    /** Each payment with its customer. */
    private final Join<Tuple2<Payment, Customer>> paying;

    /** Each customer with address, city and country. */
    private final Join<Tuple4<Customer, Address, City, Country>> homes;

    public VideoShop(Speedment app) {
        films = app.getOrThrow(FilmManager.class);
        inventory = app.getOrThrow(InventoryManager.class);
        customers = app.getOrThrow(CustomerManager.class);
        rentals = app.getOrThrow(RentalManager.class);
        payments = app.getOrThrow(PaymentManager.class);
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
        homes = joins.from(CustomerManager.IDENTIFIER)
                .innerJoinOn(Address.ADDRESS_ID)
                .equal(Customer.ADDRESS_ID)
                .innerJoinOn(City.CITY_ID)
                .equal(Address.CITY_ID)
                .innerJoinOn(Country.COUNTRY_ID)
                .equal(City.COUNTRY_ID)
                .build(Tuples::of);
    }

    /** The revenue of the films of a rating. */
    public record Takings(@Nullable Rating rating, BigDecimal revenue) {}

    /** The payments of a customer. */
    public record Paid(int customer, String name, BigDecimal revenue) {}

    /** The number of customers in a country. */
    public record Homes(String country, long customers) {}

    /** Runs the program of the article, except that it prints three films instead of all. */
    public void article(Consumer<String> out) {
        films.stream().limit(3).map(Film::toString).forEach(out);
        long count = films.stream().filter(Film.LENGTH.greaterThan(60)).count();
        out.accept(String.format("There are %d films longer than 60 minutes", count));
    }

    /** Returns the title of the film with the smallest key. */
    public String firstFilm() {
        return films.stream().findFirst().map(Film::getTitle).orElse("none");
    }

    /** Returns the names of the queried tables that have no rows. In Sakila, all of them have rows. */
    public List<String> emptyTables() {
        return Stream.<Manager<?>>of(films, inventory, customers, rentals, payments)
                .filter(table -> table.stream().findAny().isEmpty())
                .map(table -> table.getTableIdentifier().getTableId())
                .toList();
    }

    /**
     * Returns the article's queries, then the shop's. The text of each query is its code. In the code itself,
     * {@code all} replaces the stream of the table, such as {@code films.stream()}. A test checks that text and code
     * agree.
     */
    public List<Query> queries() {
        return List.of(
                query(
                        "Films longer than an hour",
                        "films.stream().filter(Film.LENGTH.greaterThan(60)).count()",
                        films,
                        all -> all.filter(Film.LENGTH.greaterThan(60)).count()),
                query(
                        "Filter And Count",
                        "films.stream().filter(Film.RATING.equal(Rating.PG13)).count()",
                        films,
                        all -> all.filter(Film.RATING.equal(Rating.PG13)).count()),
                query(
                        "Complex",
                        "films.stream().sorted(Film.LENGTH.reversed()).skip(745).limit(5)"
                                + ".mapToInt(Film.RENTAL_DURATION.asInt()).summaryStatistics()",
                        films,
                        all -> all.sorted(Film.LENGTH.reversed())
                                .skip(745)
                                .limit(5)
                                .mapToInt(Film.RENTAL_DURATION.asInt())
                                .summaryStatistics(),
                        all -> all.sorted(Film.LENGTH.reversed())
                                .skip(745)
                                .limit(5)
                                .map(Film::getLength)
                                .toList()),
                query(
                        "Complex, no ties",
                        "films.stream().sorted(Film.LENGTH.reversed().thenComparing(Film.FILM_ID)).skip(745).limit(5)"
                                + ".mapToInt(Film.RENTAL_DURATION.asInt()).summaryStatistics()",
                        films,
                        all -> all.sorted(Film.LENGTH.reversed().thenComparing(Film.FILM_ID))
                                .skip(745)
                                .limit(5)
                                .mapToInt(Film.RENTAL_DURATION.asInt())
                                .summaryStatistics()),
                query(
                        "Films of each rating",
                        "films.stream().collect(Collectors.groupingBy(Film::getRating, Collectors.counting()))",
                        films,
                        all -> all.collect(Collectors.groupingBy(Film::getRating, Collectors.counting()))),
                query(
                        "The longest films",
                        "films.stream().sorted(Film.LENGTH.reversed().thenComparing(Film.TITLE.comparator())).limit(5)"
                                + ".map(Film::getTitle).toList()",
                        films,
                        all -> all.sorted(Film.LENGTH.reversed().thenComparing(Film.TITLE.comparator()))
                                .limit(5)
                                .map(Film::getTitle)
                                .toList()),
                query(
                        "Titles that begin with A",
                        "films.stream().filter(Film.TITLE.startsWith(\"A\")).count()",
                        films,
                        all -> all.filter(Film.TITLE.startsWith("A")).count()),
                query(
                        "The price list",
                        "films.stream().map(Film::getRentalRate).distinct().sorted().toList()",
                        films,
                        all -> all.map(Film::getRentalRate).distinct().sorted().toList()),
                query(
                        "Copies in store 2",
                        "inventory.stream().filter(Inventory.STORE_ID.equal((short) 2)).count()",
                        inventory,
                        all -> all.filter(Inventory.STORE_ID.equal((short) 2)).count()),
                query(
                        "Copies of 3 shortest films",
                        "inventory.stream().filter(Inventory.FILM_ID.in(films.stream().sorted(Film.LENGTH"
                                + ".thenComparing(Film.FILM_ID)).limit(3).map(Film::getFilmId).toList())).count()",
                        inventory,
                        all -> all.filter(Inventory.FILM_ID.in(films.stream()
                                        .sorted(Film.LENGTH.thenComparing(Film.FILM_ID))
                                        .limit(3)
                                        .map(Film::getFilmId)
                                        .toList()))
                                .count()),
                query(
                        "Films not returned",
                        "rentals.stream().filter(Rental.RETURN_DATE.isNull()).count()",
                        rentals,
                        all -> all.filter(Rental.RETURN_DATE.isNull()).count()),
                query(
                        "The latest rentals",
                        "rentals.stream().sorted(Rental.RENTAL_DATE.reversed().thenComparing(Rental.RENTAL_ID)).limit(5)"
                                + ".map(Rental::getRentalId).toList()",
                        rentals,
                        all -> all.sorted(Rental.RENTAL_DATE.reversed().thenComparing(Rental.RENTAL_ID))
                                .limit(5)
                                .map(Rental::getRentalId)
                                .toList()),
                query(
                        "Active customers of store 1",
                        "customers.stream().filter(Customer.STORE_ID.equal((short) 1)"
                                + ".and(Customer.ACTIVE.equal(true))).count()",
                        customers,
                        all -> all.filter(Customer.STORE_ID.equal((short) 1).and(Customer.ACTIVE.equal(true)))
                                .count()),
                query(
                        "Customers by name, page 3",
                        "customers.stream().sorted(Customer.LAST_NAME.comparator().thenComparing(Customer.CUSTOMER_ID))"
                                + ".skip(40).limit(20).toList()",
                        customers,
                        all -> all.sorted(Customer.LAST_NAME.comparator().thenComparing(Customer.CUSTOMER_ID))
                                .skip(40)
                                .limit(20)
                                .toList()),
                query(
                        "Payments above 9.99",
                        "payments.stream().filter(Payment.AMOUNT.greaterThan(new BigDecimal(\"9.99\"))).count()",
                        payments,
                        all -> all.filter(Payment.AMOUNT.greaterThan(new BigDecimal("9.99")))
                                .count()),
                query(
                        "Revenue of staff member 1",
                        "payments.stream().filter(Payment.STAFF_ID.equal((short) 1)).map(Payment::getAmount)"
                                + ".reduce(BigDecimal.ZERO, BigDecimal::add)",
                        payments,
                        all -> all.filter(Payment.STAFF_ID.equal((short) 1))
                                .map(Payment::getAmount)
                                .reduce(BigDecimal.ZERO, BigDecimal::add)),
                query(
                        "Rentals of films for 13 on",
                        "rentedFilms.stream().filter(Film.RATING.equal(Rating.PG13).compose(Tuple3.getter2())).count()",
                        rentedFilms,
                        all -> all.filter(Film.RATING.equal(Rating.PG13).compose(Tuple3.getter2()))
                                .count()),
                query(
                        "Revenue of each rating",
                        "paidFilms.stream().collect(Aggregation.by(Film.RATING.compose(Tuple4.<Payment, Rental, Inventory, Film>getter3()))"
                                + ".with(summingDecimal(Payment.AMOUNT.asBigDecimal().compose(Tuple4.getter0())))"
                                + ".into(Takings.class)).stream().sorted(comparing(Takings::revenue).reversed()).toList()",
                        paidFilms,
                        all -> all
                                .collect(Aggregation.by(
                                                Film.RATING.compose(Tuple4.<Payment, Rental, Inventory, Film>getter3()))
                                        .with(summingDecimal(
                                                Payment.AMOUNT.asBigDecimal().compose(Tuple4.getter0())))
                                        .into(Takings.class))
                                .stream()
                                .sorted(comparing(Takings::revenue).reversed())
                                .toList()),
                query(
                        "The best customers of store 1",
                        "paying.stream().filter(Customer.STORE_ID.equal((short) 1).compose(Tuple2.getter1()))"
                                + ".collect(Aggregation.by(Customer.CUSTOMER_ID.compose(Tuple2.<Payment, Customer>getter1()))"
                                + ".by(Customer.LAST_NAME.compose(Tuple2.getter1()))"
                                + ".with(summingDecimal(Payment.AMOUNT.asBigDecimal().compose(Tuple2.getter0())))"
                                + ".into(Paid.class)).stream().sorted(comparing(Paid::revenue).reversed()"
                                + ".thenComparing(Paid::customer)).limit(10).map(Paid::name).toList()",
                        paying,
                        all -> all
                                .filter(Customer.STORE_ID.equal((short) 1).compose(Tuple2.getter1()))
                                .collect(Aggregation.by(
                                                Customer.CUSTOMER_ID.compose(Tuple2.<Payment, Customer>getter1()))
                                        .by(Customer.LAST_NAME.compose(Tuple2.getter1()))
                                        .with(summingDecimal(
                                                Payment.AMOUNT.asBigDecimal().compose(Tuple2.getter0())))
                                        .into(Paid.class))
                                .stream()
                                .sorted(comparing(Paid::revenue).reversed().thenComparing(Paid::customer))
                                .limit(10)
                                .map(Paid::name)
                                .toList()),
                query(
                        "Titles not returned",
                        "rentedFilms.stream().filter(Rental.RETURN_DATE.isNull().compose(Tuple3.getter0()))"
                                + ".map(Film.TITLE.compose(Tuple3.<Rental, Inventory, Film>getter2())).distinct().sorted()"
                                + ".limit(5).toList()",
                        rentedFilms,
                        all -> all.filter(Rental.RETURN_DATE.isNull().compose(Tuple3.getter0()))
                                .map(Film.TITLE.compose(Tuple3.<Rental, Inventory, Film>getter2()))
                                .distinct()
                                .sorted()
                                .limit(5)
                                .toList()),
                query(
                        "Where most customers live",
                        "homes.stream().collect(Aggregation.by(Country.COUNTRY.compose(Tuple4.<Customer, Address, City, Country>getter3()))"
                                + ".with(counting()).into(Homes.class)).stream().sorted(comparing(Homes::customers).reversed()"
                                + ".thenComparing(Homes::country)).limit(5).toList()",
                        homes,
                        all -> all
                                .collect(Aggregation.by(Country.COUNTRY.compose(
                                                Tuple4.<Customer, Address, City, Country>getter3()))
                                        .with(counting())
                                        .into(Homes.class))
                                .stream()
                                .sorted(comparing(Homes::customers).reversed().thenComparing(Homes::country))
                                .limit(5)
                                .toList()),
                query(
                        "Long loans, in plain Java",
                        "films.stream().filter(film -> film.getRentalDuration() >= 6).map(Film::getTitle).sorted()"
                                + ".limit(5).toList()",
                        films,
                        all -> all.filter(film -> film.getRentalDuration() >= 6)
                                .map(Film::getTitle)
                                .sorted()
                                .limit(5)
                                .toList()));
    }

    private static <T> Query query(
            String question, String code, Join<T> join, Function<? super Stream<T>, ?> pipeline) {
        return new Query(
                question, code, () -> pipeline.apply(join.stream()), null, store -> store.explain(join, pipeline));
    }

    private static <E> Query query(
            String question, String code, Manager<E> table, Function<? super Stream<E>, ?> pipeline) {
        return new Query(
                question, code, () -> pipeline.apply(table.stream()), null, store -> store.explain(table, pipeline));
    }

    private static <E> Query query(
            String question,
            String code,
            Manager<E> table,
            Function<? super Stream<E>, ?> pipeline,
            Function<? super Stream<E>, ?> tieFreePart) {
        return new Query(
                question,
                code,
                () -> pipeline.apply(table.stream()),
                () -> tieFreePart.apply(table.stream()),
                store -> store.explain(table, pipeline));
    }
}
