package org.speedwell.accelerator.live;

import java.util.List;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.column.ColumnBuilder;
import org.speedwell.accelerator.load.LoadException;
import org.speedwell.accelerator.load.LoadedColumns;
import org.speedwell.accelerator.store.LoadReport;

/** Brings the values of images of rows into builders, each as a load would have it. For one thread. */
public final class ImageReader<E> {

    /**
     * A reader of the rows that follow a table map.
     *
     * @param loaded the columns that are in memory, as the load saw them
     * @throws org.speedwell.accelerator.load.TableException if the table is no longer as the load saw it, naming every
     *     difference by which values are others, or if values of a column cannot be read
     */
    public ImageReader(RowFormat format, LoadedColumns<E> loaded, ServerValues server) throws LoadException {}

    /** New builders for the loaded columns, in their order, as a load makes them. */
    public ColumnBuilder[] builders() throws LoadException {
        throw new UnsupportedOperationException();
    }

    /** New builders for the columns of the primary key, in the key's order. */
    public ColumnBuilder[] keyBuilders() throws LoadException {
        throw new UnsupportedOperationException();
    }

    /**
     * Appends the values of an image.
     *
     * @param starts where they are, as {@link RowFormat#locate} tells
     * @param targets of {@link #builders}
     * @throws org.speedwell.accelerator.load.TableException if one does not fit the model, and is not to become NULL; builders
     *     may then differ in length
     */
    public void append(byte[] event, int[] starts, ColumnBuilder[] targets) throws LoadException {
        throw new UnsupportedOperationException();
    }

    /** Appends the values of the primary key alone to those of {@link #keyBuilders}. */
    public void appendKey(byte[] event, int[] starts, ColumnBuilder[] targets) throws LoadException {
        throw new UnsupportedOperationException();
    }

    /** Values that became NULL, a column each. */
    public List<LoadReport.BadValues> badValues() {
        throw new UnsupportedOperationException();
    }
}
