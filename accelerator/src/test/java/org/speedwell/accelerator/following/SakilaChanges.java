package org.speedwell.accelerator.following;

import java.util.SplittableRandom;

/**
 * Random statements that change Sakila's rows. They change one row or many, change referenced keys, and insert rows
 * under keys that became free. The statements depend on the seed alone. For one thread.
 */
public final class SakilaChanges {
    /** Keys of inventory and payments are mostly below this bound, so that statements hit the same rows again. */
    private static final int KEYS = 1_200;

    private static final int RENTALS = 5_000;

    private static final int FILMS = 1_000;

    private final SplittableRandom random;

    public SakilaChanges(SplittableRandom random) {
        this.random = random;
    }

    /**
     * Returns the next statement. It may fail if a row would get an existing key, or if other rows reference its row.
     */
    public String next() {
        return switch (random.nextInt(22)) {
            case 0, 1, 2 -> "UPDATE film SET " + filmValue() + " WHERE film_id " + keys(FILMS);
            case 3 ->
                "INSERT INTO film (film_id, title, language_id, rental_duration, rental_rate, replacement_cost) VALUES ("
                        + key(60_000) + ", " + text() + ", " + key(6) + ", " + key(255) + ", 4.99, 20.99)";
            case 4 ->
                "REPLACE INTO film_text VALUES (" + key(2 * FILMS) + ", " + text() + ", " + nullable(text()) + ")";
            case 5 -> "DELETE FROM film_text WHERE film_id " + keys(2 * FILMS);
            case 6 ->
                "UPDATE film SET film_id = " + key(60_000) + " WHERE film_id = " + key(FILMS); // and its references
            case 7 ->
                "UPDATE actor SET actor_id = " + key(400) + ", first_name = " + text() + " WHERE actor_id = "
                        + key(300);
            case 8 ->
                "INSERT INTO actor (actor_id, first_name, last_name) VALUES (" + key(400) + ", 'A', " + text() + ")";
            case 9 -> "DELETE FROM film_actor WHERE actor_id " + keys(200) + " LIMIT " + key(100);
            case 10 ->
                "INSERT IGNORE INTO film_actor (actor_id, film_id) SELECT " + key(200)
                        + ", film_id FROM film WHERE film_id " + keys(FILMS);
            case 11 ->
                "INSERT INTO inventory (film_id, store_id) SELECT film_id, " + key(2) + " FROM film WHERE film_id "
                        + keys(FILMS);
            case 12 -> "DELETE FROM inventory WHERE inventory_id " + keys(KEYS);
            case 13 -> "UPDATE inventory SET film_id = " + key(FILMS) + " WHERE inventory_id " + keys(KEYS);
            case 14 ->
                "REPLACE INTO payment (payment_id, customer_id, staff_id, rental_id, amount, payment_date) VALUES ("
                        + key(KEYS) + ", " + key(599) + ", " + key(2) + ", NULL, " + decimal() + ", " + time() + ")";
            case 15 ->
                "UPDATE payment SET amount = " + decimal() + ", payment_date = " + time() + " WHERE payment_id "
                        + keys(KEYS);
            case 16 -> "DELETE FROM payment WHERE payment_id " + keys(KEYS);
            case 17 -> "DELETE FROM rental WHERE rental_id " + keys(RENTALS); // their payments stay, with NULL
            case 18 -> "UPDATE rental SET return_date = " + nullable(time()) + " WHERE rental_id " + keys(RENTALS);
            case 19 ->
                "INSERT INTO rental (rental_id, rental_date, inventory_id, customer_id, staff_id) SELECT "
                        + key(RENTALS) + ", " + time() + ", inventory_id, " + key(599) + ", " + key(2)
                        + " FROM inventory LIMIT 1";
            case 20 ->
                "UPDATE customer SET active = " + random.nextInt(2) + ", email = " + nullable(text()) + ", last_name = "
                        + text() + " WHERE customer_id " + keys(599);
            default ->
                "UPDATE category SET category_id = " + key(40) + ", name = " + text() + " WHERE category_id = "
                        + key(20);
        };
    }

    private String filmValue() {
        return switch (random.nextInt(8)) {
            case 0 -> "length = " + nullable("" + (random.nextBoolean() ? key(200) : key(65_535)));
            case 1 -> "title = " + text();
            case 2 -> "description = " + nullable(text());
            case 3 -> "rental_rate = " + random.nextInt(100) + ".99, replacement_cost = " + decimal();
            case 4 -> "rating = " + nullable("" + key(5));
            case 5 -> "special_features = " + nullable("" + random.nextInt(16));
            case 6 -> "release_year = " + nullable("" + random.nextInt(1901, 2156));
            default -> "original_language_id = " + nullable("" + key(6)) + ", rental_duration = " + key(255);
        };
    }

    private int key(int max) {
        return 1 + random.nextInt(max);
    }

    /** Returns a condition on one key or a range of keys, rarely a large range. */
    private String keys(int max) {
        int first = key(max);
        int last = first + random.nextInt(random.nextInt(12) == 0 ? max / 4 : 4);
        return "BETWEEN " + first + " AND " + last;
    }

    private String nullable(String value) {
        return random.nextInt(4) == 0 ? "NULL" : value;
    }

    /** Returns a text, often one that already exists. */
    private String text() {
        return switch (random.nextInt(3)) {
            case 0 -> "'ACE " + random.nextInt(20) + "'";
            case 1 -> "'" + Long.toString(random.nextLong() & Long.MAX_VALUE, 36) + "'";
            default -> "'é" + "ß".repeat(random.nextInt(12)) + "'";
        };
    }

    private String decimal() {
        return random.nextInt(1_000) + "." + random.nextInt(10) + random.nextInt(10);
    }

    private String time() {
        return "'%d-%02d-%02d %02d:%02d:%02d'"
                .formatted(
                        random.nextInt(1980, 2030),
                        key(12),
                        key(28),
                        random.nextInt(24),
                        random.nextInt(60),
                        random.nextInt(60));
    }
}
