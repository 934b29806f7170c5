package org.speedwell.accelerator.encode;

import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expression.Source;

/**
 * An output format and the cells of a row. Immutable and thread-safe.
 *
 * @param <T> the entity or tuple of a row
 */
public final class Encoding<T> {
    private final Format format;
    private final List<Cell<T>> cells;

    /**
     * The places of the cells. Null before the first use. Several threads may compute equal lists. An encoder that
     * serves many small responses computes them once.
     */
    private volatile @Nullable List<CellPlace> places;

    /** A column of the output. */
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

    /** Returns the places of the cells, in their order. */
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

    /** Encodes one row by itself: a JSON object, or a CSV record without its line end. */
    public byte[] encode(T entity) {
        Utf8Buffer out = new Utf8Buffer(256);
        new EntityWriter<>(this).write(entity, out);
        int length = out.size() - format.leading() - format.trailing();
        byte[] row = new byte[length];
        System.arraycopy(out.array(), format.leading(), row, 0, length);
        return row;
    }
}
