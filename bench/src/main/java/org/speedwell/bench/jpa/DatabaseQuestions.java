package org.speedwell.bench.jpa;

import static java.util.stream.Collectors.toMap;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** The service before it has memory: Spring Data sends JPQL to the database. */
@Service
@Transactional(readOnly = true)
class DatabaseQuestions implements FilmQuestions {
    private final FilmRepository films;
    private final RentalRepository rentals;

    DatabaseQuestions(FilmRepository films, RentalRepository rentals) {
        this.films = films;
        this.rentals = rentals;
    }

    @Override
    public Map<Rating, Long> longFilms(int minutes) {
        return films.countLongFilms(minutes).stream().collect(toMap(RatingCount::rating, RatingCount::films));
    }

    @Override
    public List<String> longest(int count) {
        return films.findTitlesByLength(Limit.of(count));
    }

    @Override
    public long inLanguage(String name) {
        return films.countByLanguageName(name);
    }

    @Override
    public FilmPage page(Rating rating, int number) {
        Page<Film> page = films.findByRatingOrderByTitle(rating, PageRequest.of(number, PAGE));
        return new FilmPage(page.map(FilmLine::of).getContent(), page.getTotalElements());
    }

    @Override
    public Optional<FilmLine> film(int id) {
        return films.findByFilmId(id).map(FilmLine::of);
    }

    @Override
    public List<RentedFilm> mostRented(int count) {
        return rentals.findMostRented(Limit.of(count));
    }
}
