package org.speedwell.demo.live;

/**
 * The event that a customer has rented and paid for a copy of a film.
 *
 * @param time the time in milliseconds since 1970
 * @param cents the payment in cents
 */
record RentalMade(long time, int storeId, int filmId, int categoryId, long cents) {}
