package org.speedwell.hazelcast;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import org.speedwell.accelerator.SnapshotView;

/**
 * The parts for which a member answers questions. Usually it holds one part. During a change of the members it holds a
 * second one: the part for the former number of parts. An entry keeps the memory of its version alive. Thread-safe.
 */
final class HeldParts {
    private final Map<Integer, Held> byCount = new ConcurrentHashMap<>();

    /** A part and the version of the tables that contains it. */
    record Held(PartNumber part, SnapshotView version) {}

    void put(PartNumber part, SnapshotView version) {
        byCount.put(part.of(), new Held(part, version));
    }

    /** Replaces the version of a part by a later one, if the member still holds the part. */
    void follow(PartNumber part, SnapshotView version) {
        byCount.computeIfPresent(part.of(), (_, held) -> held.part.equals(part) ? new Held(part, version) : held);
    }

    /** Returns the version that contains a part. Empty if the member does not hold the part. */
    Optional<SnapshotView> version(PartNumber part) {
        return Optional.ofNullable(byCount.get(part.of()))
                .filter(held -> held.part.equals(part))
                .map(Held::version);
    }

    boolean has(PartNumber part) {
        return version(part).isPresent();
    }

    List<PartNumber> numbers() {
        return byCount.values().stream().map(Held::part).toList();
    }

    /** Removes all parts whose total number of parts does not satisfy the predicate. */
    void retain(IntPredicate ofParts) {
        byCount.keySet().removeIf(count -> !ofParts.test(count));
    }
}
