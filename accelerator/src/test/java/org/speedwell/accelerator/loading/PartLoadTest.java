package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.field.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.SameRows;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;
import org.speedwell.torture.TextKeys;
import org.speedwell.torture.TextKeysManager;

/** Verifies loads of one part of a table. All parts together form the table, and a part does not replace it. */
@Tag("oracle")
@Tag("database")
@SuppressWarnings("NullAway.Init") // each test starts its application first
class PartLoadTest {
    private static final long SEED = 20_261_123L;

    private static TortureDatabase database;

    @TempDir
    private Path folder;

    private Speedment app;
    private DataStoreComponent store;

    @BeforeAll
    static void loadDatabase() throws SQLException {
        database = new TortureDatabase("speedwell_test_parts");
    }

    @AfterAll
    static void dropDatabase() throws SQLException {
        database.close();
    }

    private void start() {
        app = database.inMemory();
        store = app.getOrThrow(DataStoreComponent.class);
    }

    @AfterEach
    void stop() {
        app.stop();
    }

    @Test
    void partsTogetherContainEachRowOnce() {
        start();
        store.load();
        MixedManager mixed = app.getOrThrow(MixedManager.class);
        TextKeysManager texts = app.getOrThrow(TextKeysManager.class);
        List<Mixed> allMixed = mixed.stream().toList();
        List<TextKeys> allTexts = texts.stream().toList();
        List<Field<Mixed>> keys = List.of(Mixed.ID, Mixed.OPT_AGE, Mixed.NICKNAME, Mixed.QUANTITY);
        Random random = new Random(SEED);
        for (int run = 0; run < keys.size(); run++) {
            int parts = 1 + random.nextInt(5);
            int chunk = 1 + random.nextInt(allMixed.size());
            List<Mixed> rows = new ArrayList<>();
            List<TextKeys> byText = new ArrayList<>();
            for (int part = 0; part < parts; part++) {
                store.load(LoadConfiguration.builder()
                        .chunkSize(chunk)
                        .part(keys.get(run), part, parts)
                        .part(TextKeys.CODE, part, parts)
                        .build());
                rows.addAll(mixed.stream().toList());
                byText.addAll(texts.stream().toList());
                assertThat(mixed.stream().toList()).isSortedAccordingTo(Comparator.comparing(Mixed::getId));
            }
            String which = "seed %d, run %d: %d parts, chunks of %d rows".formatted(SEED, run, parts, chunk);
            assertThat(rows.size()).as(which).isEqualTo(allMixed.size());
            assertThat(rows).as(which).containsExactlyInAnyOrderElementsOf(allMixed);
            assertThat(byText).as(which).containsExactlyInAnyOrderElementsOf(allTexts);
        }
        store.load();
        SameRows.assertSame("mixed", mixed.stream().toList(), allMixed);
    }

    @Test
    void partIsRefusedWhereTheWholeTableIsNeeded() {
        start();
        store.load(LoadConfiguration.builder().part(Mixed.ID, 1, 3).build());
        Path file = folder.resolve("part");
        String reason = "because it does not have all rows of torture.mixed, part 2 of 3. Load all rows first";

        assertThatThrownBy(() -> store.save(file))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("cannot be saved, " + reason);
        assertThatThrownBy(store::verify)
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("cannot be compared with the database, " + reason);
        assertThat(file).doesNotExist();

        store.load();
        store.save(file);
        assertThat(Files.exists(file)).isTrue();
    }

    @Test
    void keyWithoutAStableHashIsRefused() {
        start();

        assertThatThrownBy(() -> store.load(
                        LoadConfiguration.builder().part(Mixed.PRICE, 0, 2).build()))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining(
                        "Table speedwell_test_parts.mixed cannot be split into parts by price, which is DECIMAL. Use a"
                                + " column of whole numbers or texts.");
        assertThatThrownBy(() -> LoadConfiguration.builder().part(Mixed.ID, 2, 2))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("There is no part 2 of 2. Parts are numbered from 0.");
    }
}
