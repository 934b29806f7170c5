package org.speedwell.accelerator.encode;

import java.util.List;

/**
 * A format and the cells that each row has in it. Immutable and thread-safe.
 *
 * @param <T> the entities, or tuples, that are rows
 */
public record Encoding<T>(Format format, List<Cell<T>> cells) {

    /** A column of what is written. */
    public record Cell<T>(String label, Source<T> source) {}

    public Encoding {
        cells = List.copyOf(cells);
    }

    List<String> labels() {
        return cells.stream().map(Cell::label).toList();
    }

    /** One row by itself: an object of JSON, or a record of CSV without the end of its line. */
    public byte[] encode(T entity) {
        Utf8Buffer out = new Utf8Buffer(256);
        new EntityWriter<>(this).write(entity, out);
        int length = out.size() - format.leading() - format.trailing();
        byte[] row = new byte[length];
        System.arraycopy(out.array(), format.leading(), row, 0, length);
        return row;
    }
}
