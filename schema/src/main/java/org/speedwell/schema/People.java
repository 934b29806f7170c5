package org.speedwell.schema;

import java.util.Locale;

/** The actors, customers and staff, and their addresses, as pure functions of the row number. Thread-safe. */
final class People {

    static final int COUNTRIES = 109;
    static final int CITIES = 600;
    static final int STORES = 2;
    static final int CUSTOMER_BLOCK = 599;

    /** The number of addresses. The first ones belong to the stores and their managers. */
    static final int ADDRESSES = 2 * STORES + CUSTOMER_BLOCK;

    private static final Shares ACTIVE = Shares.of(15, 584);
    private static final int YEAR_SECONDS = 365 * 86_400;

    private enum Salt {
        ACTOR,
        CUSTOMER,
        CUSTOMER_ADDRESS,
        CUSTOMER_STORE,
        ACTIVE,
        CREATED,
        COUNTRY,
        CITY,
        CITY_COUNTRY,
        STREET,
        DISTRICT,
        ADDRESS_CITY,
        POSTAL,
        PHONE
    }

    private final long seed;

    People(long seed) {
        this.seed = seed;
    }

    String actorFirstName(int actor) {
        return Words.firstName(Permutation.of(actor, Words.names(), key(Salt.ACTOR)));
    }

    String actorLastName(int actor) {
        return Words.lastName(Permutation.of(actor, Words.names(), key(Salt.ACTOR)));
    }

    String customerFirstName(int customer) {
        return Words.firstName(customerName(customer));
    }

    String customerLastName(int customer) {
        return Words.lastName(customerName(customer));
    }

    String customerEmail(int customer) {
        int namesake = customer / Words.names();
        String name = customerFirstName(customer) + "." + customerLastName(customer);
        return name.toLowerCase(Locale.ROOT) + (namesake == 0 ? "" : namesake) + "@example.org";
    }

    int customerStoreId(int customer) {
        return 1 + below(STORES, Salt.CUSTOMER_STORE, customer);
    }

    int customerAddressId(int customer) {
        int home = Permutation.of(customer % CUSTOMER_BLOCK, CUSTOMER_BLOCK, key(Salt.CUSTOMER_ADDRESS));
        return 1 + 2 * STORES + home;
    }

    /** Returns 0 or 1. 584 of 599 customers are active. */
    int customerActive(int customer) {
        long block = Permutation.hash(key(Salt.ACTIVE), customer / CUSTOMER_BLOCK);
        return ACTIVE.owner(Permutation.of(customer % CUSTOMER_BLOCK, CUSTOMER_BLOCK, block));
    }

    /** Returns seconds since 1970 (UTC), in the year before the rentals. */
    long customerCreated(int customer) {
        return Rentals.BEGIN - YEAR_SECONDS + below(YEAR_SECONDS, Salt.CREATED, customer);
    }

    String country(int country) {
        return Words.country(country, key(Salt.COUNTRY));
    }

    String city(int city) {
        return Words.town(city, key(Salt.CITY));
    }

    /** Returns the country of a city. Each country has at least one city, and some have many. */
    int cityCountryId(int city) {
        return 1
                + (city < COUNTRIES
                        ? city
                        : below(below(COUNTRIES, Salt.CITY_COUNTRY, -city) + 1, Salt.CITY_COUNTRY, city));
    }

    String address(int address) {
        long random = Permutation.hash(key(Salt.STREET), address);
        return 1 + below(1_999, Salt.STREET, address) + " " + Words.street(random);
    }

    String district(int address) {
        return Words.town(below(400, Salt.DISTRICT, address), key(Salt.DISTRICT));
    }

    int addressCityId(int address) {
        return 1 + Permutation.of(address % CITIES, CITIES, key(Salt.ADDRESS_CITY));
    }

    String postalCode(int address) {
        return Integer.toString(10_000 + below(90_000, Salt.POSTAL, address));
    }

    String phone(int address) {
        return "555" + (1_000_000 + below(9_000_000, Salt.PHONE, address));
    }

    private int customerName(int customer) {
        return Permutation.of(customer % Words.names(), Words.names(), key(Salt.CUSTOMER));
    }

    private int below(int bound, Salt salt, int value) {
        return Permutation.below(bound, key(salt), value);
    }

    private long key(Salt salt) {
        return Permutation.hash(seed + 2, salt.name().hashCode());
    }
}
