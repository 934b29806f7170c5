package org.speedwell.bench.peers;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingLong;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.speedwell.bench.peers.Answers.RatingGroup;
import org.speedwell.bench.peers.Answers.Revenue;
import org.speedwell.bench.peers.Answers.Total;
import org.speedwell.bench.peers.PeerRows.FilmRow;
import org.speedwell.bench.peers.PeerRows.PaymentRow;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.schema.Progress;

/**
 * Plain objects in an {@link ArrayList}, queried by streams. Their results are the reference for the other peers. The
 * lookup by key is a search, because a list has no index.
 */
final class ListPeer implements Peer {
    private static final int PROGRESS_STEP = 100_000;

    private final List<FilmRow> films;
    private final List<PaymentRow> payments;
    private final boolean parallel;
    private final int[] ids;
    private int next;

    private ListPeer(List<FilmRow> films, List<PaymentRow> payments, int[] ids, boolean parallel) {
        this.films = films;
        this.payments = payments;
        this.ids = ids;
        this.parallel = parallel;
    }

    static ListPeer open(PeerRows rows, boolean parallel, Progress progress) {
        return new ListPeer(films(rows, progress), payments(rows, progress), rows.ids(), parallel);
    }

    static List<FilmRow> films(PeerRows rows, Progress progress) {
        return list(rows.rows(), "film", rows::film, progress);
    }

    private static List<PaymentRow> payments(PeerRows rows, Progress progress) {
        return list(rows.rows(), "payment", rows::payment, progress);
    }

    private static <T> List<T> list(int rows, String name, java.util.function.IntFunction<T> row, Progress progress) {
        List<T> list = new ArrayList<>(rows);
        try (Progress.Task task = progress.start(name, rows)) {
            for (int i = 0; i < rows; i++) {
                list.add(row.apply(i));
                if ((i + 1) % PROGRESS_STEP == 0) {
                    task.advance(PROGRESS_STEP);
                }
            }
        }
        return list;
    }

    @Override
    public Supplier<Object> prepare(Query query) {
        return switch (query) {
            case Q1 ->
                () -> films().filter(film -> film.rating() == Rating.PG13).count();
            case Q2 -> this::durations;
            case Q3 -> () -> films().filter(film -> film.length() > 60).count();
            case Q4 ->
                () -> films().filter(film -> film.length() >= 60
                                && film.length() <= 120
                                && film.rentalDuration() >= 5
                                && (film.rating() == Rating.PG || film.rating() == Rating.R))
                        .count();
            case Q5 -> this::ratings;
            case Q6a -> () -> revenue(PaymentRow::customerId);
            case Q6b -> () -> revenue(PaymentRow::rentalId);
            case Q7a -> this::notEnglish;
            case Q7b ->
                () -> total(
                        PaymentRow::customerId,
                        chosen(PeerRows.CUSTOMERS, customer -> PeerRows.storeOfCustomer(customer) == 1));
            case Q7c ->
                () -> total(
                        PaymentRow::rentalId, chosen(PeerRows.RENTALS, rental -> PeerRows.staffOfRental(rental) == 1));
            case Q8 ->
                () -> {
                    int id = ids[next++ & (ids.length - 1)];
                    return films().filter(film -> film.filmId() == id)
                            .findFirst()
                            .orElseThrow();
                };
            case Q9 ->
                () -> films().filter(film -> film.title().startsWith("AU")).count();
        };
    }

    private Stream<FilmRow> films() {
        return parallel ? films.parallelStream() : films.stream();
    }

    private Stream<PaymentRow> payments() {
        return parallel ? payments.parallelStream() : payments.stream();
    }

    private IntSummaryStatistics durations() {
        return films().sorted(Comparator.comparingInt(FilmRow::length).reversed()) // the sort is stable
                .skip(745)
                .limit(5)
                .mapToInt(FilmRow::rentalDuration)
                .summaryStatistics();
    }

    private List<RatingGroup> ratings() {
        return films()
                .collect(groupingBy(
                        FilmRow::rating,
                        Collectors.teeing(
                                Collectors.summarizingInt(FilmRow::length),
                                summingLong(FilmRow::rentalRate),
                                Map::entry)))
                .entrySet()
                .stream()
                .map(group -> new RatingGroup(
                        group.getKey().toDatabase(),
                        group.getValue().getKey().getCount(),
                        group.getValue().getKey().getAverage(),
                        group.getValue().getValue()))
                .toList();
    }

    private List<Revenue> revenue(ToIntFunction<PaymentRow> key) {
        return payments().collect(groupingBy(key::applyAsInt, summingLong(PaymentRow::amount))).entrySet().stream()
                .map(group -> new Revenue(group.getKey(), group.getValue()))
                .sorted(Comparator.comparingLong(Revenue::cents).reversed().thenComparingInt(Revenue::id))
                .limit(10)
                .toList();
    }

    private Total notEnglish() {
        Map<Integer, String> languages = new HashMap<>();
        PeerRows.LANGUAGES.forEach(name -> languages.put(languages.size() + 1, name));
        IntSummaryStatistics lengths = films().filter(film -> !"English".equals(languages.get(film.languageId())))
                .mapToInt(FilmRow::length)
                .summaryStatistics();
        return new Total(lengths.getCount(), lengths.getSum());
    }

    private static Set<Integer> chosen(int last, java.util.function.IntPredicate condition) {
        return IntStream.rangeClosed(1, last).filter(condition).boxed().collect(Collectors.toCollection(HashSet::new));
    }

    private Total total(ToIntFunction<PaymentRow> key, Set<Integer> keys) {
        IntSummaryStatistics amounts = payments()
                .filter(payment -> keys.contains(key.applyAsInt(payment)))
                .mapToInt(PaymentRow::amount)
                .summaryStatistics();
        return new Total(amounts.getCount(), amounts.getSum());
    }

    @Override
    public void close() {}
}
