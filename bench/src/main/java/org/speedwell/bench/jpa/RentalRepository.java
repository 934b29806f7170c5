package org.speedwell.bench.jpa;

import java.util.List;
import org.speedwell.spring.data.StreamRepository;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

/** The rentals. */
interface RentalRepository extends JpaRepository<Rental, Integer>, StreamRepository<Rental> {
    @Query("select new org.speedwell.bench.jpa.RentedFilm(f.title, count(r)) from Rental r join r.inventory i"
            + " join i.film f group by f.title order by count(r) desc, f.title")
    List<RentedFilm> findMostRented(Limit limit);
}
