package org.speedwell.bench.jpa;

/** A film and the number of its rentals. */
record RentedFilm(String title, long rentals) {}
