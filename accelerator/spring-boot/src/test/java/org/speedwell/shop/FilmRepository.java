package org.speedwell.shop;

import java.util.List;
import org.speedwell.spring.data.StreamRepository;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** The films in the database and in memory. */
public interface FilmRepository extends JpaRepository<Film, Integer>, StreamRepository<Film> {
    List<Film> findByLengthGreaterThanOrderByFilmId(int minutes);

    @Query("SELECT f.language.name, COUNT(f) FROM Film f GROUP BY f.language.name")
    List<Object[]> countByLanguage();
}
