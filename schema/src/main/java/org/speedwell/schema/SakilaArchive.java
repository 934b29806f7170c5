package org.speedwell.schema;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The original Sakila of MySQL, as the file {@code sakila-db.zip} that the user has downloaded. This project does not
 * contain it. The class checks the file's SHA-256 before it runs any of its SQL. For one thread.
 * {@snippet :
 * SakilaArchive.read(Path.of("sakila-db.zip"), null).load(database, Progress.console());
 * }
 */
public final class SakilaArchive {

    /** The digest of version 1.5, the newest known version. */
    static final String KNOWN_SHA_256 = "ef4ab9aab7a433311eff6558561bf47de231fe9f6d49f03de67e593418df719c";

    /** The table whose comment marks the schema. It is the first table that the load creates. */
    private static final String MARKED_TABLE = "language";

    private final Path file;
    private final String sha256;
    private final List<String> tables;
    private final List<String> rest;

    private SakilaArchive(Path file, String sha256, List<String> tables, List<String> rest) {
        this.file = file;
        this.sha256 = sha256;
        this.tables = tables;
        this.rest = rest;
    }

    /**
     * Reads an archive.
     *
     * @param expectedSha256 in hexadecimal digits; null for the version that this project knows
     * @throws DatabaseException if the file is missing, has another digest, or does not contain Sakila
     */
    public static SakilaArchive read(Path file, @Nullable String expectedSha256) {
        String expected =
                expectedSha256 == null ? KNOWN_SHA_256 : expectedSha256.strip().toLowerCase(Locale.ROOT);
        try {
            String found = sha256(file);
            if (!found.equals(expected)) {
                throw new DatabaseException(
                        "The SHA-256 digest of " + file + " is " + found + ", but must be " + expected
                                + ". If you trust this version of the archive, pass its digest as the expected one.");
            }
            try (ZipFile zip = new ZipFile(file.toFile())) {
                List<String> statements = new ArrayList<>(statements(zip, "sakila-schema.sql", file));
                List<String> data = statements(zip, "sakila-data.sql", file);
                List<String> marked = statements.stream()
                        .filter(sql -> sql.startsWith("CREATE TABLE " + MARKED_TABLE + " "))
                        .toList();
                if (marked.isEmpty()) {
                    throw new DatabaseException("The schema script in " + file + " does not create table "
                            + MARKED_TABLE + ", so the archive is not Sakila. Use the original sakila-db.zip.");
                }
                statements.removeAll(marked);
                statements.addAll(data);
                return new SakilaArchive(file, found, marked, statements);
            }
        } catch (IOException e) {
            throw new DatabaseException(
                    "The archive " + file + " cannot be read: " + e.getMessage() + ". Use the original sakila-db.zip.",
                    e);
        }
    }

    /**
     * Creates and fills the schema {@code sakila}. Replaces a schema that Speedwell created before.
     *
     * @throws DatabaseException if a schema of this name has tables that Speedwell did not create
     * @throws SQLException if the server fails; {@link #isLoaded} then returns false for the schema
     */
    public void load(Database database, Progress progress) throws SQLException {
        Schema target = new Schema(Sakila.SCHEMA, MARKED_TABLE);
        try (Connection connection = database.connect();
                Progress.Task task = progress.start("sakila-db.zip", rest.size())) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("SET SESSION foreign_key_checks = 0, time_zone = '+00:00'");
            }
            target.recreate(connection, tables);
            try (Statement statement = connection.createStatement()) {
                statement.setEscapeProcessing(false);
                for (String sql : rest) {
                    statement.execute(sql);
                    task.advance(1);
                }
            }
            if (!connection.getAutoCommit()) {
                connection.commit();
            }
            target.markLoaded(connection, content());
        }
    }

    /** Returns whether the schema contains this archive completely. Costs one look-up. */
    public boolean isLoaded(Connection connection) throws SQLException {
        return new Schema(Sakila.SCHEMA, MARKED_TABLE).isLoaded(connection, content());
    }

    private String content() {
        return "Sakila, archive " + sha256 + ", format 1";
    }

    private static List<String> statements(ZipFile zip, String name, Path file) throws IOException {
        ZipEntry entry = zip.stream()
                .filter(each -> each.getName().equals(name) || each.getName().endsWith("/" + name))
                .findFirst()
                .orElseThrow(() -> new DatabaseException(
                        "The archive " + file + " does not contain " + name + ". Use the original sakila-db.zip."));
        String script = new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8);
        return Script.split(script).stream()
                .filter(SakilaArchive::isOfTheSchema)
                // An engine without transactions supports neither consistent reads nor global transaction ids.
                .map(sql -> sql.replace("ENGINE=MyISAM", "ENGINE=InnoDB"))
                .toList();
    }

    /**
     * Returns whether a statement is about the content of the schema. {@link Schema} itself drops, creates and selects
     * the schema.
     */
    private static boolean isOfTheSchema(String sql) {
        String begin = sql.substring(0, Math.min(sql.length(), 30)).toUpperCase(Locale.ROOT);
        return !(begin.startsWith("DROP SCHEMA") || begin.startsWith("CREATE SCHEMA") || begin.startsWith("USE "));
    }

    private static String sha256(Path file) throws IOException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(file)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has it", e);
        }
    }

    @Override
    public String toString() {
        return Objects.toString(file.getFileName());
    }
}
