package org.speedwell.accelerator.live;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowsEvent;
import org.speedwell.accelerator.column.AbsentColumn;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.ColumnBuilder;
import org.speedwell.accelerator.index.Columns;
import org.speedwell.accelerator.load.ColumnModel;
import org.speedwell.accelerator.load.LoadException;
import org.speedwell.accelerator.load.LoadedColumns;
import org.speedwell.accelerator.load.TableModel;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.store.TableStore;

/**
 * One table on its way from version to version: the last one, which nobody may see yet, and what has changed since. For one
 * thread.
 */
final class FollowedTable<E> {
    private LoadedColumns<E> loaded;
    private final ServerValues server;
    private final MemoryBudget budget;
    private final Map<RowFormat, ImageReader<E>> known = new IdentityHashMap<>();
    private TableStore<E> version;
    private @Nullable NetChanges changes;
    private @Nullable ImageReader<E> reader;
    private long rowsChanged;

    FollowedTable(LoadedColumns<E> loaded, ServerValues server, TableStore<E> version, MemoryBudget budget) {
        this.loaded = loaded;
        this.server = server;
        this.version = version;
        this.budget = budget;
    }

    TableModel<E> model() {
        return loaded.model();
    }

    /** Rows that were changed, as the binlog counts them. */
    long rowsChanged() {
        return rowsChanged;
    }

    /** With all changes that were taken. */
    TableStore<E> version() throws LoadException {
        make();
        return version;
    }

    /** What of it is in memory, as the load saw it. */
    LoadedColumns<E> loaded() {
        return loaded;
    }

    /** The last version that was made; changes may wait. */
    TableStore<E> last() {
        return version;
    }

    /** Puts another one in its place, as the database has the table now; changes that wait are in it. */
    void reset(LoadedColumns<E> columns, TableStore<E> store) {
        loaded = columns;
        version = store;
        known.clear();
        changes = null;
    }

    /**
     * Takes changes.
     *
     * @throws LoadException if the rows are no longer such as the table's
     */
    void take(RowsEvent event) throws LoadException {
        NetChanges to = changesOf(event.format());
        byte[] bytes = event.bytes();
        for (int at = event.from(); at < bytes.length; rowsChanged++) {
            at = switch (event.kind()) {
                case INSERT -> to.put(bytes, at);
                case DELETE -> to.remove(bytes, at);
                case UPDATE -> to.replace(bytes, at);
            };
        }
        if (to.isMany()) {
            make();
        }
    }

    private NetChanges changesOf(RowFormat format) throws LoadException {
        NetChanges now = changes;
        if (now == null || now.format() != format) {
            make();
            ImageReader<E> made = known.get(format);
            if (made == null) {
                made = new ImageReader<>(format, loaded, server);
                known.put(format, made);
            }
            reader = made;
            now = new NetChanges(format, keyPlaces(format));
            changes = now;
        }
        return now;
    }

    /** Makes a version of the changes that wait. */
    private void make() throws LoadException {
        NetChanges made = changes;
        ImageReader<E> images = reader;
        if (made == null || images == null || made.size() == 0) {
            return;
        }
        int[] rows = rows(made, images);
        int[] changed = new int[made.size()];
        int[] removed = new int[made.size()];
        long[] byRow = new long[made.size()];
        int present = 0;
        int gone = 0;
        int end = version.end();
        int added = 0;
        for (int entry = 0; entry < rows.length; entry++) {
            if (made.isGone(entry)) {
                if (rows[entry] >= 0) {
                    removed[gone++] = rows[entry];
                }
            } else {
                byRow[present++] = (long) (rows[entry] >= 0 ? rows[entry] : end + added++) << 32 | entry;
            }
        }
        Arrays.sort(byRow, 0, present);
        Arrays.sort(removed, 0, gone);
        int[] starts = new int[made.format().columns()];
        try (Builders builders = new Builders(images.builders())) {
            for (int i = 0; i < present; i++) {
                changed[i] = (int) (byRow[i] >>> 32);
                made.format().locate(made.bytes(), made.image((int) byRow[i]), starts);
                images.append(made.bytes(), starts, builders.all());
            }
            version = version.edit(
                    Arrays.copyOf(changed, present), byPlace(builders.columns()), Arrays.copyOf(removed, gone), budget);
        }
        made.clear();
    }

    /** Columns by their places in the table; none for those that are not loaded. */
    private List<Column> byPlace(List<Column> loadedColumns) {
        Iterator<Column> next = loadedColumns.iterator();
        List<Column> all = new ArrayList<>();
        for (ColumnModel<E> column : loaded.model().columns()) {
            all.add(
                    loaded.columns().contains(column)
                            ? next.next()
                            : new AbsentColumn(0, loaded.model() + "." + column.name()));
        }
        return all;
    }

    private int[] rows(NetChanges made, ImageReader<E> images) throws LoadException {
        int[] starts = new int[made.format().columns()];
        try (Builders keys = new Builders(images.keyBuilders())) {
            for (int entry = 0; entry < made.size(); entry++) {
                made.format().locate(made.bytes(), made.image(entry), starts);
                images.appendKey(made.bytes(), starts, keys.all());
            }
            return version.rowsOf(keys.columns());
        }
    }

    private int[] keyPlaces(RowFormat format) {
        return loaded.model().keyColumns().stream()
                .mapToInt(key -> IntStream.range(0, format.columns())
                        .filter(i -> format.name(i).equalsIgnoreCase(key))
                        .findFirst()
                        .orElseThrow())
                .toArray();
    }

    /** Builders of small columns, whose memory lives as long as these. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Builders(ColumnBuilder[] all, Lease lease) implements AutoCloseable {
        Builders(ColumnBuilder[] all) {
            this(all, new Lease());
        }

        List<Column> columns() {
            return Arrays.stream(all)
                    .map(builder -> Columns.concat(List.of(builder), lease))
                    .toList();
        }

        @Override
        public void close() {
            Arrays.stream(all).forEach(ColumnBuilder::close);
            lease.release();
        }
    }
}
