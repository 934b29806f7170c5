package org.speedwell.bench.jpa;

import java.util.List;
import java.util.Optional;
import org.speedwell.spring.data.StreamRepository;
import org.springframework.data.domain.Limit;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.jpa.repository.EntityGraph;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** The films. The service before memory uses the methods of this interface, and the service after it the streams. */
interface FilmRepository extends JpaRepository<Film, Integer>, StreamRepository<Film> {
    @Query("select new org.speedwell.bench.jpa.RatingCount(f.rating, count(f)) from Film f where f.length > :minutes"
            + " group by f.rating")
    List<RatingCount> countLongFilms(int minutes);

    @Query("select f.title from Film f where f.length is not null order by f.length desc, f.filmId")
    List<String> findTitlesByLength(Limit limit);

    long countByLanguageName(String name);

    @EntityGraph(attributePaths = "language")
    Page<Film> findByRatingOrderByTitle(Rating rating, Pageable page);

    @EntityGraph(attributePaths = "language")
    Optional<Film> findByFilmId(int id);
}
