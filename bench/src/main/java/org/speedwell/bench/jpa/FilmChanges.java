package org.speedwell.bench.jpa;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The writes of the service. They go through JPA, with and without memory. */
@Service
class FilmChanges {
    private final FilmRepository films;

    FilmChanges(FilmRepository films) {
        this.films = films;
    }

    /** Changes the length of a film, and returns the former one. */
    @Transactional
    public int setLength(int id, int minutes) {
        Film film = films.findById(id).orElseThrow();
        Integer former = film.getLength();
        film.setLength(minutes);
        return former == null ? 0 : former;
    }
}
