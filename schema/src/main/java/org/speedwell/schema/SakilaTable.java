package org.speedwell.schema;

import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table of Sakila, and a writer of its rows in the column order of the DDL.
 *
 * @param rows the number of rows
 */
record SakilaTable(String name, int rows, Writer writer) {

    /** A writer of the values of row {@code i}, from 0. */
    interface Writer {
        void write(Insert insert, int i);
    }

    /** The time of the last update of rows that never change: the day before the rentals. */
    private static final long BEFORE = Rentals.BEGIN - 86_400;

    /** A picture of one transparent pixel. */
    private static final byte[] PICTURE = HexFormat.of()
            .parseHex("89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
                    + "0000000b4944415478da636000020000050001e9fadcd80000000049454e44ae426082");

    /** Returns all tables, parents before children. */
    static List<SakilaTable> all(Films films, Rentals rentals, People people) {
        return List.of(
                new SakilaTable(
                        "country",
                        People.COUNTRIES,
                        (to, i) -> to.number(i + 1).text(people.country(i)).moment(BEFORE)),
                new SakilaTable(
                        "city",
                        People.CITIES,
                        (to, i) -> to.number(i + 1)
                                .text(people.city(i))
                                .number(people.cityCountryId(i))
                                .moment(BEFORE)),
                new SakilaTable(
                        "address",
                        People.ADDRESSES,
                        (to, i) -> to.number(i + 1)
                                .text(people.address(i))
                                .text(i < 2 * People.STORES ? null : "")
                                .text(people.district(i))
                                .number(people.addressCityId(i))
                                .text(i < 2 * People.STORES ? "" : people.postalCode(i))
                                .text(people.phone(i))
                                .moment(BEFORE)),
                new SakilaTable(
                        "language",
                        Films.LANGUAGES,
                        (to, i) -> to.number(i + 1).text(Words.LANGUAGES.get(i)).moment(BEFORE)),
                new SakilaTable(
                        "category",
                        Films.CATEGORIES,
                        (to, i) ->
                                to.number(i + 1).text(Words.CATEGORIES.get(i)).moment(BEFORE)),
                new SakilaTable(
                        "actor",
                        Films.ACTORS,
                        (to, i) -> to.number(i + 1)
                                .text(people.actorFirstName(i))
                                .text(people.actorLastName(i))
                                .moment(BEFORE)),
                new SakilaTable(
                        "store",
                        People.STORES,
                        (to, i) -> to.number(i + 1).number(i + 1).number(i + 1).moment(BEFORE)),
                new SakilaTable(
                        "staff",
                        People.STORES,
                        (to, i) -> to.number(i + 1)
                                .text(i == 0 ? "Wilma" : "Oskar")
                                .text(i == 0 ? "Larkspur" : "Fairweather")
                                .number(People.STORES + i + 1)
                                .literal(i == 0 ? Insert.quoted(PICTURE) : "NULL")
                                .text(i == 0 ? "wilma.larkspur@example.org" : "oskar.fairweather@example.org")
                                .number(i + 1)
                                .number(1)
                                .text(i == 0 ? "Wilma" : "Oskar")
                                .text(i == 0 ? "da39a3ee5e6b4b0d3255bfef95601890afd80709" : null)
                                .moment(BEFORE)),
                new SakilaTable("film", films.rows(), (to, i) -> {
                    int original = films.originalLanguageId(i);
                    to.number(i + 1)
                            .text(films.title(i))
                            .text(films.description(i))
                            .number(films.releaseYear(i))
                            .number(films.languageId(i))
                            .literal(original == 0 ? "NULL" : Integer.toString(original))
                            .number(films.rentalDuration(i))
                            .cents(films.rentalRateCents(i))
                            .number(films.length(i))
                            .cents(films.replacementCostCents(i))
                            .text(Films.RATINGS.get(films.rating(i)))
                            .text(FEATURES.get(films.specialFeatures(i)))
                            .moment(BEFORE);
                }),
                new SakilaTable(
                        "film_actor",
                        films.castRows(),
                        (to, i) -> to.number(films.castActorId(i))
                                .number(films.castFilmId(i))
                                .moment(BEFORE)),
                new SakilaTable(
                        "film_category",
                        films.rows(),
                        (to, i) -> to.number(i + 1).number(films.categoryId(i)).moment(BEFORE)),
                new SakilaTable(
                        "film_text",
                        films.rows(),
                        (to, i) -> to.number(i + 1).text(films.title(i)).text(films.description(i))),
                new SakilaTable(
                        "inventory",
                        films.copies(),
                        (to, i) -> to.number(i + 1)
                                .number(films.copyFilmId(i))
                                .number(films.copyStoreId(i))
                                .moment(BEFORE)),
                new SakilaTable(
                        "customer",
                        rentals.customers(),
                        (to, i) -> to.number(i + 1)
                                .number(people.customerStoreId(i))
                                .text(people.customerFirstName(i))
                                .text(people.customerLastName(i))
                                .text(people.customerEmail(i))
                                .number(people.customerAddressId(i))
                                .number(people.customerActive(i))
                                .moment(people.customerCreated(i))
                                .moment(BEFORE)),
                new SakilaTable("rental", rentals.rows(), (to, i) -> {
                    long returned = rentals.returned(i);
                    to.number(i + 1)
                            .moment(rentals.rented(i))
                            .number(rentals.inventoryId(i))
                            .number(rentals.customerId(i));
                    if (returned == Rentals.OPEN) {
                        to.literal("NULL").number(rentals.staffId(i)).moment(rentals.rented(i));
                    } else {
                        to.moment(returned).number(rentals.staffId(i)).moment(returned);
                    }
                }),
                new SakilaTable("payment", rentals.payments(), (to, i) -> {
                    int rental = rentals.paymentRentalId(i);
                    to.number(i + 1)
                            .number(rentals.paymentCustomerId(i))
                            .number(rentals.paymentStaffId(i))
                            .literal(rental == 0 ? "NULL" : Integer.toString(rental))
                            .cents(rentals.paymentCents(i))
                            .moment(rentals.paid(i))
                            .moment(rentals.paid(i));
                }));
    }

    /** The texts of all sets of special features. The index is the bits of the set. */
    private static final List<String> FEATURES = IntStream.range(0, 1 << Films.FEATURES.size())
            .mapToObj(bits -> IntStream.range(0, Films.FEATURES.size())
                    .filter(feature -> (bits >> feature & 1) == 1)
                    .mapToObj(Films.FEATURES::get)
                    .collect(Collectors.joining(",")))
            .toList();
}
