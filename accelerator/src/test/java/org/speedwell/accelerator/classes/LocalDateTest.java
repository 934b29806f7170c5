package org.speedwell.accelerator.classes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.OpenMode;
import org.speedwell.accelerator.entity.MappedSchema;
import org.speedwell.accelerator.monitor.Explanation;

/** Verifies columns of days in records, compared with constants and with each other. */
@Tag("oracle")
@Tag("database")
@Timeout(300)
class LocalDateTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int ROWS = 400;
    private static final List<String> EXTREMES =
            List.of("1000-01-01", "9999-12-31", "1582-10-04", "1582-10-15", "1970-01-01", "1969-12-31", "2024-02-29");

    record Task(
            int id,
            LocalDate start,
            LocalDate due,
            @Nullable LocalDate done) {}

    @SuppressWarnings("NullAway.Init")
    private MappedSchema schema;

    @BeforeEach
    void create() throws SQLException {
        schema = new MappedSchema(
                "speedwell_test_days",
                "CREATE TABLE task (id INT PRIMARY KEY, start DATE NOT NULL, due DATE NOT NULL, done DATE, KEY (due))");
        Random random = new Random(7);
        try (Connection connection = schema.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO task VALUES (?, ?, ?, ?)")) {
            for (int row = 0; row < ROWS; row++) {
                insert.setInt(1, row);
                insert.setString(2, day(random));
                insert.setString(3, day(random));
                insert.setString(4, random.nextInt(3) == 0 ? null : day(random));
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    private static String day(Random random) {
        return random.nextInt(10) == 0
                ? EXTREMES.get(random.nextInt(EXTREMES.size()))
                : LocalDate.of(2024, 1, 1).plusDays(random.nextInt(90)).toString();
    }

    @AfterEach
    void drop() throws SQLException {
        schema.close();
    }

    private MemoryStore.Builder builder() {
        return MemoryStore.builder(schema.dataSource()).table(Task.class);
    }

    /** Returns the rows, with days that are read as texts. */
    private List<Task> tasks() throws SQLException {
        List<Task> rows = new ArrayList<>();
        try (Connection connection = schema.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT id, CAST(start AS CHAR), CAST(due AS CHAR),"
                        + " CAST(done AS CHAR) FROM task ORDER BY id")) {
            while (row.next()) {
                String done = row.getString(4);
                rows.add(new Task(
                        row.getInt(1),
                        LocalDate.parse(row.getString(2)),
                        LocalDate.parse(row.getString(3)),
                        done == null ? null : LocalDate.parse(done)));
            }
        }
        return rows;
    }

    private static void assertSame(MemoryStore store, List<Task> list, Function<Stream<Task>, ?> pipeline) {
        assertThat((Object) pipeline.apply(store.stream(Task.class))).isEqualTo(pipeline.apply(list.stream()));
    }

    private static void assertOnColumns(MemoryStore store, Function<Stream<Task>, ?> pipeline) {
        Explanation explanation = store.explain(Task.class, pipeline);
        assertThat(explanation.fallback()).isEmpty();
        assertThat(explanation.entities()).isZero();
    }

    private static void assertQueries(MemoryStore store, List<Task> list) {
        assertSame(store, list, Stream::toList);
        List<LocalDate> days = Stream.concat(
                        EXTREMES.stream().map(LocalDate::parse),
                        Stream.of(LocalDate.MIN, LocalDate.MAX, LocalDate.of(1582, 10, 10), LocalDate.of(2024, 2, 1)))
                .toList();
        for (LocalDate day : days) {
            assertSame(
                    store,
                    list,
                    tasks -> tasks.filter(task -> task.due().isBefore(day)).count());
            assertSame(
                    store,
                    list,
                    tasks -> tasks.filter(task -> !task.start().isAfter(day))
                            .map(Task::id)
                            .toList());
            assertSame(
                    store,
                    list,
                    tasks -> tasks.filter(task -> task.due().equals(day))
                            .map(Task::id)
                            .toList());
            assertSame(
                    store,
                    list,
                    tasks -> tasks.filter(
                                    task -> task.done() != null && task.done().compareTo(day) >= 0)
                            .count());
            assertThat(store.stream(Task.class)
                            .filter(store.field(Task::done).lessThan(day))
                            .count())
                    .isEqualTo(list.stream()
                            .filter(task -> task.done() != null && task.done().isBefore(day))
                            .count());
        }
        Function<Stream<Task>, Long> late =
                tasks -> tasks.filter(task -> task.done() != null && task.due().isBefore(task.done()))
                        .count();
        assertSame(store, list, late);
        assertOnColumns(store, late);
        assertThat(store.explain(Task.class, late).toString()).contains("due < done");
        assertSame(
                store,
                list,
                tasks -> tasks.filter(task -> !task.start().isAfter(task.due()))
                        .map(Task::id)
                        .toList());
        assertSame(
                store,
                list,
                tasks -> tasks.filter(task -> task.start().equals(task.due())).count());
        assertSame(
                store,
                list,
                tasks -> tasks.sorted(Comparator.comparing(Task::due)
                                .thenComparing(Task::start)
                                .thenComparing(Task::id))
                        .map(Task::id)
                        .toList());
        assertSame(
                store,
                list,
                tasks -> tasks.collect(Collectors.groupingBy(task -> task.due().getYear(), Collectors.counting())));
        assertSame(
                store,
                list,
                tasks -> tasks.map(Task::done).filter(Objects::nonNull).max(Comparator.naturalOrder()));
        assertThatThrownBy(() -> store.stream(Task.class)
                        .filter(task -> Objects.requireNonNull(task.done()).isBefore(task.due()))
                        .count())
                .isInstanceOf(NullPointerException.class);
    }

    @Test
    void daysCompareAsInLists(@TempDir Path folder) throws SQLException {
        List<Task> list = tasks();
        assertThat(list).hasSize(ROWS);
        Path file = folder.resolve("tasks");
        try (MemoryStore store = builder().open()) {
            assertQueries(store, list);
            assertThat(store.verify().isEqual()).isTrue();
            store.save(file);
        }
        try (MemoryStore store = builder().open(file, OpenMode.VERIFIED)) {
            assertQueries(store, list);
        }
    }

    @Test
    void changesKeepDays() throws Exception {
        try (MemoryStore store = builder().follow().open()) {
            schema.execute(
                    "UPDATE task SET due = '9999-12-31', done = NULL WHERE id % 7 = 1",
                    "UPDATE task SET start = '1000-01-01', done = '1582-10-15' WHERE id % 7 = 2",
                    "INSERT INTO task VALUES (100000, '2100-02-28', '1900-03-01', '2024-02-29')",
                    "DELETE FROM task WHERE id % 7 = 3");
            assertThat(store.await(LONG)).isTrue();
            assertQueries(store, tasks());
            assertThat(store.verify().isEqual()).isTrue();
        }
    }
}
