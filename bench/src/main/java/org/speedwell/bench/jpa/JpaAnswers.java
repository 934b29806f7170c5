package org.speedwell.bench.jpa;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** A comparison of the answers of two services. */
final class JpaAnswers {
    private static final List<String> LANGUAGES = List.of("Greek", "Finnish", "Klingon");

    private JpaAnswers() {}

    /** A question with its parameters. */
    private record Asked(String text, Function<FilmQuestions, Object> question) {}

    /**
     * Compares all answers, for several parameters each.
     *
     * @throws IllegalStateException if answers differ
     */
    static void requireEqual(FilmQuestions one, FilmQuestions other) {
        for (Asked asked : questions()) {
            Object first = asked.question.apply(one);
            Object second = asked.question.apply(other);
            if (!Objects.equals(first, second)) {
                throw new IllegalStateException("%s: %s answers %s, and %s answers %s."
                        .formatted(
                                asked.text,
                                one.getClass().getSimpleName(),
                                first,
                                other.getClass().getSimpleName(),
                                second));
            }
        }
    }

    private static List<Asked> questions() {
        List<Asked> all = new ArrayList<>();
        for (int minutes : new int[] {0, 60, 120, 185}) {
            all.add(new Asked("films above " + minutes + " minutes", films -> films.longFilms(minutes)));
        }
        for (int count : new int[] {1, 10, 100_000}) {
            all.add(new Asked("the " + count + " longest films", films -> films.longest(count)));
            all.add(new Asked("the " + count + " films with most rentals", films -> films.mostRented(count)));
        }
        for (String language : LANGUAGES) {
            all.add(new Asked("films in " + language, films -> films.inLanguage(language)));
        }
        for (Rating rating : Rating.values()) {
            for (int page : new int[] {0, 3, 100_000}) {
                all.add(new Asked("page " + page + " of films with " + rating, films -> films.page(rating, page)));
            }
        }
        for (int id : new int[] {1, 1_000, 60_000}) {
            all.add(new Asked("film " + id, films -> films.film(id)));
        }
        return all;
    }
}
