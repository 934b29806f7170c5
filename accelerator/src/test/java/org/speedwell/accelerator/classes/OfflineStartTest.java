package org.speedwell.accelerator.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.speedwell.accelerator.classes.OfflineShop.assertRows;

import com.mysql.cj.jdbc.MysqlDataSource;
import jakarta.persistence.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.classes.OfflineShop.Copy;
import org.speedwell.accelerator.classes.OfflineShop.Details;
import org.speedwell.accelerator.classes.OfflineShop.Film;
import org.speedwell.accelerator.classes.OfflineShop.Language;
import org.speedwell.accelerator.classes.OfflineShop.Refusing;
import org.speedwell.accelerator.database.Catalogue;
import org.speedwell.accelerator.entity.MappedSchema;
import org.speedwell.accelerator.file.CatalogueFormat;
import org.speedwell.accelerator.file.SnapshotWriter;
import org.speedwell.accelerator.follow.FollowConfiguration;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.follow.FollowStatus.Phase;
import org.speedwell.accelerator.live.LiveStore;
import org.speedwell.accelerator.mapping.MappingException;

/** Starts stores of classes from a file while the database refuses connections, and then heals it. */
@Tag("fault")
@Tag("database")
@Timeout(300)
class OfflineStartTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    private Path folder;

    private final Refusing dataSource = new Refusing();
    private Path file = Path.of("");

    @SuppressWarnings("NullAway.Init")
    private MappedSchema schema;

    @BeforeEach
    void save() throws SQLException {
        schema = OfflineShop.schema("speedwell_test_offline");
        schema.configure(dataSource);
        file = folder.resolve("shop");
        try (MemoryStore store = builder().follow().open()) {
            store.save(file);
        }
        dataSource.isRefusing = true;
    }

    @AfterEach
    void drop() throws SQLException {
        schema.close();
    }

    private MemoryStore.Builder builder() {
        return MemoryStore.builder(dataSource).tables(Film.class, Language.class, Copy.class);
    }

    private static FollowConfiguration often() {
        return FollowConfiguration.builder().retry(Duration.ofMillis(50)).build();
    }

    private static FollowStatus status(MemoryStore store) {
        return store.followStatus().orElseThrow();
    }

    @Test
    void everyModeStartsAndFollowsWhenTheDatabaseAnswers() throws Exception {
        int id = 10;
        for (OpenMode mode : OpenMode.values()) {
            dataSource.isRefusing = true;
            try (MemoryStore store = builder().follow(often()).open(file, mode)) {
                assertRows(store);
                assertThat(status(store).phase()).isEqualTo(Phase.DISCONNECTED);
                assertThat(status(store).problem().orElseThrow()).contains("the test refuses connections");
                assertThatThrownBy(store::load)
                        .isInstanceOf(DataStoreException.class)
                        .hasMessageContaining("the test refuses connections");
                schema.execute("INSERT INTO film VALUES (" + id + ", 'new', 'G', 1)");
                dataSource.isRefusing = false;
                SnapshotView before = store.snapshot();
                assertThat(store.await(LONG)).isTrue();
                int added = id;
                assertThat(store.stream(Film.class).filter(film -> film.getId() == added))
                        .hasSize(1);
                assertThat(store.changes(Film.class, before, store.snapshot())).hasSize(id - 9);
                assertThat(store.verify().isEqual()).isTrue();
                store.load();
                assertThat(store.stream(Film.class).count()).isEqualTo(id - 9 + 3);
                id++;
            }
        }
    }

    @Test
    void storeWithoutReplicationLoadsWhenTheDatabaseAnswers() throws SQLException {
        try (MemoryStore store = builder().open(file, OpenMode.VERIFIED)) {
            assertRows(store);
            assertThat(store.followStatus()).isEmpty();
            schema.execute("DELETE FROM film WHERE id = 3");
            dataSource.isRefusing = false;
            store.load();
            assertThat(store.stream(Film.class).count()).isEqualTo(2);
            store.save(file); // describes its tables again
        }
        dataSource.isRefusing = true;
        try (MemoryStore store = builder().open(file, OpenMode.COPIED)) {
            assertThat(store.stream(Film.class).count()).isEqualTo(2);
        }
    }

    @Test
    void refusedPortIsUnreachable() {
        MysqlDataSource none = new MysqlDataSource();
        none.setUrl("jdbc:mysql://127.0.0.1:1/speedwell_test_offline");
        try (MemoryStore store = MemoryStore.builder(none)
                .tables(Film.class, Language.class, Copy.class)
                .follow(often())
                .open(file, OpenMode.LAZY)) {
            assertRows(store);
            assertThat(status(store).phase()).isEqualTo(Phase.DISCONNECTED);
        }
    }

    @Test
    void everyDifferenceIsNamedWhenTheDatabaseAnswers() throws Exception {
        try (MemoryStore store = builder().follow(often()).open(file, OpenMode.VERIFIED)) {
            assertRows(store);
            schema.execute(
                    "ALTER TABLE film MODIFY rating ENUM('G', 'PG', 'R')",
                    "ALTER TABLE copy MODIFY number BIGINT NOT NULL",
                    "ALTER TABLE language CHANGE name titel VARCHAR(20) NOT NULL");
            dataSource.isRefusing = false;
            await().atMost(LONG).until(() -> status(store).phase() == Phase.STOPPED);
            String film = Film.class.getName();
            String[] differences = {
                "The mapped classes have 3 differences from the database:",
                film + ".rating has column film.rating, which has the labels 'R', which enum Rating lacks.",
                Language.class.getName() + ".name has no column name in table language.",
                Copy.class.getName() + ".number has column copy.number, which is bigint"
            };
            assertThat(status(store).problem().orElseThrow()).contains(differences);
            assertThatThrownBy(store::load)
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageStartingWith("The mapped classes have 3 differences")
                    .message()
                    .contains(differences);
            assertRows(store); // the version of the file stays
            schema.execute(
                    "ALTER TABLE film MODIFY rating ENUM('G', 'PG')",
                    "ALTER TABLE copy MODIFY number INT NOT NULL",
                    "ALTER TABLE language CHANGE titel name VARCHAR(20) NOT NULL");
            store.load();
            assertThat(store.await(LONG)).isTrue();
            assertRows(store);
        }
    }

    @Test
    void changedKeyIsNamed() throws Exception {
        try (MemoryStore store = builder().open(file, OpenMode.VERIFIED)) {
            schema.execute("ALTER TABLE copy DROP PRIMARY KEY, ADD PRIMARY KEY (film_id, number)");
            dataSource.isRefusing = false;
            assertThatThrownBy(store::load)
                    .isInstanceOf(DataStoreException.class)
                    .hasMessageContaining("Copy has table speedwell_test_offline.copy with the key (number, film_id)")
                    .hasMessageContaining("with the key (film_id, number)")
                    .hasMessageContaining("Restart the application while the database is reachable.");
        }
    }

    @Table(name = "copy")
    record Wrong(byte filmId, String numero, @Nullable Details details) {}

    @Test
    void classesAreComparedWithTheFile() {
        assertThatThrownBy(() -> MemoryStore.builder(dataSource)
                        .tables(Wrong.class, Film.class, Language.class)
                        .open(file, OpenMode.VERIFIED))
                .isInstanceOf(MappingException.class)
                .hasMessageContaining("Wrong.filmId has column copy.film_id, which is bigint")
                .hasMessageContaining(
                        "Wrong.numero has no column numero in table copy. Add @Column(name = \"number\").");
        assertThatThrownBy(() -> builder().schema("elsewhere").open(file, OpenMode.VERIFIED))
                .isInstanceOf(MappingException.class)
                .hasMessageContaining("has no table film in schema elsewhere");
    }

    @Test
    void schemaOfTheBuilderIsAlsoThatOfTheFile() {
        String url = dataSource.getURL();
        dataSource.setUrl(url.replace("speedwell_test_offline", "information_schema"));
        dataSource.isRefusing = false;
        try (MemoryStore store =
                builder().schema("speedwell_test_offline").follow().open()) {
            assertRows(store);
            store.save(file);
        }
        dataSource.isRefusing = true;
        try (MemoryStore store = builder().schema("speedwell_test_offline").open(file, OpenMode.VERIFIED)) {
            assertRows(store);
            dataSource.isRefusing = false;
            store.load();
            assertRows(store);
        }
    }

    @Test
    void fileWithoutDescriptionNeedsTheDatabase() throws IOException {
        dataSource.isRefusing = false;
        try (MemoryStore store = builder().open()) {
            SnapshotWriter.save(Objects.requireNonNull(((LiveStore) store).current()), file);
        }
        try (MemoryStore store = builder().open(file, OpenMode.VERIFIED)) {
            assertRows(store);
        }
        dataSource.isRefusing = true;
        assertThatThrownBy(() -> builder().open(file, OpenMode.VERIFIED))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("the test refuses connections")
                .hasMessageContaining("The snapshot " + file + " does not describe them")
                .hasMessageContaining("Start once while the database is reachable, and save it again.");
    }

    @Test
    void onlyUnreachableDatabasesAreReplacedByTheFile() {
        dataSource.isRefusing = false;
        dataSource.setPassword("wrong");
        dataSource.setUser("stranger");
        assertThatThrownBy(() -> builder().open(file, OpenMode.VERIFIED))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("cannot be read")
                .hasMessageContaining("stranger");
        dataSource.isRefusing = true;
        assertThatThrownBy(() -> builder().open())
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("the test refuses connections");
        assertThatThrownBy(() -> builder().open(folder.resolve("none"), OpenMode.VERIFIED))
                .isInstanceOf(DataStoreException.class)
                .hasMessageContaining("the test refuses connections")
                .hasMessageContaining("there is no file");
    }

    @Test
    void descriptionInTheFileIsThatOfTheDatabase() throws Exception {
        Catalogue inFile = CatalogueFormat.read(file);
        try (Connection connection = schema.connect()) {
            Catalogue now = Catalogue.of(connection, List.of(Optional.empty()));
            assertThat(inFile.schema()).isEqualTo(now.schema());
            assertThat(inFile.tables()).containsExactlyInAnyOrderElementsOf(now.tables());
        }
        assertThat(inFile.tables().getFirst().primaryKey()).isNotEmpty();
    }
}
