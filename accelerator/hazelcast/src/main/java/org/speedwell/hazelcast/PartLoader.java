package org.speedwell.hazelcast;

import com.speedment.runtime.config.identifier.ColumnIdentifier;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.source.LoadConfiguration;

/**
 * Loads parts of the tables that are shared out, and all of the others.
 *
 * @param keys by which tables are shared out, one of each
 * @param how what else is said of a load
 */
record PartLoader(
        DataStoreComponent store, List<ColumnIdentifier<?>> keys, UnaryOperator<LoadConfiguration.Builder> how) {

    /** Begins; the version is the store's, and the part's if nobody else has loaded another one meanwhile. */
    CompletableFuture<Void> start(PartNumber part) {
        LoadConfiguration.Builder load = how.apply(LoadConfiguration.builder());
        keys.forEach(key -> load.part(new LoadConfiguration.Part(key, part.number(), part.of())));
        return store.createSnapshotJob(load.build());
    }

    /** The version in memory, if it has that part of each table. */
    Optional<SnapshotView> loaded(PartNumber part) {
        SnapshotView version = store.snapshot();
        List<String> expected =
                keys.stream().map(key -> table(key) + ", " + part).sorted().toList();
        return Optional.of(version)
                .filter(view -> view.parts().stream().sorted().toList().equals(expected));
    }

    boolean isSharedOut(String table) {
        return keys.stream().anyMatch(key -> (key.getDbmsId() + "." + table(key)).equals(table));
    }

    /** Which tables are shared out by what; the same on all members. */
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
