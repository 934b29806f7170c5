package org.speedwell.shop;

import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** A service with declarative transactions. */
@Service
public class FilmService {
    private final FilmRepository films;

    FilmService(FilmRepository films) {
        this.films = films;
    }

    /** Changes the length of a film. */
    @Transactional
    public void setLength(int film, int minutes) {
        films.findById(film).orElseThrow().setLength(minutes);
    }

    /** Reads memory in a transaction that is not read-only. */
    @Transactional
    public long countInTransaction() {
        return films.stream().count();
    }

    /** Reads memory in a transaction that is read-only. */
    @Transactional(readOnly = true)
    public long countReadOnly() {
        return films.stream().count();
    }
}
