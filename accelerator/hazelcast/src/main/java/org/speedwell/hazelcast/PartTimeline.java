package org.speedwell.hazelcast;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import org.speedwell.accelerator.model.Position;

/**
 * The results of all parts by their positions. A result of a part at a position depends on the database alone, not on
 * the member that computed it. So the results of all parts at one position form a result over all rows, also while the
 * members change. For one thread at a time.
 */
final class PartTimeline {
    /** The number of positions of one part that are kept until the other parts reach one of them. */
    static final int MAX_POSITIONS = 1024;

    /** The bytes of the answers of one part that are kept until then. */
    static final long MAX_BYTES = 16L << 20;

    /** The timelines of the parts, by the number of parts. */
    private final Map<Integer, List<Timeline>> byCount = new HashMap<>();

    /** The members that reported the last result that {@link #newest} has returned. */
    private List<UUID> lastSources = List.of();

    /** True if the present search has left out results because they are older. */
    private boolean hasLeftOut;

    private volatile boolean isBehind;

    /** The results of one part in the order in which one member has reported them. */
    private static final class Timeline {
        private UUID source;
        private final LinkedHashMap<String, PartResult> results = new LinkedHashMap<>();
        private long bytes;

        Timeline(UUID source) {
            this.source = source;
        }

        void add(UUID from, PartResult result) {
            if (!from.equals(source)) { // positions of two members have no common order
                source = from;
                results.clear();
                bytes = 0;
            }
            if (results.putIfAbsent(result.key(), result) == null) {
                bytes += bytes(result);
            }
            while (results.size() > MAX_POSITIONS || bytes > MAX_BYTES && results.size() > 1) {
                dropFirst();
            }
        }

        /** Forgets everything before a position. */
        void dropBefore(String key) {
            while (!results.firstEntry().getKey().equals(key)) {
                dropFirst();
            }
        }

        private void dropFirst() {
            bytes -= bytes(results.pollFirstEntry().getValue());
        }

        private static long bytes(PartResult of) {
            return of.answer() instanceof PartAnswer.Known known ? known.value().length : 0;
        }
    }

    /** Returns the moment of the database that results of one position show. */
    static Instant takenAt(List<PartResult> whole) {
        return whole.stream().map(PartResult::takenAt).max(Instant::compareTo).orElseThrow();
    }

    /** Adds a result that a member has reported. */
    void add(UUID member, PartResult result) {
        PartNumber part = result.part();
        List<Timeline> parts = byCount.computeIfAbsent(part.of(), _ -> new ArrayList<>());
        while (parts.size() < part.of()) {
            parts.add(new Timeline(member));
        }
        parts.get(part.number()).add(member, result);
    }

    /**
     * Returns the results of all parts at the newest position that all of them have reported, in the order of the
     * parts, and forgets older ones. If the tables are now divided into another number of parts, the results of the
     * former parts are forgotten too. Other members may begin at an older position than that of the former result.
     * Their results count once they have passed it.
     *
     * @param former the number of parts of the former result, which counts only if no other number is complete
     * @param isOlder tests whether a position is older than that of the former result
     * @return empty if there is no such position
     */
    Optional<List<PartResult>> newest(int former, Predicate<Position> isOlder) {
        hasLeftOut = false;
        Optional<List<PartResult>> found = search(former, isOlder);
        isBehind = hasLeftOut; // at once, so that no reader takes an old result for a current one meanwhile
        return found;
    }

    private Optional<List<PartResult>> search(int former, Predicate<Position> isOlder) {
        for (int count : List.copyOf(byCount.keySet())) {
            Optional<List<PartResult>> found = count == former ? Optional.empty() : newestOf(count, isOlder);
            if (found.isPresent()) {
                byCount.keySet().retainAll(List.of(count));
                return found;
            }
        }
        return byCount.containsKey(former) ? newestOf(former, isOlder) : Optional.empty();
    }

    /** Returns whether {@link #newest} has left out results because they are older than the former one. */
    boolean isBehind() {
        return isBehind;
    }

    private Optional<List<PartResult>> newestOf(int count, Predicate<Position> isOlder) {
        Optional<List<PartResult>> found = newestOf(count);
        List<UUID> sources = byCount.getOrDefault(count, List.of()).stream()
                .map(part -> part.source)
                .toList();
        if (found.isEmpty()) {
            return found;
        }
        if (!sources.equals(lastSources) && isOlder.test(found.get().getFirst().position())) {
            hasLeftOut = true;
            return Optional.empty();
        }
        lastSources = sources;
        return found;
    }

    private Optional<List<PartResult>> newestOf(int count) {
        List<Timeline> parts = byCount.getOrDefault(count, List.of());
        for (String key : parts.getFirst().results.sequencedKeySet().reversed()) {
            if (parts.stream().allMatch(part -> part.results.containsKey(key))) {
                parts.forEach(part -> part.dropBefore(key));
                return Optional.of(parts.stream()
                        .map(part -> requireNonNull(part.results.get(key)))
                        .toList());
            }
        }
        return Optional.empty();
    }
}
