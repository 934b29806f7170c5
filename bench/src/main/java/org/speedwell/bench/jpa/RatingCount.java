package org.speedwell.bench.jpa;

/** A rating and the number of its films. */
record RatingCount(Rating rating, long films) {}
