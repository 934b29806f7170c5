package org.speedwell.accelerator.encode;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.Source;

/**
 * A format and the cells that each row has in it. Immutable and thread-safe.
 *
 * @param <T> the entities, or tuples, that are rows
 */
public final class Encoding<T> {
    private final Format format;
    private final List<Cell<T>> cells;

    /** Made when they are asked for, by whoever comes first or by several alike: an encoder may be used for many small answers. */
    private volatile @Nullable List<CellPlace> places;

    /** A column of what is written. */
    public record Cell<T>(String label, Source<T> source) {}

    public Encoding(Format format, List<Cell<T>> cells) {
        this.format = format;
        this.cells = List.copyOf(cells);
    }

    public Format format() {
        return format;
    }

    public List<Cell<T>> cells() {
        return cells;
    }

    /** The places of the cells, in their order. */
    public List<CellPlace> places() {
        List<CellPlace> known = places;
        if (known == null) {
            known = IntStream.range(0, cells.size())
                    .mapToObj(i -> new CellPlace(format, i, cells.get(i).label()))
                    .toList();
            places = known;
        }
        return known;
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
