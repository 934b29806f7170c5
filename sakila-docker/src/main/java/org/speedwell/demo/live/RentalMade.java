package org.speedwell.demo.live;

/**
 * A copy of a film was rented and paid for.
 *
 * @param time in milliseconds since 1970
 * @param cents paid
 */
record RentalMade(long time, int storeId, int filmId, int categoryId, long cents) {}
