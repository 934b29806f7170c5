package org.speedwell.accelerator.versions;

import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.database.EntityTable;
import org.speedwell.accelerator.file.SnapshotWriter;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * A program that replaces one version by the next within a memory budget of two and a half versions. The argument is a
 * folder.
 */
public final class Reopening {
    private static final int TIMES = 6;

    private Reopening() {}

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]).resolve("snapshot");
        Speedment offline = EntityTable.offline(new TortureApplicationBuilder());
        SnapshotWriter.save(RandomSnapshot.of(offline, 500, 0), file);
        StoreConfiguration configuration = StoreConfiguration.builder()
                .memoryBudget(Files.size(file) * 5 / 2)
                .build();
        Speedment app = EntityTable.offline(new TortureApplicationBuilder()
                .withBundle(InMemoryBundle.class)
                .withComponent(StoreConfiguration.class, () -> configuration));
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        MixedManager mixed = app.getOrThrow(MixedManager.class);
        for (int i = 0; i < TIMES; i++) {
            store.open(file, OpenMode.COPIED).join();
            System.out.println(mixed.stream().count() + " rows of version " + store.version());
        }
        List<Stream<Mixed>> unended = new ArrayList<>();
        try {
            for (int i = 0; i < TIMES; i++) {
                unended.add(mixed.stream());
                store.open(file, OpenMode.COPIED).join();
            }
            System.out.println("never refused");
        } catch (DataStoreException e) {
            System.out.println("refused: " + e.getMessage());
        }
        for (Stream<Mixed> stream : unended) {
            System.out.println(stream.count() + " rows of a stream");
        }
        System.exit(0);
    }
}
