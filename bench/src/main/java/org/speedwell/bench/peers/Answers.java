package org.speedwell.bench.peers;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.speedwell.sakila.Film;

/** The results of all peers in a common form, which the {@link Gate} compares. */
final class Answers {
    private Answers() {}

    /** The films of one rating. The rental rates are a sum in cents. */
    record RatingGroup(String rating, long films, double averageLength, long rentalRates) {}

    /** The revenue of one customer or rental, in cents. */
    record Revenue(int id, long cents) {}

    /** The number of rows and the sum over them. */
    record Total(long rows, long sum) {}

    /**
     * Returns a result as text. Texts are equal if the results are equal. Averages count to the sixth decimal place.
     */
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
