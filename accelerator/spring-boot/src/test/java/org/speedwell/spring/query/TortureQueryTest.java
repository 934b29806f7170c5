package org.speedwell.spring.query;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.config.Project;
import com.speedment.runtime.config.util.DocumentDbUtil;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.component.ProjectComponent;
import com.speedment.runtime.core.manager.Manager;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Torture;
import org.speedwell.torture.Decimals;
import org.speedwell.torture.DecimalsManager;
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
                app.getOrThrow(DataStoreComponent.class).load();
                Project project = app.getOrThrow(ProjectComponent.class).getProject();
                app.getOrThrow(ManagerComponent.class).stream()
                        .filter(manager -> !DocumentDbUtil.referencedTable(project, manager.getTableIdentifier())
                                .isView())
                        .forEach(manager -> check(project, manager));
                checkBeyondDouble(project, app.getOrThrow(DecimalsManager.class));
            } finally {
                app.stop();
                statement.execute("DROP DATABASE " + SCHEMA);
            }
        }
    }

    private static <E> void check(Project project, Manager<E> manager) {
        ServedTable<E> table = ServedTable.of(project, manager, field -> true, List.of());
        List<JsonNode> rows = answer(manager, RowQuery.of(table, Map.of(), LIMITS));
        if (rows.isEmpty()) {
            return;
        }
        for (int i = 0; i < QUERIES; i++) {
            Random random = new Random(SEED + i);
            RandomCondition condition = RandomCondition.of(random, table, rows, 2);
            Map<String, List<String>> parameters = new LinkedHashMap<>();
            parameters.put("filter", List.of(condition.json()));
            assertThat(answer(manager, RowQuery.of(table, parameters, LIMITS)))
                    .as("seed %d: %s %s", SEED + i, manager.getTableIdentifier(), parameters)
                    .isEqualTo(rows.stream().filter(condition.test()).toList());
        }
    }

    /**
     * Verifies filters with numbers that exceed DOUBLE. Every value of the database is above -1e400 and below 1e400.
     */
    private static void checkBeyondDouble(Project project, Manager<Decimals> manager) {
        ServedTable<Decimals> table = ServedTable.of(project, manager, field -> true, List.of());
        List<JsonNode> rows = answer(manager, RowQuery.of(table, Map.of(), LIMITS));
        for (ServedColumn<Decimals> column : table.columns().values()) {
            long values = rows.stream()
                    .filter(row -> !row.get(column.property()).isNull())
                    .count();
            for (String number : List.of("1e400", "9".repeat(400), "-1e400", "-" + "9".repeat(400))) {
                for (Operator operator : column.operators()) {
                    boolean isTrue =
                            operator == Operator.NE || (number.startsWith("-") ? ABOVE : BELOW).contains(operator);
                    String what = "%s %s %s".formatted(column.property(), operator, number);
                    try {
                        RowQuery<Decimals> query = RowQuery.of(table, filter(column, operator, number), LIMITS);
                        assertThat(answer(manager, query)).as(what).hasSize(isTrue ? (int) values : 0);
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

    private static <E> List<JsonNode> answer(Manager<E> manager, RowQuery<E> query) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long _ = query.rows(manager.stream()).collect(query.encoder().into(out));
        return JSON.readTree(out.toString(StandardCharsets.UTF_8)).valueStream().toList();
    }
}
