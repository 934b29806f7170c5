package org.speedwell.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

/**
 * Loads an archive in the form of the public Sakila archive. It has two films and every construct that needs special
 * care.
 */
@DisabledIfEnvironmentVariable(
        named = "SPEEDWELL_TEST_URL",
        matches = ".+",
        disabledReason = "drops and makes schemas named sakila, which only a database of its own is good for")
@Tag("fault")
class SakilaArchiveTest {
    private static final String SCHEMA_SQL = """
            -- Sakila, as it might be
            SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0;
            DROP SCHEMA IF EXISTS sakila;
            CREATE SCHEMA sakila;
            USE sakila;
            CREATE TABLE film (
              film_id SMALLINT UNSIGNED NOT NULL AUTO_INCREMENT,
              title VARCHAR(128) NOT NULL,
              language_id TINYINT UNSIGNED NOT NULL,
              PRIMARY KEY  (film_id),
              CONSTRAINT fk_film_language FOREIGN KEY (language_id) REFERENCES language (language_id)
            ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
            CREATE TABLE film_text (
              film_id SMALLINT NOT NULL,
              title VARCHAR(255) NOT NULL,
              PRIMARY KEY  (film_id)
            )ENGINE=MyISAM DEFAULT CHARSET=utf8mb4;
            DELIMITER ;;
            CREATE TRIGGER `ins_film` AFTER INSERT ON `film` FOR EACH ROW BEGIN
                INSERT INTO film_text (film_id, title)
                    VALUES (new.film_id, new.title);
              END;;
            DELIMITER ;
            CREATE TABLE language (
              language_id TINYINT UNSIGNED NOT NULL AUTO_INCREMENT,
              name CHAR(20) NOT NULL,
              PRIMARY KEY (language_id)
            ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
            """;
    private static final String DATA_SQL = """
            USE sakila;
            SET AUTOCOMMIT=0;
            INSERT INTO film VALUES (1,'A; B',1),
            (2,'It''s C',1);
            INSERT INTO language VALUES (1,'English');
            COMMIT;
            """;

    private static Database database;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        database = Database.embedded();
    }

    @AfterAll
    static void stop() {
        database.close();
    }

    @BeforeEach
    void drop() throws SQLException {
        execute("DROP DATABASE IF EXISTS sakila");
    }

    @Test
    void archiveLoadsWithItsTriggers() throws Exception {
        Path file = archive(Map.of("sakila-db/sakila-schema.sql", SCHEMA_SQL, "sakila-db/sakila-data.sql", DATA_SQL));
        SakilaArchive archive = SakilaArchive.read(file, sha256(file));

        archive.load(database, Progress.none());

        assertThat(text("SELECT GROUP_CONCAT(title ORDER BY film_id) FROM sakila.film_text"))
                .isEqualTo("A; B,It's C");
        assertThat(text("SELECT engine FROM information_schema.tables WHERE table_schema = 'sakila'"
                        + " AND table_name = 'film_text'"))
                .isEqualTo("InnoDB");
        try (Connection connection = database.connect()) {
            assertThat(archive.isLoaded(connection)).isTrue();
        }
        archive.load(database, Progress.none()); // replaces the schema loaded before
    }

    @Test
    void unknownDigestIsRefusedAndReported() throws Exception {
        Path file = archive(Map.of("sakila-schema.sql", SCHEMA_SQL, "sakila-data.sql", DATA_SQL));

        assertThatThrownBy(() -> SakilaArchive.read(file, null))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining(sha256(file))
                .hasMessageContaining(SakilaArchive.KNOWN_SHA_256);
    }

    @Test
    void invalidArchiveIsRefused() throws Exception {
        Path text = Files.writeString(folder.resolve("text.zip"), "no archive");
        Path other = archive(Map.of("world.sql", "SELECT 1;"));
        Path noSakila = archive(Map.of("sakila-schema.sql", "SELECT 1;", "sakila-data.sql", ""));
        Path none = folder.resolve("none.zip");

        assertThatThrownBy(() -> SakilaArchive.read(text, sha256(text)))
                .hasMessageContaining("cannot be read")
                .hasMessageContaining("sakila-db.zip");
        assertThatThrownBy(() -> SakilaArchive.read(other, sha256(other)))
                .hasMessageContaining("does not contain sakila-schema.sql");
        assertThatThrownBy(() -> SakilaArchive.read(noSakila, sha256(noSakila)))
                .hasMessageContaining("does not create table language");
        assertThatThrownBy(() -> SakilaArchive.read(none, null))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("none.zip");
    }

    @Test
    void foreignSchemaIsNotChanged() throws Exception {
        Path file = archive(Map.of("sakila-schema.sql", SCHEMA_SQL, "sakila-data.sql", DATA_SQL));
        execute("CREATE DATABASE sakila", "CREATE TABLE sakila.language (mine INT)");

        assertThatThrownBy(() -> SakilaArchive.read(file, sha256(file)).load(database, Progress.none()))
                .isInstanceOf(DatabaseException.class)
                .hasMessageContaining("contains tables that Speedwell did not create");
        assertThat(text("SELECT COUNT(*) FROM sakila.language")).isEqualTo("0");
    }

    @Test
    void failedLoadIsRecognisedAndCanBeRepeated() throws Exception {
        Path broken = archive(Map.of("sakila-schema.sql", SCHEMA_SQL, "sakila-data.sql", DATA_SQL + "NONSENSE;\n"));
        SakilaArchive archive = SakilaArchive.read(broken, sha256(broken));
        assertThatThrownBy(() -> archive.load(database, Progress.none())).isInstanceOf(SQLException.class);
        try (Connection connection = database.connect()) {
            assertThat(archive.isLoaded(connection)).isFalse();
        }

        Path whole = archive(Map.of("sakila-schema.sql", SCHEMA_SQL, "sakila-data.sql", DATA_SQL));
        SakilaArchive.read(whole, sha256(whole)).load(database, Progress.none());

        assertThat(text("SELECT COUNT(*) FROM sakila.film")).isEqualTo("2");
    }

    private Path archive(Map<String, String> files) throws IOException {
        Path file = Files.createTempFile(folder, "sakila", ".zip");
        try (OutputStream out = Files.newOutputStream(file);
                ZipOutputStream zip = new ZipOutputStream(out)) {
            for (Map.Entry<String, String> each : files.entrySet()) {
                zip.putNextEntry(new ZipEntry(each.getKey()));
                zip.write(each.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    private static String sha256(Path file) throws IOException, NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
    }

    private static void execute(String... statements) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String text(String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }
}
