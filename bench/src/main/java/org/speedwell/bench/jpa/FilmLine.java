package org.speedwell.bench.jpa;

/** A line in a list of films. */
record FilmLine(Integer filmId, String title, String language) {
    static FilmLine of(Film film) {
        return new FilmLine(
                film.getFilmId(), film.getTitle(), film.getLanguage().getName());
    }
}
