package org.speedwell.hazelcast;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collector;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.query.ColumnCollectors;

/** Records of some tables of Sakila, and questions about them. */
final class RecordQuestions {
    private RecordQuestions() {}

    record Film(int filmId, String title, @Nullable Integer length, int rentalDuration, BigDecimal replacementCost) {
        boolean isBetween(int from, int to) {
            return length != null && length >= from && length < to;
        }
    }

    record Rental(
            int rentalId,
            LocalDateTime rentalDate,
            int customerId,
            @Nullable LocalDateTime returnDate,
            int staffId) {}

    record Payment(int paymentId, int customerId, BigDecimal amount) {}

    record Language(int languageId, String name) {}

    /** The class of films of another version of the application. */
    record ShortFilm(int filmId, String title) {}

    record CountFilms(int from, int to) implements CountQuery<Film> {
        @Override
        public Stream<?> rows(TablePart<Film> part) {
            return part.stream().filter(film -> film.length() != null && film.length() >= from && film.length() < to);
        }
    }

    record CountShortFilms() implements CountQuery<ShortFilm> {
        @Override
        public Stream<?> rows(TablePart<ShortFilm> part) {
            return part.stream();
        }
    }

    record Ids(int from, int to) implements SummaryQuery<Film> {
        @Override
        public LongStream values(TablePart<Film> part) {
            return part.stream().filter(film -> film.isBetween(from, to)).mapToLong(Film::filmId);
        }
    }

    record Dearest(int from, int to) implements ReduceQuery<Film, BigDecimal> {
        @Override
        public Optional<BigDecimal> total(TablePart<Film> part) {
            return part.stream()
                    .filter(film -> film.isBetween(from, to))
                    .map(Film::replacementCost)
                    .max(Comparator.naturalOrder());
        }

        @Override
        public BigDecimal merge(BigDecimal one, BigDecimal other) {
            return one.max(other);
        }
    }

    record ByDuration(int from, int to) implements GroupQuery<Film, Integer, Long> {
        @Override
        public Map<Integer, Long> groups(TablePart<Film> part) {
            return part.stream()
                    .filter(film -> film.isBetween(from, to))
                    .collect(groupingBy(Film::rentalDuration, counting()));
        }

        @Override
        public Long merge(Long one, Long other) {
            return one + other;
        }
    }

    record FirstFilms(int from, int to, int by, long limit) implements FirstQuery<Film> {
        @Override
        public Comparator<Film> order() {
            return switch (by) {
                case 0 -> Comparator.comparing(Film::title);
                case 1 -> Comparator.comparing(Film::replacementCost).reversed();
                default -> Comparator.comparingInt(Film::rentalDuration).thenComparing(Film::replacementCost);
            };
        }

        @Override
        public Stream<Film> rows(TablePart<Film> part) {
            return part.stream().filter(film -> film.isBetween(from, to));
        }
    }

    record AverageId() implements CollectQuery<Film, Double> {
        @Override
        public Collector<Film, ?, Double> collector() {
            return ColumnCollectors.averagingInt((Film film) -> film.filmId());
        }
    }

    record RentalsOf(int staff) implements ClusterQuery<Rental, List<Rental>, List<Rental>> {
        @Override
        public List<Rental> part(TablePart<Rental> rows) {
            return rows.stream().filter(rental -> rental.staffId() == staff).toList();
        }

        @Override
        public List<Rental> combine(List<List<Rental>> parts) {
            return parts.stream().flatMap(List::stream).toList();
        }
    }

    /** A sum of the payments of the customers of some rentals. The payments are on the same member as the rentals. */
    record SpentByRenters(int from, int to) implements ClusterQuery<Rental, BigDecimal, BigDecimal> {
        @Override
        public BigDecimal part(TablePart<Rental> rows) {
            Set<Integer> renters = rows.stream()
                    .filter(rental -> rental.rentalId() >= from && rental.rentalId() < to)
                    .map(Rental::customerId)
                    .collect(toSet());
            return rows.stream(Payment.class)
                    .filter(payment -> renters.contains(payment.customerId()))
                    .map(Payment::amount)
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
        }

        @Override
        public BigDecimal combine(List<BigDecimal> parts) {
            return parts.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        }
    }

    record Late(LocalDateTime since) implements CountQuery<Rental> {
        @Override
        public Stream<?> rows(TablePart<Rental> part) {
            return part.stream().filter(rental -> !rental.rentalDate().isBefore(since));
        }
    }
}
