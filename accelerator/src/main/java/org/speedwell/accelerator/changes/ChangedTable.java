package org.speedwell.accelerator.changes;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.binlog.RowsEvent;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.LoadedColumns;
import org.speedwell.accelerator.database.SmallColumns;
import org.speedwell.accelerator.database.TableException;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.replication.ReplicationSource;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.types.DriverConversions;
import org.speedwell.accelerator.types.ImageReader;

/**
 * A decoder of row images to entities of one table. It builds small columns, so that the entities equal those of a
 * load. For one thread.
 */
final class ChangedTable<E> {
    /**
     * The maximum number of images that the decoder converts at once. It limits the memory that a large event needs.
     */
    private static final int MAX_IMAGES = 512;

    private final TableModel<E> model;
    private final ReplicationSource source;
    private final DriverConversions server;
    private final EntityFactory<E> entities;
    private LoadedColumns<E> columns;
    private @Nullable RowFormat format;
    private @Nullable ImageReader<E> reader;

    /**
     * Creates a decoder for the present columns of the table in the database.
     *
     * @throws LoadException if the table differs from the model
     */
    ChangedTable(TableModel<E> model, ReplicationSource source, DriverConversions server, Connection connection)
            throws LoadException {
        this.model = model;
        this.source = source;
        this.server = server;
        this.entities = model.entities();
        this.columns = source.allColumns(model, connection);
    }

    TableModel<E> model() {
        return model;
    }

    /**
     * Decodes some rows of an event and adds their changes to a queue. It adds either all of these rows or none.
     *
     * @param at the index at which the first row begins
     * @return the index at which the remaining rows begin
     * @throws TableException if the rows do not match the model
     * @throws LoadException if a necessary query to the database failed
     */
    int read(RowsEvent event, int at, Queue<ChangedRow<?>> to) throws LoadException, InterruptedException {
        ImageReader<E> images = reader(event.format());
        int aRow = event.kind() == RowsEvent.Kind.UPDATE ? 2 : 1;
        byte[] bytes = event.bytes();
        int[] starts = new int[event.format().columns()];
        try (SmallColumns builders = images.builders()) {
            int next = at;
            int read = 0;
            for (; next < bytes.length && (read < MAX_IMAGES || read % aRow > 0); read++) {
                next = event.format().locate(bytes, next, starts);
                images.append(bytes, starts, builders);
            }
            add(event.kind(), made(builders, read), to);
            return next;
        }
    }

    private List<E> made(SmallColumns builders, int count) {
        Column[] values = builders.built().toArray(Column[]::new);
        List<E> made = new ArrayList<>(count);
        for (int row = 0; row < count; row++) {
            made.add(entities.create(values, row));
        }
        return made;
    }

    private void add(RowsEvent.Kind kind, List<E> rows, Queue<ChangedRow<?>> to) {
        switch (kind) {
            case INSERT -> rows.forEach(row -> to.add(new ChangedRow<>(model.identifier(), null, row)));
            case DELETE -> rows.forEach(row -> to.add(new ChangedRow<>(model.identifier(), row, null)));
            case UPDATE -> {
                for (int i = 0; i < rows.size(); i += 2) {
                    to.add(new ChangedRow<>(model.identifier(), rows.get(i), rows.get(i + 1)));
                }
            }
        }
    }

    /**
     * Returns the reader of rows with a format. It reuses the last reader for an equal format, because each connection
     * creates new instances.
     */
    private ImageReader<E> reader(RowFormat of) throws LoadException, InterruptedException {
        ImageReader<E> known = reader;
        if (known == null || of != format && !of.isSame(format)) {
            known = newReader(of);
            reader = known;
        }
        format = of;
        return known;
    }

    private ImageReader<E> newReader(RowFormat of) throws LoadException, InterruptedException {
        try {
            return new ImageReader<>(of, columns, server);
        } catch (TableException e) {
            columns = columnsNow();
            return new ImageReader<>(of, columns, server);
        }
    }

    /** Reads the columns again. The table may have been altered and still match the model. */
    private LoadedColumns<E> columnsNow() throws LoadException, InterruptedException {
        try (LoadConnection connection = source.connect()) {
            return source.allColumns(model, connection.jdbc());
        }
    }
}
