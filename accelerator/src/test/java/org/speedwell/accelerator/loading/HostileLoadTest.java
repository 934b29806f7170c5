package org.speedwell.accelerator.loading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.exception.SpeedmentException;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import com.speedment.runtime.field.trait.HasComparableOperators;
import com.speedment.runtime.field.trait.HasReferenceOperators;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.BadValue;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.ReadBack;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.hostile.Choices;
import org.speedwell.hostile.ChoicesManager;
import org.speedwell.hostile.Extremes;
import org.speedwell.hostile.ExtremesManager;
import org.speedwell.hostile.HostileApplicationBuilder;
import org.speedwell.hostile.ZeroDates;
import org.speedwell.hostile.ZeroDatesManager;
import org.speedwell.schema.Database;
import org.speedwell.schema.Hostile;

/** Verifies names, types, engines, character sets and rows that are hard to load. Memory returns what SQL returns. */
@Tag("oracle")
@Tag("fault")
@Tag("database")
class HostileLoadTest {
    private static final String SCHEMA = "speedwell_test_hostile";
    private static final Database DATABASE = Database.forTests();

    private static Speedment memory;
    private static Speedment sql;

    @BeforeAll
    static void load() throws SQLException {
        Hostile.load(DATABASE, SCHEMA);
        memory = inMemory(StoreConfiguration.builder().withoutTable(ZeroDatesManager.IDENTIFIER));
        memory.getOrThrow(DataStoreComponent.class)
                .load(LoadConfiguration.builder().chunkSize(2).build());
        sql = builder().build();
    }

    private static Speedment inMemory(StoreConfiguration.Builder configuration) {
        StoreConfiguration built = configuration.build();
        return builder()
                .withBundle(InMemoryBundle.class)
                .withComponent(StoreConfiguration.class, () -> built)
                .build();
    }

    private static HostileApplicationBuilder builder() {
        return new HostileApplicationBuilder()
                .withConnectionUrl(DATABASE.url(SCHEMA))
                .withUsername(DATABASE.user())
                .withPassword(DATABASE.password())
                .withSchema(SCHEMA)
                .withParam("statistics.scheduler.enabled", "false") // Speedment would contact its server
                .withSkipLogoPrintout();
    }

    @AfterAll
    static void stop() throws SQLException {
        memory.stop();
        sql.stop();
        try (Connection connection = DATABASE.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP DATABASE " + SCHEMA);
        }
    }

    private static Stream<Manager<?>> managers(Speedment app) {
        return app.getOrThrow(ManagerComponent.class).stream()
                .<Manager<?>>map(manager -> manager)
                .filter(manager -> !manager.getTableIdentifier().equals(ZeroDatesManager.IDENTIFIER));
    }

    @Test
    void everyValueEqualsSql() throws SQLException {
        List<String> notByJdbcAlone = new ArrayList<>();
        try (Connection connection = DATABASE.connect(SCHEMA)) {
            for (Manager<?> manager : managers(sql).toList()) {
                if (!isSameAsSql(manager)) {
                    notByJdbcAlone.add(manager.getTableIdentifier().getTableId());
                    ReadBack.assertEqualToJdbc(memory, inMemory(manager), connection);
                }
            }
        }
        // Speedment does not escape backticks in names
        assertThat(notByJdbcAlone).containsExactly("it's a `quoted` name");
    }

    private static <E> boolean isSameAsSql(Manager<E> manager) {
        List<List<@Nullable Object>> expected;
        try {
            expected = values(manager);
        } catch (SpeedmentException e) {
            return false;
        }
        assertThat(values(inMemory(manager)))
                .as(manager.getTableIdentifier().getTableId())
                .isEqualTo(expected);
        return true;
    }

    @SuppressWarnings("unchecked") // both applications have the same managers
    private static <E> Manager<E> inMemory(Manager<E> manager) {
        return managers(memory)
                .filter(other -> other.getTableIdentifier().equals(manager.getTableIdentifier()))
                .map(other -> (Manager<E>) other)
                .findAny()
                .orElseThrow();
    }

    /** Returns the values of all rows, sorted by their text, as SQL guarantees no order. */
    private static <E> List<List<@Nullable Object>> values(Manager<E> manager) {
        List<Field<E>> fields = manager.fields().toList();
        return manager.stream()
                .map(entity -> ReadBack.values(fields, entity))
                .sorted(Comparator.comparing(String::valueOf))
                .toList();
    }

    @Test
    void streamsOverEveryColumnEqualLists() {
        List<String> columns = new ArrayList<>();
        managers(memory).forEach(manager -> checkColumns(manager, columns));
        assertThat(columns).hasSizeGreaterThan(280).contains("select.from", "wide.c200", "it's a `quoted` name.what?");
    }

    private static <E> void checkColumns(Manager<E> manager, List<String> columns) {
        List<E> rows = manager.stream().toList();
        manager.fields().forEach(field -> {
            String name = manager.getTableIdentifier().getTableId() + "."
                    + field.identifier().getColumnId();
            if (field instanceof HasComparableOperators<?, ?> comparable) {
                columns.add(name);
                checkOrder(name, manager, rows, cast(comparable));
            } else if (field instanceof HasReferenceOperators<?> reference) {
                HasReferenceOperators<E> nullable = cast(reference);
                assertSame(name + " is null", manager, rows, stream -> stream.filter(nullable.isNull()));
            }
        });
    }

    @SuppressWarnings("unchecked") // a field of the manager's entities
    private static <T> T cast(Object field) {
        return (T) field;
    }

    private static <E, V extends Comparable<? super V>> void checkOrder(
            String name, Manager<E> manager, List<E> rows, HasComparableOperators<E, V> field) {
        Comparator<E> order = field.comparator();
        assertSame(name + " sorted", manager, rows, stream -> stream.sorted(order));
        assertSame(name + " reversed", manager, rows, stream -> stream.sorted(order.reversed()));
        List<V> values = rows.stream()
                .map(row -> HostileLoadTest.<@Nullable V>cast(field.getter().apply(row)))
                .filter(Objects::nonNull)
                .distinct()
                .toList();
        for (V value : values) {
            assertSame(name + " = " + value, manager, rows, stream -> stream.filter(field.equal(value)));
            assertSame(name + " > " + value, manager, rows, stream -> stream.filter(field.greaterThan(value)));
            assertThat(manager.stream().filter(field.lessOrEqual(value)).count())
                    .as(name + " ≤ " + value)
                    .isEqualTo(rows.stream().filter(field.lessOrEqual(value)).count());
        }
    }

    private static <E> void assertSame(String what, Manager<E> manager, List<E> rows, UnaryOperator<Stream<E>> query) {
        List<Field<E>> fields = manager.fields().toList();
        assertThat(query.apply(manager.stream()).map(row -> ReadBack.values(fields, row)))
                .as(what)
                .containsExactlyElementsOf(query.apply(rows.stream())
                        .map(row -> ReadBack.values(fields, row))
                        .toList());
    }

    @Test
    void valuesWithoutAJavaTypeAreReadAsStrings() {
        assertThat(memory.getOrThrow(ExtremesManager.class).stream().map(Extremes::getDuration))
                .containsExactly("-838:59:59", "24:00:00.000001", "-00:00:00.000001", "00:00:00", "838:59:59");
        assertThat(memory.getOrThrow(ChoicesManager.class).stream()
                        .filter(Choices.MOOD.equal(""))
                        .map(Choices::getId))
                .containsExactly(2, 4);
    }

    @Test
    void zeroDatesAreRefusedWithTheRemedyOrBecomeNull() {
        Speedment strict = inMemory(StoreConfiguration.builder());
        assertThatThrownBy(() -> strict.getOrThrow(DataStoreComponent.class).load())
                .hasMessageContaining("zero_dates, column day, row id = 2")
                .hasMessageContaining("zeroDateTimeBehavior=CONVERT_TO_NULL");
        strict.stop();

        Speedment lenient = inMemory(StoreConfiguration.builder().badValue(BadValue.NULL));
        lenient.getOrThrow(DataStoreComponent.class).load();
        ZeroDatesManager dates = lenient.getOrThrow(ZeroDatesManager.class);
        assertThat(dates.stream().filter(ZeroDates.DAY.isNull()).map(ZeroDates::getId))
                .contains(2, 3);
        assertThat(dates.stream().filter(ZeroDates.STAMP.isNull()).map(ZeroDates::getId))
                .containsExactly(2);
        assertThat(dates.stream().filter(ZeroDates.DAY.isNotNull()).map(ZeroDates::getId))
                .contains(1);
        lenient.stop();
    }
}
