package org.speedwell.accelerator.encode;

import java.util.List;

/** A writer of rows that reads the values from entities. For one thread. */
final class EntityWriter<T> {
    private final List<Encoding.Cell<T>> cells;
    private final Format format;
    private final ValueWriter writer;

    EntityWriter(Encoding<T> encoding) {
        this.cells = encoding.cells();
        this.format = encoding.format();
        this.writer = new ValueWriter(format);
    }

    void write(T entity, Utf8Buffer out) {
        for (int place = 0; place < cells.size(); place++) {
            Encoding.Cell<T> cell = cells.get(place);
            format.putPrefix(place, cell.label(), out);
            writer.put(cell.source().value(entity), out);
        }
        format.endRow(out);
    }
}
