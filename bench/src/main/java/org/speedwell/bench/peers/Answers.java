package org.speedwell.bench.peers;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.speedwell.sakila.Film;

/** The answers of all peers brought into one form, so that they can be compared. */
final class Answers {
    private Answers() {}

    /** The films of one rating. Money is in cents. */
    record RatingGroup(String rating, long films, double averageLength, long rentalRates) {}

    /** What one customer or rental brought, in cents. */
    record Revenue(int id, long cents) {}

    /** How many rows, and the sum over them. */
    record Total(long rows, long sum) {}

    /** An answer as text: equal texts, equal answers, up to the ninth digit of an average. */
    static String text(Object answer) {
        return switch (answer) {
            case Film film -> text(filmRow(film));
            case RatingGroup group ->
                String.format(
                        Locale.ROOT,
                        "%s: %d films, %.6f minutes, %d cents",
                        group.rating,
                        group.films,
                        group.averageLength,
                        group.rentalRates);
            case List<?> list
            when !list.isEmpty() && list.getFirst() instanceof RatingGroup ->
                list.stream().map(Answers::text).sorted().collect(Collectors.joining("; "));
            default -> answer.toString();
        };
    }

    private static PeerRows.FilmRow filmRow(Film film) {
        return new PeerRows.FilmRow(
                film.getFilmId(),
                film.getTitle(),
                film.getReleaseYear().orElse(0),
                film.getLanguageId(),
                film.getRentalDuration(),
                film.getRentalRate().movePointRight(2).intValueExact(),
                film.getLength().orElse(0),
                film.getReplacementCost().movePointRight(2).intValueExact(),
                film.getRating().orElseThrow());
    }
}
