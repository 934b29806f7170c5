package org.speedwell.accelerator.column;

import java.util.function.Function;
import org.speedwell.accelerator.memory.GrowingRegion;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.Region;

/** Gives each distinct value a number as it comes and renumbers them in sorted order at the end. */
final class DictionaryColumnBuilder extends ColumnBuilder {
    private static final int NULL = -1;

    private final ByteForm form;
    private final Function<Object, Object> onLoad;
    private final DistinctBytes distinct = new DistinctBytes();
    private final GrowingRegion numbers = new GrowingRegion();

    DictionaryColumnBuilder(ByteForm form, Function<Object, Object> onLoad) {
        this.form = form;
        this.onLoad = onLoad;
    }

    @Override
    void appendValue(Object value) {
        Object mapped = onLoad.apply(value);
        byte[] bytes = form.toBytes(mapped);
        numbers.appendInt(distinct.number(bytes));
    }

    @Override
    void appendNull() {
        numbers.appendInt(NULL);
    }

    @Override
    public Column build(Lease lease) {
        int[] order = distinct.sorted();
        Dictionary dictionary = distinct.dictionary(lease, order, form);
        int[] rank = new int[order.length];
        for (int i = 0; i < order.length; i++) {
            rank[order[i]] = i;
        }
        int max = Math.max(0, order.length - 1);
        Codes codes = Codes.allocate(lease, rows(), max);
        Region staged = numbers.region();
        for (int row = 0; row < rows(); row++) {
            int number = staged.getInt((long) row << 2);
            codes.set(row, number == NULL ? 0 : rank[number]);
        }
        return new KeyColumn(new TextCodec(dictionary, form), codes, 0, 0, max, validity(lease));
    }

    @Override
    public void close() {
        distinct.close();
        numbers.close();
    }
}
