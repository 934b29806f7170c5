package org.speedwell.bench.jpa;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingLong;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Service;

/** The service with memory: streams answer from columns. */
@Service
class MemoryQuestions implements FilmQuestions {
    private final FilmRepository films;
    private final RentalRepository rentals;

    MemoryQuestions(FilmRepository films, RentalRepository rentals) {
        this.films = films;
        this.rentals = rentals;
    }

    @Override
    public Map<Rating, Long> longFilms(int minutes) {
        return longFilms(films.stream(), minutes);
    }

    static Map<Rating, Long> longFilms(Stream<Film> films, int minutes) {
        return films.filter(film -> film.getLength() != null && film.getLength() > minutes)
                .collect(groupingBy(Film::getRating, counting()));
    }

    @Override
    public List<String> longest(int count) {
        return longest(films.stream(), count);
    }

    static List<String> longest(Stream<Film> films, int count) {
        return films.filter(film -> film.getLength() != null)
                .sorted(comparing(Film::getLength).reversed().thenComparing(Film::getFilmId))
                .limit(count)
                .map(Film::getTitle)
                .toList();
    }

    @Override
    public long inLanguage(String name) {
        return inLanguage(films.stream(), name);
    }

    static long inLanguage(Stream<Film> films, String name) {
        return films.filter(film -> film.getLanguage().getName().equals(name)).count();
    }

    @Override
    public FilmPage page(Rating rating, int number) {
        List<FilmLine> lines = withRating(films.stream(), rating)
                .sorted(comparing(Film::getTitle))
                .skip((long) number * PAGE)
                .limit(PAGE)
                .map(FilmLine::of)
                .toList();
        return new FilmPage(lines, withRating(films.stream(), rating).count());
    }

    static Stream<Film> withRating(Stream<Film> films, Rating rating) {
        return films.filter(film -> film.getRating() == rating);
    }

    @Override
    public Optional<FilmLine> film(int id) {
        return films.stream().filter(film -> film.getFilmId() == id).findFirst().map(FilmLine::of);
    }

    @Override
    public List<RentedFilm> mostRented(int count) {
        return byTitle(rentals.stream()).entrySet().stream()
                .map(entry -> new RentedFilm(entry.getKey(), entry.getValue()))
                .sorted(comparingLong(RentedFilm::rentals).reversed().thenComparing(RentedFilm::title))
                .limit(count)
                .toList();
    }

    static Map<String, Long> byTitle(Stream<Rental> rentals) {
        return rentals.collect(
                groupingBy(rental -> rental.getInventory().getFilm().getTitle(), counting()));
    }
}
