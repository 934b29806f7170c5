package org.speedwell.bench.jpa;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The questions that the service answers. */
interface FilmQuestions {
    /** The number of films on a page. */
    int PAGE = 20;

    /** Counts the films above a length for each rating. */
    Map<Rating, Long> longFilms(int minutes);

    /** Returns the titles of the longest films. */
    List<String> longest(int films);

    /** Counts the films in a language. */
    long inLanguage(String name);

    /**
     * Returns a page of the films with a rating, by title.
     *
     * @param number the number of the page, from 0
     */
    FilmPage page(Rating rating, int number);

    /** Returns a film by its key. */
    Optional<FilmLine> film(int id);

    /** Returns the films with most rentals. */
    List<RentedFilm> mostRented(int films);
}
