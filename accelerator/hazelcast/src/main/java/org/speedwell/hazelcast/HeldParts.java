package org.speedwell.hazelcast;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import org.speedwell.accelerator.SnapshotView;

/**
 * The parts that a member answers of: one, or two while the members share the tables out anew, as one of so many and one of so many
 * parts. Thread-safe. As long as one is here its memory is kept.
 */
final class HeldParts {
    private final Map<Integer, Held> byCount = new ConcurrentHashMap<>();

    /** A part, and the version of the tables that has it. */
    record Held(PartNumber part, SnapshotView version) {}

    void put(PartNumber part, SnapshotView version) {
        byCount.put(part.of(), new Held(part, version));
    }

    /** Empty if it is not held. */
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

    /** Lets go all but those of certain numbers of parts. */
    void retain(IntPredicate ofParts) {
        byCount.keySet().removeIf(count -> !ofParts.test(count));
    }
}
