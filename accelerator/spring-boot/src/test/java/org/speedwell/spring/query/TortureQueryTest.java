package org.speedwell.spring.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.query.TableColumn;
import org.speedwell.accelerator.query.TableDescription;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Torture;
import org.speedwell.torture.Decimals;
import org.speedwell.torture.TortureApplication;
import org.speedwell.torture.TortureApplicationBuilder;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Filters accept the values of every database type as rows show them. */
@Tag("oracle")
@Tag("fault")
@Tag("database")
class TortureQueryTest {
    private static final String SCHEMA = "speedwell_test_rest_torture";
    private static final long SEED = Long.getLong("speedwell.seed", 20261123L);
    private static final int QUERIES = Integer.getInteger("speedwell.restQueries", 2_000) / 20;
    private static final Limits LIMITS = new Limits(100_000, 100_000, 100);
    private static final List<Operator> BELOW = List.of(Operator.LT, Operator.LE);
    private static final List<Operator> ABOVE = List.of(Operator.GT, Operator.GE);
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @Test
    void shownValuesCanBeQueried() throws SQLException {
        Database database = Database.forTests();
        Torture.load(database, SCHEMA, Progress.none());
        try (var connection = database.connect(SCHEMA);
                var statement = connection.createStatement()) {
            statement.execute("DELETE FROM unreadable_temporals");
            TortureApplication app = new TortureApplicationBuilder()
                    .withConnectionUrl(database.url(SCHEMA))
                    .withUsername(database.user())
                    .withPassword(database.password())
                    .withSchema(SCHEMA)
                    .withBundle(InMemoryBundle.class)
                    .withSkipLogoPrintout()
                    .build();
            try {
                DataStore store = app.getOrThrow(DataStoreComponent.class);
                store.load();
                assertThat(store.describe()).hasSizeGreaterThan(10);
                for (TableDescription<?> table : store.describe()) {
                    check(store, table);
                    if (table.rows() == Decimals.class) {
                        checkBeyondDouble(store, table);
                    }
                }
            } finally {
                app.stop();
                statement.execute("DROP DATABASE " + SCHEMA);
            }
        }
    }

    @Test
    void shownValuesOfEachJavaClassCanBeQueried() throws SQLException {
        Database database = Database.forTests();
        String schema = SCHEMA + "_own";
        try (Connection server = database.connect();
                Statement statement = server.createStatement()) {
            statement.execute("DROP DATABASE IF EXISTS " + schema);
            statement.execute("CREATE DATABASE " + schema);
            try (Connection connection = database.connect(schema)) {
                Sample.fill(connection, new Random(SEED), 300);
            }
            MysqlDataSource source = new MysqlDataSource();
            source.setUrl(database.url(schema));
            source.setUser(database.user());
            source.setPassword(database.password());
            try (MemoryStore store =
                    MemoryStore.builder(source).table(Sample.class).open()) {
                TableDescription<?> table = store.describe().getFirst();
                assertThat(table.columns())
                        .extracting(TableColumn::property)
                        .containsExactlyElementsOf(Arrays.stream(Sample.class.getRecordComponents())
                                .map(RecordComponent::getName)
                                .toList());
                for (int i = 0; i < 20; i++) {
                    check(store, table);
                }
                checkForms(store);
            } finally {
                statement.execute("DROP DATABASE " + schema);
            }
        }
    }

    /** Compares the JSON of columns with that of rows, and with the values. */
    private static void checkForms(MemoryStore store) {
        List<Sample> samples = store.stream(Sample.class).toList();
        byte[] json =
                store.stream(Sample.class).collect(store.json(Sample.class).toBytes());
        assertThat(new String(json, StandardCharsets.UTF_8))
                .isEqualTo(new String(
                        samples.stream().collect(store.json(Sample.class).toBytes()), StandardCharsets.UTF_8));
        JsonNode rows = JSON.readTree(json);
        for (int i = 0; i < samples.size(); i++) {
            Sample sample = samples.get(i);
            JsonNode row = rows.get(i);
            assertThat(texts(row, "maybe", "vintage", "mark", "textual", "moment", "lap", "color", "shade"))
                    .isEqualTo(texts(
                            sample.maybe().orElse(null),
                            sample.vintage(),
                            sample.mark(),
                            sample.textual(),
                            sample.moment(),
                            sample.lap(),
                            sample.color(),
                            sample.shade()));
            assertThat(row.get("bytes").isNull()).isEqualTo(sample.bytes() == null);
            if (sample.shifted() != null) {
                assertThat(OffsetDateTime.parse(row.get("shifted").stringValue()))
                        .isEqualTo(sample.shifted());
            }
            if (sample.zoned() != null) {
                assertThat(OffsetDateTime.parse(row.get("zoned").stringValue()).toInstant())
                        .isEqualTo(sample.zoned().toInstant());
            }
            if (sample.bytes() != null) {
                assertThat(Base64.getDecoder().decode(row.get("bytes").stringValue()))
                        .isEqualTo(sample.bytes());
            }
        }
    }

    private static List<String> texts(JsonNode row, String... properties) {
        return Arrays.stream(properties)
                .map(row::get)
                .map(value -> value.isString() ? value.stringValue() : value.toString())
                .toList();
    }

    private static List<String> texts(@Nullable Object... values) {
        return Arrays.stream(values).map(String::valueOf).toList();
    }

    private static <E> void check(DataStore store, TableDescription<E> description) {
        ServedTable<E> table = ServedTable.of(description, List.of());
        List<JsonNode> rows = answer(store, table, Map.of());
        if (rows.isEmpty()) {
            return;
        }
        for (int i = 0; i < QUERIES; i++) {
            Random random = new Random(SEED + i);
            RandomCondition condition = RandomCondition.of(random, table, rows, 2);
            Map<String, List<String>> parameters = new LinkedHashMap<>();
            parameters.put("filter", List.of(condition.json()));
            assertThat(answer(store, table, parameters))
                    .as("seed %d: %s %s", SEED + i, table.identifier(), parameters)
                    .isEqualTo(rows.stream().filter(condition.test()).toList());
        }
    }

    /**
     * Verifies filters with numbers that exceed DOUBLE. Every value of the database is above -1e400 and below 1e400.
     */
    private static <E> void checkBeyondDouble(DataStore store, TableDescription<E> description) {
        ServedTable<E> table = ServedTable.of(description, List.of());
        List<JsonNode> rows = answer(store, table, Map.of());
        for (ServedColumn<E> column : table.columns().values()) {
            long values = rows.stream()
                    .filter(row -> !row.get(column.property()).isNull())
                    .count();
            for (String number : List.of("1e400", "9".repeat(400), "-1e400", "-" + "9".repeat(400))) {
                for (Operator operator : column.operators()) {
                    boolean isTrue =
                            operator == Operator.NE || (number.startsWith("-") ? ABOVE : BELOW).contains(operator);
                    String what = "%s %s %s".formatted(column.property(), operator, number);
                    try {
                        assertThat(answer(store, table, filter(column, operator, number)))
                                .as(what)
                                .hasSize(isTrue ? (int) values : 0);
                    } catch (QueryException e) {
                        assertThat(column.schema().get("format")).as(what).isNotIn("double", "float");
                    }
                }
            }
        }
    }

    private static Map<String, List<String>> filter(ServedColumn<?> column, Operator operator, String number) {
        return Map.of(
                "filter",
                List.of("{\"property\":\"%s\",\"operator\":\"%s\",\"value\":%s}"
                        .formatted(column.property(), operator.label(), number)));
    }

    private static <E> List<JsonNode> answer(
            DataStore store, ServedTable<E> table, Map<String, List<String>> parameters) {
        RowQuery<E> query = RowQuery.of(table, parameters, LIMITS);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long _ = query.rows(store.stream(table.rows())).collect(query.encoder().into(out));
        return JSON.readTree(out.toString(StandardCharsets.UTF_8)).valueStream().toList();
    }
}
