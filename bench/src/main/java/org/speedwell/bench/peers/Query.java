package org.speedwell.bench.peers;

import java.util.IntSummaryStatistics;

/** What is asked of every peer. The type of each answer is told beside its query. */
public enum Query {
    /** {@link Long}. */
    Q1("films rated PG-13, counted"),
    /** {@link IntSummaryStatistics}; films of one length in the order of their keys. */
    Q2("rental durations of the five longest films after 745"),
    /** {@link Long}. */
    Q3("films longer than 60 minutes, counted"),
    /** {@link Long}. */
    Q4("films of 60 to 120 minutes, rented for 5 days or more, rated PG or R, counted"),
    /** A list of {@link Answers.RatingGroup}, in any order. */
    Q5("per rating: count, average length, sum of rental rates"),
    /** A list of {@link Answers.Revenue}, the greatest first, by key where equal. */
    Q6a("the ten customers of 600 who paid most"),
    /** As {@link #Q6a}. */
    Q6b("the ten rentals of 100,000 that brought most"),
    /** {@link Answers.Total} of minutes. */
    Q7a("films joined with their language, not English: count and sum of lengths"),
    /** {@link Answers.Total} of cents. */
    Q7b("payments joined with their customer, of store 1: count and sum"),
    /** {@link Answers.Total} of cents. */
    Q7c("payments joined with their rental, by staff 1: count and sum"),
    /** Whatever holds all columns of a film; the next key of {@link PeerRows#ids()} each time. */
    Q8("the film of a key, all columns"),
    /** {@link Long}. */
    Q9("films whose title starts with AU, counted");

    private final String text;

    Query(String text) {
        this.text = text;
    }

    /** What is asked, for a person. */
    public String text() {
        return text;
    }
}
