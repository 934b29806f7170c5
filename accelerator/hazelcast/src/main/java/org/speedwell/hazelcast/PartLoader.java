package org.speedwell.hazelcast;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.source.LoadConfiguration;

/**
 * A loader of one part of each partitioned table, and of all rows of the other tables.
 *
 * @param keys the columns by which the tables are partitioned, one of each table
 * @param how adds the user's settings to each load
 */
record PartLoader(DataStore store, List<ColumnIdentifier<?>> keys, UnaryOperator<LoadConfiguration.Builder> how) {

    /** The end of a text of {@link SnapshotView#parts}. */
    private static final Pattern PART = Pattern.compile("part (\\d+) of (\\d+)$");

    /**
     * Starts a load, which becomes the current version of the store. Afterwards {@link #loaded} returns the version,
     * unless another load has replaced it.
     */
    CompletableFuture<Void> start(PartNumber part) {
        LoadConfiguration.Builder load = how.apply(LoadConfiguration.builder());
        keys.forEach(key -> load.part(new LoadConfiguration.Part(key, part.number(), part.of())));
        return store.createSnapshotJob(load.build());
    }

    /** Returns the version in memory if it contains exactly this part of each partitioned table. */
    Optional<SnapshotView> loaded(PartNumber part) {
        return Optional.of(store.snapshot()).filter(version -> contains(version, part));
    }

    /** Returns the part that a version contains of each partitioned table. Empty if it contains other rows. */
    Optional<PartNumber> part(SnapshotView version) {
        return version.parts().stream()
                .map(PART::matcher)
                .filter(Matcher::find)
                .map(found -> new PartNumber(Integer.parseInt(found.group(1)) - 1, Integer.parseInt(found.group(2))))
                .filter(part -> contains(version, part))
                .findFirst();
    }

    private boolean contains(SnapshotView version, PartNumber part) {
        List<String> expected =
                keys.stream().map(key -> table(key) + ", " + part).sorted().toList();
        return version.parts().stream().sorted().toList().equals(expected);
    }

    boolean isPartitioned(String table) {
        return keys.stream().anyMatch(key -> (key.getDbmsId() + "." + table(key)).equals(table));
    }

    /** Returns the partitioned tables and their keys. All members must have the same layout. */
    String layout() {
        return keys.stream()
                .map(key -> table(key) + " by " + key.getColumnId())
                .sorted()
                .collect(Collectors.joining(", "));
    }

    private static String table(ColumnIdentifier<?> key) {
        return key.getSchemaId() + "." + key.getTableId();
    }
}
