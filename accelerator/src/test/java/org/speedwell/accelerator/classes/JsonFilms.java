package org.speedwell.accelerator.classes;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.entity.MappedSchema;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** A table of films with JSON columns, and the objects that Jackson reads from the texts of JDBC. */
final class JsonFilms implements AutoCloseable {
    static final int ROWS = 300;

    private static final JsonMapper JACKSON = JsonMapper.builder().build();

    enum Mood {
        LIGHT,
        DARK
    }

    record Award(String name, @Nullable LocalDate day) {}

    record Details(
            @Nullable String director,
            @Nullable List<String> tags,
            @Nullable Integer year,
            @Nullable BigDecimal budget,
            @Nullable Map<String, Long> views,
            @Nullable Mood mood,
            @Nullable Award award,
            @Nullable Instant at) {}

    record Film(
            int id,
            String title,
            @Nullable Details details,
            @Nullable List<Award> awards,
            @Nullable Map<String, Object> extra) {}

    /** Texts of {@link Details}. */
    static final List<String> EXTREMES = List.of(
            "{}",
            "null",
            "{\"director\": null, \"tags\": [], \"views\": {}}",
            "{\"director\": \"\", \"tags\": [\"\", \"\\u00e9\\ud83d\\ude00\\u0000\\\"\\\\\\/\\b\"]}",
            "{\"director\": \"ß😀\\u2028\", \"unknown\": [1, {\"a\": 2}]}",
            "{\"year\": -2147483648, \"budget\": -0.5, \"views\": {\"\": -9223372036854775808}}",
            "{\"year\": 2147483647, \"budget\": 1e300, \"views\": {\"most\": 9223372036854775807}}",
            "{\"budget\": 12345678901234567890123.25, \"mood\": \"DARK\"}",
            "{\"award\": {\"name\": \"Bär\", \"day\": \"2024-02-29\"}, \"at\": \"2024-02-29T23:59:59.123456789Z\"}",
            " { \"year\" : 2001 , \"year2\" : 1 } ");

    private final MappedSchema schema;

    JsonFilms(String name) throws SQLException {
        schema = new MappedSchema(
                name,
                "CREATE TABLE film (id INT PRIMARY KEY, title VARCHAR(50) NOT NULL, details JSON, awards JSON,"
                        + " extra JSON, note VARCHAR(20))",
                "CREATE TABLE loose (id INT PRIMARY KEY,"
                        + " details LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)");
        Random random = new Random(7);
        try (Connection connection = schema.connect();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO film VALUES (?, ?, ?, ?, ?, '\"DARK\"')")) {
            for (int id = 0; id < ROWS; id++) {
                insert.setInt(1, id);
                insert.setString(2, "t" + random.nextInt(5));
                insert.setString(3, id < EXTREMES.size() ? EXTREMES.get(id) : details(random));
                insert.setString(4, id == 0 ? "[]" : id == 1 ? "[null]" : awards(random));
                insert.setString(5, id == 0 ? nested(12) : extra(random));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    MappedSchema schema() {
        return schema;
    }

    MemoryStore.Builder store(Class<?>... rows) {
        return MemoryStore.builder(schema.dataSource()).tables(rows);
    }

    @Override
    public void close() throws SQLException {
        schema.close();
    }

    static @Nullable String details(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> null;
            case 1 -> "null";
            default ->
                JACKSON.writeValueAsString(new Details(
                        random.nextBoolean() ? null : "d" + random.nextInt(4),
                        random.nextBoolean() ? null : List.of("a" + random.nextInt(3), "b"),
                        random.nextBoolean() ? null : 1990 + random.nextInt(20),
                        random.nextBoolean() ? null : BigDecimal.valueOf(random.nextInt(1000), 2),
                        random.nextBoolean() ? null : Map.of("x", random.nextLong()),
                        random.nextBoolean() ? null : Mood.values()[random.nextInt(2)],
                        random.nextBoolean() ? null : new Award("w", LocalDate.of(2020, 1, 1 + random.nextInt(28))),
                        random.nextBoolean() ? null : Instant.ofEpochSecond(random.nextInt())));
        };
    }

    private static @Nullable String awards(Random random) {
        return random.nextInt(4) == 0
                ? null
                : JACKSON.writeValueAsString(Stream.generate(() -> new Award("n" + random.nextInt(3), null))
                        .limit(random.nextInt(3))
                        .toList());
    }

    private static @Nullable String extra(Random random) {
        return random.nextInt(4) == 0 ? null : "{\"k\": [1, 2.5, true, null, {\"z\": \"" + random.nextInt() + "\"}]}";
    }

    private static String nested(int depth) {
        return depth == 0 ? "{}" : "{\"in\": [" + nested(depth - 1) + "]}";
    }

    /** Returns the rows of the table in the order of their ids. */
    List<Film> expected() throws SQLException {
        List<Film> films = new ArrayList<>();
        try (Connection connection = schema.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT * FROM film ORDER BY id")) {
            while (row.next()) {
                films.add(new Film(
                        row.getInt("id"),
                        row.getString("title"),
                        read(row.getString("details"), new TypeReference<Details>() {}),
                        read(row.getString("awards"), new TypeReference<List<Award>>() {}),
                        read(row.getString("extra"), new TypeReference<Map<String, Object>>() {})));
            }
        }
        return films;
    }

    static <T> @Nullable T read(@Nullable String json, TypeReference<T> type) {
        return json == null ? null : JACKSON.readValue(json, type);
    }
}
