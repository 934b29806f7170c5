package org.speedwell.bench.peers;

import java.util.IntSummaryStatistics;

/** The queries that every peer runs. Each constant states the type of the result. */
public enum Query {
    /** A {@link Long}. */
    Q1("films rated PG-13, counted"),
    /** An {@link IntSummaryStatistics}. Films of equal length are in the order of their keys. */
    Q2("rental durations of the five longest films after 745"),
    /** A {@link Long}. */
    Q3("films longer than 60 minutes, counted"),
    /** A {@link Long}. */
    Q4("films of 60 to 120 minutes, rented for 5 days or more, rated PG or R, counted"),
    /** A list of {@link Answers.RatingGroup}, in any order. */
    Q5("per rating: count, average length, sum of rental rates"),
    /** A list of {@link Answers.Revenue}, in descending order. Equal revenues are in the order of their keys. */
    Q6a("the ten customers of 600 who paid most"),
    /** The same type as {@link #Q6a}. */
    Q6b("the ten rentals of 100,000 that brought most"),
    /** The type {@link Answers.Total}, of minutes. */
    Q7a("films joined with their language, not English: count and sum of lengths"),
    /** The type {@link Answers.Total}, of cents. */
    Q7b("payments joined with their customer, of store 1: count and sum"),
    /** The type {@link Answers.Total}, of cents. */
    Q7c("payments joined with their rental, by staff 1: count and sum"),
    /** Any object with all columns of a film. Each run uses the next key of {@link PeerRows#ids()}. */
    Q8("the film of a key, all columns"),
    /** A {@link Long}. */
    Q9("films whose title starts with AU, counted");

    private final String text;

    Query(String text) {
        this.text = text;
    }

    /** Returns the description for users. */
    public String text() {
        return text;
    }
}
