package org.speedwell.accelerator.live;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowsEvent;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.ColumnBuilder;
import org.speedwell.accelerator.index.Columns;
import org.speedwell.accelerator.load.TableException;
import org.speedwell.accelerator.load.TableModel;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.store.TableStore;

/**
 * One table on its way from version to version: the last one, which nobody may see yet, and what has changed since. For one
 * thread.
 */
final class FollowedTable<E> {
    private final TableModel<E> model;
    private final ImageReaders<E> readers;
    private final MemoryBudget budget;
    private final Map<RowFormat, ImageReader<E>> known = new IdentityHashMap<>();
    private TableStore<E> version;
    private @Nullable NetChanges changes;
    private @Nullable ImageReader<E> reader;
    private long rowsChanged;

    /** Makes the reader of images of a format, or tells why there is none. */
    @FunctionalInterface
    interface ImageReaders<E> {
        ImageReader<E> of(RowFormat format) throws TableException;
    }

    FollowedTable(TableModel<E> model, ImageReaders<E> readers, TableStore<E> version, MemoryBudget budget) {
        this.model = model;
        this.readers = readers;
        this.version = version;
        this.budget = budget;
    }

    TableModel<E> model() {
        return model;
    }

    /** Rows that were changed, as the binlog counts them. */
    long rowsChanged() {
        return rowsChanged;
    }

    /** With all changes that were taken. */
    TableStore<E> version() throws TableException {
        make();
        return version;
    }

    /** Puts another one in its place, as the database is known to have the table now. */
    void reset(TableStore<E> loaded) {
        version = loaded;
        known.clear();
        changes = null;
    }

    /**
     * Takes changes.
     *
     * @throws TableException if the rows are no longer such as the table's
     */
    void take(RowsEvent event) throws TableException {
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

    private NetChanges changesOf(RowFormat format) throws TableException {
        NetChanges now = changes;
        if (now == null || now.format() != format) {
            make();
            ImageReader<E> made = known.get(format);
            if (made == null) {
                made = readers.of(format);
                known.put(format, made);
            }
            reader = made;
            now = new NetChanges(format, made.keyColumns());
            changes = now;
        }
        return now;
    }

    /** Makes a version of the changes that wait. */
    private void make() throws TableException {
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
        try (Builders builders = new Builders(images.builders())) {
            for (int i = 0; i < present; i++) {
                changed[i] = (int) (byRow[i] >>> 32);
                images.append(made.bytes(), made.image((int) byRow[i]), builders.all());
            }
            version = version.edit(
                    Arrays.copyOf(changed, present), builders.columns(), Arrays.copyOf(removed, gone), budget);
        }
        made.clear();
    }

    private int[] rows(NetChanges made, ImageReader<E> images) throws TableException {
        try (Builders keys = new Builders(images.keyBuilders())) {
            for (int entry = 0; entry < made.size(); entry++) {
                images.appendKey(made.bytes(), made.image(entry), keys.all());
            }
            return version.rowsOf(keys.columns());
        }
    }

    /** Builders of small columns, whose memory lives as long as these. */
    private record Builders(List<@Nullable ColumnBuilder> all, Lease lease) implements AutoCloseable {
        Builders(List<@Nullable ColumnBuilder> all) {
            this(all, new Lease());
        }

        /** With null for columns that are not loaded. */
        List<@Nullable Column> columns() {
            List<@Nullable Column> columns = new ArrayList<>();
            for (ColumnBuilder builder : all) {
                columns.add(builder == null ? null : Columns.concat(List.of(builder), lease));
            }
            return columns;
        }

        @Override
        public void close() {
            for (ColumnBuilder builder : all) {
                if (builder != null) {
                    builder.close();
                }
            }
            lease.release();
        }
    }
}
