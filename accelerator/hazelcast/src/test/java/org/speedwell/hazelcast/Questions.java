package org.speedwell.hazelcast;

import static org.speedwell.accelerator.query.ColumnCollectors.counting;
import static org.speedwell.accelerator.query.ColumnCollectors.groupingBy;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collector;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.query.Aggregation;
import org.speedwell.accelerator.query.ColumnCollectors;
import org.speedwell.accelerator.query.ColumnFunctions;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.Payment;
import org.speedwell.sakila.PaymentManager;
import org.speedwell.sakila.Rental;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;

/** The queries of the tests. {@link RandomQuestionsTest} runs the same operations on lists. */
final class Questions {
    private Questions() {}

    /** A predicate, sent to members as the numbers that define it. */
    record Films(int from, int to, int rate) implements java.io.Serializable {
        Predicate<Film> predicate() {
            return Film.LENGTH.between(from, to).or(Film.RENTAL_RATE.equal(new BigDecimal(rate + ".99")));
        }
    }

    record CountFilms(Films which) implements CountQuery<Film> {
        @Override
        public Stream<?> rows(TablePart<Film> part) {
            return part.stream().filter(which.predicate());
        }
    }

    record Ids(Films which) implements SummaryQuery<Film> {
        @Override
        public LongStream values(TablePart<Film> part) {
            return part.stream().filter(which.predicate()).mapToLong(Film.FILM_ID::getAsInt);
        }
    }

    record Dearest(Films which) implements ReduceQuery<Film, BigDecimal> {
        @Override
        public Optional<BigDecimal> total(TablePart<Film> part) {
            return part.stream()
                    .filter(which.predicate())
                    .map(ColumnFunctions.value(Film.REPLACEMENT_COST))
                    .max(Comparator.naturalOrder());
        }

        @Override
        public BigDecimal merge(BigDecimal one, BigDecimal other) {
            return one.max(other);
        }
    }

    record ByRating(Films which) implements GroupQuery<Film, Rating, Long> {
        @Override
        public Map<Rating, Long> groups(TablePart<Film> part) {
            return part.stream().filter(which.predicate()).collect(groupingBy(Film.RATING, counting()));
        }

        @Override
        public Long merge(Long one, Long other) {
            return one + other;
        }
    }

    /** The result of a group. */
    public record Summary(Rating rating, short duration, long films, BigDecimal dearest)
            implements java.io.Serializable {
        Summary merge(Summary other) {
            return new Summary(rating, duration, films + other.films, dearest.max(other.dearest));
        }
    }

    /** Groups by several keys, built by an aggregation. */
    record Summaries(Films which) implements GroupQuery<Film, List<Object>, Summary> {
        @Override
        public Map<List<Object>, Summary> groups(TablePart<Film> part) {
            return part.stream()
                    .filter(which.predicate())
                    .collect(Aggregation.by(Film.RATING)
                            .by(Film.RENTAL_DURATION)
                            .with(counting(), ColumnCollectors.maximum(Film.REPLACEMENT_COST))
                            .into(Summary.class))
                    .stream()
                    .collect(java.util.stream.Collectors.toMap(
                            group -> List.of(group.rating, group.duration), group -> group));
        }

        @Override
        public Summary merge(Summary one, Summary other) {
            return one.merge(other);
        }
    }

    /** The aggregates of a group that do not follow from the aggregates of its parts. */
    public record Figures(
            @Nullable Rating rating,
            @Nullable Short duration,
            long films,
            @Nullable BigDecimal average,
            @Nullable Double median,
            @Nullable Double variance,
            long rates,
            @Nullable BigDecimal mode,
            @Nullable String last) {}

    record Collected(Films which) implements CollectQuery<Film, List<Figures>> {
        @Override
        public Collector<Film, ?, List<Figures>> collector() {
            Collector<Film, ?, Long> count = counting();
            return Aggregation.by(Film.RATING)
                    .by(Film.RENTAL_DURATION)
                    .with(
                            count,
                            ColumnCollectors.averagingDecimal(Film.REPLACEMENT_COST, 3),
                            ColumnCollectors.median(Film.FILM_ID.asDouble()),
                            ColumnCollectors.sampleVariance(Film.FILM_ID.asDouble()),
                            ColumnCollectors.countingDistinct(Film.RENTAL_RATE),
                            ColumnCollectors.mode(Film.RENTAL_RATE),
                            ColumnCollectors.maximum(Film.TITLE))
                    .having(count, films -> films > 1)
                    .rollup()
                    .into(Figures.class);
        }

        @Override
        public Stream<Film> rows(TablePart<Film> part) {
            return part.stream().filter(which.predicate());
        }
    }

    record AverageCosts(Films which) implements CollectQuery<Film, Map<Rating, BigDecimal>> {
        @Override
        public Collector<Film, ?, Map<Rating, BigDecimal>> collector() {
            return groupingBy(Film.RATING, ColumnCollectors.averagingDecimal(Film.REPLACEMENT_COST, 3));
        }

        @Override
        public Stream<Film> rows(TablePart<Film> part) {
            return part.stream().filter(which.predicate());
        }
    }

    record FirstFilms(Films which, int by, long limit) implements FirstQuery<Film> {
        static Comparator<Film> comparator(int by) {
            return switch (by) {
                case 0 -> Film.RENTAL_RATE.comparator().reversed();
                case 1 -> Film.RATING.comparator().thenComparing(Film.TITLE.comparator());
                case 2 -> Film.RENTAL_DURATION.comparator();
                default -> Film.FILM_ID.comparator().reversed();
            };
        }

        @Override
        public Comparator<Film> order() {
            return comparator(by);
        }

        @Override
        public Stream<Film> rows(TablePart<Film> part) {
            return part.stream().filter(which.predicate());
        }
    }

    /** Joins two tables that are partitioned by the same key. */
    record SpentByRenters(int from, int to) implements ClusterQuery<Rental, BigDecimal, BigDecimal> {
        @Override
        public BigDecimal part(TablePart<Rental> rentals) {
            var renters = rentals.stream()
                    .filter(Rental.RENTAL_ID.between(from, to))
                    .map(Rental.CUSTOMER_ID::getAsInt)
                    .collect(java.util.stream.Collectors.toSet());
            return rentals.stream(PaymentManager.IDENTIFIER)
                    .filter(Payment.CUSTOMER_ID.in(renters))
                    .map(ColumnFunctions.value(Payment.AMOUNT))
                    .reduce(BigDecimal.ZERO, BigDecimal::add);
        }

        @Override
        public BigDecimal combine(List<BigDecimal> parts) {
            return parts.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
        }
    }

    /** Returns rows as a list of entities, without a limit. */
    record AllRentals(int staff) implements ClusterQuery<Rental, List<Rental>, List<Rental>> {
        @Override
        public List<Rental> part(TablePart<Rental> part) {
            return part.stream().filter(Rental.STAFF_ID.equal((short) staff)).toList();
        }

        @Override
        public List<Rental> combine(List<List<Rental>> parts) {
            return parts.stream().flatMap(List::stream).toList();
        }
    }
}
