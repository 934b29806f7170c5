package org.speedwell.demo;

import com.speedment.runtime.core.Speedment;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;
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

/** What a video-rental shop asks, as streams. The application decides where they run: nothing here knows it. */
final class VideoShop {
    private final FilmManager films;
    private final InventoryManager inventory;
    private final CustomerManager customers;
    private final RentalManager rentals;
    private final PaymentManager payments;

    VideoShop(Speedment app) {
        films = app.getOrThrow(FilmManager.class);
        inventory = app.getOrThrow(InventoryManager.class);
        customers = app.getOrThrow(CustomerManager.class);
        rentals = app.getOrThrow(RentalManager.class);
        payments = app.getOrThrow(PaymentManager.class);
    }

    /** The program of the article, except that it prints three films and not all of them. */
    void article(Consumer<String> out) {
        films.stream().limit(3).map(Film::toString).forEach(out);
        long count = films.stream().filter(Film.LENGTH.greaterThan(60)).count();
        out.accept(String.format("There are %d films longer than 60 minutes", count));
    }

    boolean hasFilms() {
        return films.stream().findAny().isPresent();
    }

    /** The article's queries, then the shop's. Each text is its code; a test holds the two together. */
    List<Query> queries() {
        return List.of(
                new Query(
                        "Films longer than an hour",
                        "films.stream().filter(Film.LENGTH.greaterThan(60)).count()",
                        () -> films.stream().filter(Film.LENGTH.greaterThan(60)).count()),
                new Query(
                        "Filter And Count",
                        "films.stream().filter(Film.RATING.equal(Rating.PG13)).count()",
                        () -> films.stream()
                                .filter(Film.RATING.equal(Rating.PG13))
                                .count()),
                new Query(
                        "Complex",
                        "films.stream().sorted(Film.LENGTH.reversed()).skip(745).limit(5)"
                                + ".mapToInt(Film.RENTAL_DURATION.asInt()).summaryStatistics()",
                        () -> films.stream()
                                .sorted(Film.LENGTH.reversed())
                                .skip(745)
                                .limit(5)
                                .mapToInt(Film.RENTAL_DURATION.asInt())
                                .summaryStatistics(),
                        () -> films.stream()
                                .sorted(Film.LENGTH.reversed())
                                .skip(745)
                                .limit(5)
                                .map(Film::getLength)
                                .toList()),
                new Query(
                        "Complex, no ties",
                        "films.stream().sorted(Film.LENGTH.reversed().thenComparing(Film.FILM_ID)).skip(745).limit(5)"
                                + ".mapToInt(Film.RENTAL_DURATION.asInt()).summaryStatistics()",
                        () -> films.stream()
                                .sorted(Film.LENGTH.reversed().thenComparing(Film.FILM_ID))
                                .skip(745)
                                .limit(5)
                                .mapToInt(Film.RENTAL_DURATION.asInt())
                                .summaryStatistics()),
                new Query(
                        "Films of each rating",
                        "films.stream().collect(Collectors.groupingBy(Film::getRating, Collectors.counting()))",
                        () -> films.stream().collect(Collectors.groupingBy(Film::getRating, Collectors.counting()))),
                new Query(
                        "The longest films",
                        "films.stream().sorted(Film.LENGTH.reversed().thenComparing(Film.TITLE.comparator())).limit(5)"
                                + ".map(Film::getTitle).toList()",
                        () -> films.stream()
                                .sorted(Film.LENGTH.reversed().thenComparing(Film.TITLE.comparator()))
                                .limit(5)
                                .map(Film::getTitle)
                                .toList()),
                new Query(
                        "Titles that begin with A",
                        "films.stream().filter(Film.TITLE.startsWith(\"A\")).count()",
                        () -> films.stream().filter(Film.TITLE.startsWith("A")).count()),
                new Query(
                        "The price list",
                        "films.stream().map(Film::getRentalRate).distinct().sorted().toList()",
                        () -> films.stream()
                                .map(Film::getRentalRate)
                                .distinct()
                                .sorted()
                                .toList()),
                new Query(
                        "Copies in store 2",
                        "inventory.stream().filter(Inventory.STORE_ID.equal((short) 2)).count()",
                        () -> inventory.stream()
                                .filter(Inventory.STORE_ID.equal((short) 2))
                                .count()),
                new Query(
                        "Copies of 3 shortest films",
                        "inventory.stream().filter(Inventory.FILM_ID.in(films.stream().sorted(Film.LENGTH"
                                + ".thenComparing(Film.FILM_ID)).limit(3).map(Film::getFilmId).toList())).count()",
                        () -> inventory.stream()
                                .filter(Inventory.FILM_ID.in(films.stream()
                                        .sorted(Film.LENGTH.thenComparing(Film.FILM_ID))
                                        .limit(3)
                                        .map(Film::getFilmId)
                                        .toList()))
                                .count()),
                new Query(
                        "Films not returned",
                        "rentals.stream().filter(Rental.RETURN_DATE.isNull()).count()",
                        () -> rentals.stream()
                                .filter(Rental.RETURN_DATE.isNull())
                                .count()),
                new Query(
                        "The latest rentals",
                        "rentals.stream().sorted(Rental.RENTAL_DATE.reversed().thenComparing(Rental.RENTAL_ID)).limit(5)"
                                + ".map(Rental::getRentalId).toList()",
                        () -> rentals.stream()
                                .sorted(Rental.RENTAL_DATE.reversed().thenComparing(Rental.RENTAL_ID))
                                .limit(5)
                                .map(Rental::getRentalId)
                                .toList()),
                new Query(
                        "Active customers of store 1",
                        "customers.stream().filter(Customer.STORE_ID.equal((short) 1)"
                                + ".and(Customer.ACTIVE.equal(true))).count()",
                        () -> customers.stream()
                                .filter(Customer.STORE_ID.equal((short) 1).and(Customer.ACTIVE.equal(true)))
                                .count()),
                new Query(
                        "Customers by name, page 3",
                        "customers.stream().sorted(Customer.LAST_NAME.comparator().thenComparing(Customer.CUSTOMER_ID))"
                                + ".skip(40).limit(20).toList()",
                        () -> customers.stream()
                                .sorted(Customer.LAST_NAME.comparator().thenComparing(Customer.CUSTOMER_ID))
                                .skip(40)
                                .limit(20)
                                .toList()),
                new Query(
                        "Payments above 9.99",
                        "payments.stream().filter(Payment.AMOUNT.greaterThan(new BigDecimal(\"9.99\"))).count()",
                        () -> payments.stream()
                                .filter(Payment.AMOUNT.greaterThan(new BigDecimal("9.99")))
                                .count()),
                new Query(
                        "Revenue of staff member 1",
                        "payments.stream().filter(Payment.STAFF_ID.equal((short) 1)).map(Payment::getAmount)"
                                + ".reduce(BigDecimal.ZERO, BigDecimal::add)",
                        () -> payments.stream()
                                .filter(Payment.STAFF_ID.equal((short) 1))
                                .map(Payment::getAmount)
                                .reduce(BigDecimal.ZERO, BigDecimal::add)));
    }
}
