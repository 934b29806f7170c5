package org.speedwell.demo.web;

import com.speedment.runtime.config.identifier.TableIdentifier;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.model.LoadPhase;
import org.speedwell.accelerator.monitor.StoreStatistics;
import org.speedwell.accelerator.monitor.StoreStatistics.ColumnStatistics;
import org.speedwell.accelerator.monitor.StoreStatistics.TableStatistics;
import org.speedwell.accelerator.source.LoadConfiguration;
import org.speedwell.accelerator.source.LoadProgress;
import org.speedwell.demo.shop.Failures;
import org.speedwell.demo.shop.Shop;

/** The panel that shows the tables in memory, and its button that reloads them. Thread-safe. */
final class SnapshotPanel {
    /**
     * The shortest pause between two reports, in nanoseconds. The pause is also at least {@code SHARE} times as long as
     * the report took.
     */
    private static final long MIN_PAUSE = TimeUnit.SECONDS.toNanos(1);

    private static final int SHARE = 20;

    private final Shop shop;
    private final DataStoreComponent store;
    private final Broadcast broadcast;
    private final AtomicBoolean reloading = new AtomicBoolean();
    private volatile long loadedAt;
    private long sentVersion;
    private long next = System.nanoTime();

    /** A table in memory. The bytes are those of its columns and those of their indexes. */
    record Table(String name, long rows, long bytes, long indexBytes, List<Column> columns) {
        static Table of(TableStatistics table) {
            List<Column> columns = table.columns().stream().map(Column::of).toList();
            return new Table(
                    table.name().substring(table.name().indexOf('.') + 1),
                    table.rows(),
                    columns.stream().mapToLong(Column::bytes).sum(),
                    columns.stream().mapToLong(Column::indexBytes).sum(),
                    columns);
        }
    }

    /** A column of a table. −1 distinct values if the number is unknown. */
    record Column(String name, String encoding, long nulls, long distinct, long bytes, String index, long indexBytes) {
        static Column of(ColumnStatistics column) {
            return new Column(
                    column.name(),
                    column.encoding(),
                    column.nulls(),
                    column.distinct().orElse(-1),
                    column.bytes(),
                    column.index(),
                    column.indexBytes());
        }
    }

    /** The version that new streams read, or read a moment ago. */
    record State(long version, long rows, long bytes, List<Table> tables) {}

    /**
     * The progress of a load.
     *
     * @param on true while the load runs
     * @param table the table that loads now
     * @param rows the number of rows loaded so far
     * @param total the estimated number of rows of the load
     * @param millis the duration of a completed load in milliseconds
     * @param failure the reason of a failed load
     */
    record Reload(
            boolean on,
            @Nullable String table,
            long rows,
            long total,
            long millis,
            @Nullable String failure) {}

    SnapshotPanel(Shop shop, Broadcast broadcast) {
        this.shop = shop;
        this.broadcast = broadcast;
        store = shop.store();
        loadedAt = System.currentTimeMillis();
        sendProgress();
        broadcast.publish("reload", new Reload(false, null, 0, 0, 0, null));
    }

    /** Returns the start of the last successful load, in milliseconds since 1970. */
    long loadedAt() {
        return loadedAt;
    }

    /**
     * Reloads all tables in the background.
     *
     * @throws Refusal if a reload is already running
     */
    void reload() {
        if (!reloading.compareAndSet(false, true)) {
            throw new Refusal(409, "A reload is already under way.");
        }
        Thread.ofPlatform().daemon().name("reload").start(this::load);
    }

    private void load() {
        long begin = System.nanoTime();
        long beginMillis = System.currentTimeMillis();
        try {
            store.load(LoadConfiguration.builder()
                    .progress(new ProgressSender(store.rows()))
                    .build());
            loadedAt = beginMillis;
            shop.applications().follow(); // the cause of its failure may be gone
            sendProgress();
            long millis = (System.nanoTime() - begin) / 1_000_000;
            broadcast.publish("reload", new Reload(false, null, store.rows(), store.rows(), millis, null));
        } catch (RuntimeException | Error e) {
            broadcast.publish("reload", new Reload(false, null, 0, 0, 0, Failures.text(e)));
        } finally {
            reloading.set(false);
        }
    }

    /** Sends the pages a report, if there is a new version and the pause is over. */
    synchronized void look() {
        if (store.version() != sentVersion && System.nanoTime() - next >= 0) {
            sendProgress();
        }
    }

    private synchronized void sendProgress() {
        long begin = System.nanoTime();
        State state = state();
        sentVersion = state.version;
        broadcast.publish("snapshot", state);
        long end = System.nanoTime();
        next = end + Math.max(MIN_PAUSE, SHARE * (end - begin));
    }

    private State state() {
        StoreStatistics statistics = store.getStatistics();
        return new State(
                statistics.version(),
                statistics.rows(),
                statistics.bytes(),
                statistics.tables().stream()
                        .map(Table::of)
                        .sorted(Comparator.comparingLong(Table::rows).reversed().thenComparing(Table::name))
                        .toList());
    }

    /** A listener that sends the pages the progress of a load. */
    private final class ProgressSender implements LoadProgress {
        private final long total;
        private final Map<TableIdentifier<?>, Long> rowsOfTables = new HashMap<>();

        ProgressSender(long total) {
            this.total = total;
        }

        @Override
        public synchronized void rows(TableIdentifier<?> table, long rows, long estimate, LoadPhase phase) {
            rowsOfTables.put(table, rows);
            long done =
                    rowsOfTables.values().stream().mapToLong(Long::longValue).sum();
            broadcast.publish("reload", new Reload(true, table.getTableId(), done, Math.max(total, done), 0, null));
        }
    }
}
