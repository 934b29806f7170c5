package org.speedwell.bench.jpa;

import jakarta.persistence.EnumeratedValue;

/** The rating of a film. Two names of the database are not names of Java. */
enum Rating {
    G("G"),
    PG("PG"),
    PG_13("PG-13"),
    R("R"),
    NC_17("NC-17");

    @EnumeratedValue
    private final String text;

    Rating(String text) {
        this.text = text;
    }
}
