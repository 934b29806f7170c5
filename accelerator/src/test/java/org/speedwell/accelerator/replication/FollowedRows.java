package org.speedwell.accelerator.replication;

import static org.assertj.core.api.Assertions.assertThat;

import com.speedment.runtime.config.Project;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.component.ProjectComponent;
import com.speedment.runtime.core.manager.Manager;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogAddress;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogException;
import org.speedwell.accelerator.binlog.BinlogReader;
import org.speedwell.accelerator.binlog.LogOrder;
import org.speedwell.accelerator.binlog.RowsEvent;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.database.BinlogStatus;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.DatabaseColumns;
import org.speedwell.accelerator.database.LoadConnections;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.LoadedColumns;
import org.speedwell.accelerator.database.SmallColumns;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.load.LoadSettings;
import org.speedwell.accelerator.load.SnapshotLoader;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.speedment.Models;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.types.DriverConversions;
import org.speedwell.accelerator.types.ImageReader;
import org.speedwell.schema.Database;

/** The rows of a schema that changed since a moment. It reads them from the binlog and compares them with a load. */
public final class FollowedRows {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Database database;
    private final String schema;
    private Position from;
    private final Map<String, CoalescedChanges> tables = new TreeMap<>();

    /** Creates a reader of the rows that change from now on. */
    public FollowedRows(Database database, String schema) throws SQLException {
        this.database = database;
        this.schema = schema;
        this.from = position();
    }

    private Position position() throws SQLException {
        try (Connection connection = database.connect()) {
            Position end = BinlogStatus.currentPosition(connection).orElseThrow();
            return new Position(end.file(), end.offset(), "");
        }
    }

    /** Reads all changes up to now. */
    public void read() throws SQLException, BinlogException, InterruptedException {
        Position end = position();
        BinlogReader[] stream = new BinlogReader[1];
        stream[0] = new BinlogReader(
                BinlogAddress.of(database.url(schema), database.user(), database::password)
                        .getFirst(),
                from,
                4_000_007,
                Duration.ofMillis(100),
                PATIENCE,
                new LogOrder(),
                (ofSchema, _) -> ofSchema.equals(schema),
                entry -> {
                    if (entry instanceof BinlogEntry.Transaction transaction) {
                        transaction.rows().read(this::take);
                    }
                    if (!entry.end().isBefore(end.file(), end.offset())) {
                        stream[0].close();
                    }
                });
        stream[0].read();
        from = end;
    }

    private void take(RowsEvent event) {
        String table = event.format().table();
        CoalescedChanges changes = tables.get(table);
        if (changes == null || changes.format() != event.format()) {
            changes = new CoalescedChanges(event.format(), event.format().primaryKey());
            tables.put(table, changes);
        }
        for (int at = event.from(); at < event.bytes().length; ) {
            at = switch (event.kind()) {
                case INSERT -> changes.put(event.bytes(), at);
                case DELETE -> changes.remove(event.bytes(), at);
                case UPDATE -> changes.replace(event.bytes(), at);
            };
        }
    }

    /** Loads some tables. Values that cannot be loaded are NULL. */
    public Snapshot load(Speedment app, String url, Predicate<String> isLoaded) throws LoadException {
        Project project = app.getOrThrow(ProjectComponent.class).getProject();
        List<TableModel<?>> tables = managers(app, isLoaded).stream()
                .<TableModel<?>>map(manager -> Models.of(project, manager))
                .filter(table -> !table.view())
                .toList();
        return new SnapshotLoader(tables, _ -> connect(url), settings(), (_, _, _, _) -> {}).load(1);
    }

    private static List<Manager<?>> managers(Speedment app, Predicate<String> tables) {
        return app.getOrThrow(ManagerComponent.class).stream()
                .<Manager<?>>map(manager -> manager)
                .filter(manager -> tables.test(manager.getTableIdentifier().getTableId()))
                .toList();
    }

    /**
     * Fails unless the rows from the binlog equal those of a load. In a later load, changed rows must be present and
     * deleted rows absent. In an earlier load, the rows that have since been deleted must be present.
     */
    public void assertLoaded(String what, Snapshot loaded, boolean isBefore, Speedment app, String url)
            throws SQLException, LoadException {
        Project project = app.getOrThrow(ProjectComponent.class).getProject();
        try (DriverConversions server = new DriverConversions(
                        () -> new LoadConnections(Duration.ofMinutes(1)).open("the tests", () -> connect(url)));
                Connection connection = connect(url)) {
            DatabaseColumns columns = DatabaseColumns.of(connection, schema, _ -> true);
            for (Manager<?> manager : managers(app, table -> tables.containsKey(table) && !table.equals("keyless"))) {
                assertLoaded(what, Models.of(project, manager), columns, loaded, isBefore, server);
            }
        }
    }

    private <E> void assertLoaded(
            String what,
            TableModel<E> model,
            DatabaseColumns database,
            Snapshot snapshot,
            boolean isBefore,
            DriverConversions server)
            throws LoadException {
        CoalescedChanges changes = changes(model.tableName());
        TableStore<E> store = Objects.requireNonNull(snapshot.table(model.identifier()));
        LoadedColumns<E> loaded = LoadedColumns.of(model, database.matching(model), _ -> true, _ -> true);
        ImageReader<E> reader = new ImageReader<>(changes.format(), loaded, server);
        SmallColumns builders = reader.builders();
        SmallColumns keys = reader.keyBuilders();
        int[] starts = new int[changes.format().columns()];
        for (int entry = 0; entry < changes.size(); entry++) {
            changes.format().locate(changes.bytes(), changes.image(entry), starts);
            reader.appendKey(changes.bytes(), starts, keys);
            reader.append(changes.bytes(), starts, builders);
        }
        List<Column> keyColumns = keys.built();
        List<Column> followed = builders.built();
        Map<List<@Nullable Object>, Integer> rows = new HashMap<>();
        List<Column> loadedKeys = model.keyColumns().stream()
                .map(key -> store.column(
                        model.columns().stream().map(ColumnModel::name).toList().indexOf(key)))
                .toList();
        for (int row = 0; row < store.rows(); row++) {
            rows.put(values(loadedKeys, row), row);
        }
        for (int entry = 0; entry < changes.size(); entry++) {
            Integer row = rows.get(values(keyColumns, entry));
            assertThat(row == null)
                    .as("%s: %s, whether the row of change %d is gone", what, model, entry)
                    .isEqualTo(changes.isDeleted(entry) && !isBefore);
            for (int i = 0; row != null && i < followed.size(); i++) {
                assertThat(plain(followed.get(i).get(entry)))
                        .as(
                                "%s: %s, row %d, column %s",
                                what, model, row, loaded.columns().get(i).name())
                        .isEqualTo(plain(store.column(i).get(row)));
            }
        }
        builders.close();
        keys.close();
    }

    private static List<@Nullable Object> values(List<Column> columns, int row) {
        List<@Nullable Object> values = new ArrayList<>();
        columns.forEach(column -> values.add(plain(column.get(row))));
        return values;
    }

    /** Returns the changes of a table. */
    public CoalescedChanges changes(String table) {
        return Objects.requireNonNull(tables.get(table));
    }

    /** Returns the number of changed rows. */
    public int rows() {
        return tables.values().stream().mapToInt(CoalescedChanges::size).sum();
    }

    private static @Nullable Object plain(@Nullable Object value) {
        return switch (value) {
            case byte[] bytes -> Arrays.toString(bytes);
            case Blob blob -> Arrays.toString(bytes(blob));
            case null, default -> value;
        };
    }

    private static byte[] bytes(Blob blob) {
        try {
            return blob.length() == 0 ? new byte[0] : blob.getBytes(1, (int) blob.length());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Connection connect(String url) {
        try {
            return DriverManager.getConnection(url, database.user(), database.password());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static LoadSettings settings() {
        return new LoadSettings(
                1,
                _ -> Long.MAX_VALUE,
                LoadSettings.Consistency.SNAPSHOT,
                PATIENCE,
                _ -> true,
                _ -> true,
                _ -> true,
                false,
                List.of(),
                Map.of(),
                new LoadSettings.Decorator() {
                    @Override
                    public <E>
                            java.util.function.@Nullable Function<
                                            java.util.stream.Stream<E>, java.util.stream.Stream<E>>
                                    of(TableId<E> table) {
                        return null;
                    }
                },
                MemoryBudget.UNLIMITED,
                null,
                null);
    }
}
