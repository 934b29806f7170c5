package org.speedwell.accelerator.types;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.speedwell.accelerator.binlog.RowFormat;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.database.ColumnModel;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.database.LoadedColumns;
import org.speedwell.accelerator.database.SmallColumns;
import org.speedwell.accelerator.database.TableException;
import org.speedwell.accelerator.database.TableModel;

/**
 * A reader that copies the values of row images into builders. The values are equal to those of a load. For one thread.
 */
public final class ImageReader<E> {
    private static final String REMEDY = " Reload the table. If that fails, regenerate speedment.json from the"
            + " database, or leave columns out by withoutColumn.";

    private final LoadedColumns<E> loaded;

    /** The index in the binlog of each loaded column. */
    private final int[] places;

    private final ImageDecoder[] decoders;

    /** The index among the loaded columns of each column of the primary key. */
    private final int[] keys;

    private int rows;

    /**
     * Creates a reader of the rows that follow a table map.
     *
     * @param loaded the columns in memory, as the load saw them
     * @throws TableException if the table has changed since the load; the message names every difference that changes
     * values
     */
    public ImageReader(RowFormat format, LoadedColumns<E> loaded, DriverConversions driver) throws LoadException {
        this.loaded = loaded;
        this.places = matching(format, loaded, driver);
        this.decoders = new ImageDecoder[places.length];
        for (int i = 0; i < places.length; i++) {
            try (ColumnBuilder sample = loaded.builder(i)) {
                decoders[i] = new ImageColumn(
                                format.column(places[i]),
                                loaded.found().get(i),
                                loaded.columns().get(i).databaseClass(),
                                sample,
                                driver)
                        .decoder();
            }
        }
        this.keys = keys(loaded);
    }

    private static int[] matching(RowFormat format, LoadedColumns<?> loaded, DriverConversions driver)
            throws LoadException {
        int[] places = new int[loaded.columns().size()];
        List<String> differences = new ArrayList<>();
        for (int i = 0; i < places.length; i++) {
            String name = loaded.columns().get(i).name();
            places[i] = format.place(name);
            String difference = places[i] < 0
                    ? "is missing"
                    : ColumnType.differenceOf(loaded.found().get(i), format.column(places[i]), driver);
            if (difference != null) {
                differences.add("column " + name + " " + difference);
            }
        }
        if (!differences.isEmpty()) {
            throw TableException.of("Table " + loaded.model() + " has changed since it was loaded: "
                    + String.join("; ", differences) + "." + REMEDY);
        }
        return places;
    }

    private static int[] keys(LoadedColumns<?> loaded) throws LoadException {
        TableModel<?> model = loaded.model();
        List<String> names = loaded.columns().stream().map(ColumnModel::name).toList();
        int[] keys = model.keyColumns().stream().mapToInt(names::indexOf).toArray();
        for (int i = 0; i < keys.length; i++) {
            if (keys[i] < 0) {
                throw TableException.of("Table " + model + " cannot be followed without column "
                        + model.keyColumns().get(i) + ", which is in its primary key. Remove withoutColumn for it.");
            }
        }
        return keys;
    }

    /** Returns new builders for the loaded columns, in their order, as a load creates them. */
    public SmallColumns builders() throws LoadException {
        return SmallColumns.ofAll(loaded);
    }

    /** Returns new builders for some of the loaded columns. */
    public SmallColumns builders(int[] columns) throws LoadException {
        return new SmallColumns(loaded, columns);
    }

    /** Returns the indexes of all loaded columns. */
    public int[] allColumns() {
        return IntStream.range(0, places.length).toArray();
    }

    /** Returns the indexes of the loaded columns whose places in the binlog are in a set. */
    public int[] columnsAt(BitSet binlogPlaces) {
        return IntStream.range(0, places.length)
                .filter(column -> binlogPlaces.get(places[column]))
                .toArray();
    }

    /** Returns new builders for the columns of the primary key, in the key's order; empty if there is no key. */
    public SmallColumns keyBuilders() throws LoadException {
        return new SmallColumns(loaded, keys);
    }

    /**
     * Appends the values of an image.
     *
     * @param starts the offsets of the values, as {@link RowFormat#locate} returns them
     * @param targets the builders of {@link #builders}
     * @throws TableException if a value does not fit the model and must not become NULL; the lengths of the builders
     * may then differ
     */
    public void append(byte[] event, int[] starts, SmallColumns targets) throws LoadException {
        for (int i = 0; i < decoders.length; i++) {
            append(i, event, starts, targets.builder(i));
        }
        rows++;
    }

    /** Appends the values of some columns to the builders of {@link #builders(int[])}. */
    public void append(byte[] event, int[] starts, int[] columns, SmallColumns targets) throws LoadException {
        for (int i = 0; i < columns.length; i++) {
            append(columns[i], event, starts, targets.builder(i));
        }
        rows++;
    }

    /** Appends only the values of the primary key to the builders of {@link #keyBuilders}. */
    public void appendKey(byte[] event, int[] starts, SmallColumns targets) throws LoadException {
        for (int i = 0; i < keys.length; i++) {
            append(keys[i], event, starts, targets.builder(i));
        }
    }

    private void append(int column, byte[] event, int[] starts, ColumnBuilder target) throws LoadException {
        int start = starts[places[column]];
        try {
            boolean isValue =
                    start == RowFormat.NULL ? target.append(null) : decoders[column].append(event, start, target);
            String refusal = isValue
                    ? null
                    : loaded.model().refusalOfNull(loaded.columns().get(column));
            if (refusal != null) {
                throw new IllegalArgumentException(refusal);
            }
        } catch (SQLException | RuntimeException e) {
            if (!loaded.becomesNull(column)) {
                throw loaded.incompatibleValue(describe(event, starts), column, e);
            }
            target.append(null);
        }
    }

    /** Returns the primary key of a row, or its number, for messages. */
    private String describe(byte[] event, int[] starts) {
        String number = "number " + (rows + 1) + " of the rows read from the binlog";
        try (SmallColumns values = keyBuilders()) {
            for (int i = 0; i < keys.length; i++) {
                decoders[keys[i]].append(event, starts[places[keys[i]]], values.builder(i));
            }
            List<Column> built = values.built();
            String key = IntStream.range(0, keys.length)
                    .mapToObj(i -> loaded.columns().get(keys[i]).name() + " = "
                            + built.get(i).get(0))
                    .collect(Collectors.joining(", "));
            return key.isEmpty() ? number : key;
        } catch (SQLException | LoadException | RuntimeException e) {
            return number;
        }
    }
}
