package org.speedwell.bench.peers;

import static com.googlecode.cqengine.query.QueryFactory.and;
import static com.googlecode.cqengine.query.QueryFactory.applyThresholds;
import static com.googlecode.cqengine.query.QueryFactory.ascending;
import static com.googlecode.cqengine.query.QueryFactory.attribute;
import static com.googlecode.cqengine.query.QueryFactory.between;
import static com.googlecode.cqengine.query.QueryFactory.descending;
import static com.googlecode.cqengine.query.QueryFactory.equal;
import static com.googlecode.cqengine.query.QueryFactory.greaterThan;
import static com.googlecode.cqengine.query.QueryFactory.greaterThanOrEqualTo;
import static com.googlecode.cqengine.query.QueryFactory.has;
import static com.googlecode.cqengine.query.QueryFactory.in;
import static com.googlecode.cqengine.query.QueryFactory.orderBy;
import static com.googlecode.cqengine.query.QueryFactory.queryOptions;
import static com.googlecode.cqengine.query.QueryFactory.startsWith;
import static com.googlecode.cqengine.query.QueryFactory.threshold;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summarizingInt;
import static java.util.stream.Collectors.summingLong;
import static java.util.stream.Collectors.teeing;

import com.googlecode.cqengine.ConcurrentIndexedCollection;
import com.googlecode.cqengine.IndexedCollection;
import com.googlecode.cqengine.attribute.SimpleAttribute;
import com.googlecode.cqengine.index.hash.HashIndex;
import com.googlecode.cqengine.index.navigable.NavigableIndex;
import com.googlecode.cqengine.index.radix.RadixTreeIndex;
import com.googlecode.cqengine.index.unique.UniqueIndex;
import com.googlecode.cqengine.query.option.EngineThresholds;
import com.googlecode.cqengine.query.option.QueryOptions;
import com.googlecode.cqengine.resultset.ResultSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.speedwell.bench.peers.Answers.RatingGroup;
import org.speedwell.bench.peers.PeerRows.FilmRow;
import org.speedwell.sakila.generated.GeneratedFilm.Rating;
import org.speedwell.schema.Progress;

/**
 * CQEngine, an indexed collection on the heap. It has the setup that its documentation recommends:
 *
 * <ul>
 * <li>attributes as code, not by reflection
 * <li>a hash index for equality, a navigable index for ranges and order, a unique index for the key, a radix tree for
 * prefixes
 * <li>ordering through the index by its threshold
 * </ul>
 *
 * <p>CQEngine has no grouping, and no join over payments that is worth comparing. This peer therefore has only films,
 * and groups them by streams.
 */
final class CqenginePeer implements Peer {
    private static final SimpleAttribute<FilmRow, Integer> ID =
            attribute(FilmRow.class, Integer.class, "filmId", FilmRow::filmId);
    private static final SimpleAttribute<FilmRow, String> TITLE =
            attribute(FilmRow.class, String.class, "title", FilmRow::title);
    private static final SimpleAttribute<FilmRow, Integer> LENGTH =
            attribute(FilmRow.class, Integer.class, "length", FilmRow::length);
    private static final SimpleAttribute<FilmRow, Integer> DURATION =
            attribute(FilmRow.class, Integer.class, "rentalDuration", FilmRow::rentalDuration);
    private static final SimpleAttribute<FilmRow, Rating> RATING =
            attribute(FilmRow.class, Rating.class, "rating", FilmRow::rating);

    private static final QueryOptions BY_LENGTH = queryOptions(
            orderBy(descending(LENGTH), ascending(ID)),
            applyThresholds(threshold(EngineThresholds.INDEX_ORDERING_SELECTIVITY, 1.0)));

    private final IndexedCollection<FilmRow> films = new ConcurrentIndexedCollection<>();
    private final int[] ids;
    private int next;

    private CqenginePeer(int[] ids) {
        this.ids = ids;
    }

    static CqenginePeer open(PeerRows rows, Progress progress) {
        CqenginePeer peer = new CqenginePeer(rows.ids());
        peer.films.addIndex(UniqueIndex.onAttribute(ID));
        peer.films.addIndex(HashIndex.onAttribute(RATING));
        peer.films.addIndex(NavigableIndex.onAttribute(LENGTH));
        peer.films.addIndex(RadixTreeIndex.onAttribute(TITLE));
        peer.films.addAll(ListPeer.films(rows, progress));
        return peer;
    }

    /** Returns whether this peer supports a query. */
    static boolean answers(Query query) {
        return switch (query) {
            case Q6a, Q6b, Q7a, Q7b, Q7c -> false;
            default -> true;
        };
    }

    @Override
    public @Nullable Supplier<Object> prepare(Query query) {
        return switch (query) {
            case Q1 -> () -> count(equal(RATING, Rating.PG13));
            case Q2 -> this::durations;
            case Q3 -> () -> count(greaterThan(LENGTH, 60));
            case Q4 ->
                () -> count(and(
                        between(LENGTH, 60, 120), greaterThanOrEqualTo(DURATION, 5), in(RATING, Rating.PG, Rating.R)));
            case Q5 -> this::ratings;
            case Q8 ->
                () -> {
                    try (ResultSet<FilmRow> found = films.retrieve(equal(ID, ids[next++ & (ids.length - 1)]))) {
                        return found.uniqueResult();
                    }
                };
            case Q9 -> () -> count(startsWith(TITLE, "AU"));
            case Q6a, Q6b, Q7a, Q7b, Q7c -> null;
        };
    }

    private long count(com.googlecode.cqengine.query.Query<FilmRow> query) {
        try (ResultSet<FilmRow> found = films.retrieve(query)) {
            return found.size();
        }
    }

    private IntSummaryStatistics durations() {
        try (ResultSet<FilmRow> found = films.retrieve(has(LENGTH), BY_LENGTH)) {
            return found.stream()
                    .skip(745)
                    .limit(5)
                    .mapToInt(FilmRow::rentalDuration)
                    .summaryStatistics();
        }
    }

    private List<RatingGroup> ratings() {
        return films.stream()
                .collect(groupingBy(
                        FilmRow::rating,
                        teeing(summarizingInt(FilmRow::length), summingLong(FilmRow::rentalRate), Map::entry)))
                .entrySet()
                .stream()
                .map(group -> new RatingGroup(
                        group.getKey().toDatabase(),
                        group.getValue().getKey().getCount(),
                        group.getValue().getKey().getAverage(),
                        group.getValue().getValue()))
                .toList();
    }

    @Override
    public void close() {}
}
