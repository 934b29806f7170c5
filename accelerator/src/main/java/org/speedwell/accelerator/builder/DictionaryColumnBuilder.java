package org.speedwell.accelerator.builder;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.ByteForm;
import org.speedwell.accelerator.codec.DictionaryMerge;
import org.speedwell.accelerator.codec.DistinctBytes;
import org.speedwell.accelerator.codec.KeyList;
import org.speedwell.accelerator.codec.TextCodec;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.Region;
import org.speedwell.accelerator.text.Utf16Bytes;

/**
 * A builder of columns with a dictionary. It assigns a number to each distinct value when the value first arrives. At
 * the end each builder sorts its own dictionary, and the join merges them.
 */
public final class DictionaryColumnBuilder extends ColumnBuilder {
    private final ByteForm form;
    private final DistinctBytes distinct = new DistinctBytes();
    private final StagedKeys numbers = new StagedKeys();
    private byte @Nullable [] last;
    private int lastNumber;

    DictionaryColumnBuilder(
            ByteForm form,
            @Nullable Function<@Nullable Object, @Nullable Object> onRead,
            @Nullable Function<@Nullable Object, @Nullable Object> onLoad) {
        super(onRead, onLoad);
        this.form = form;
    }

    /** Returns whether the caller may pass strings to {@link #appendUtf8}. */
    public boolean takesUtf8() {
        return form instanceof ByteForm.Text && isPlain();
    }

    /** Appends a string in UTF-8. The result equals that of {@link #append}, but the builder creates no string. */
    public void appendUtf8(byte[] utf8) {
        if (!Arrays.equals(utf8, last)) {
            last = utf8;
            lastNumber = distinct.number(Utf16Bytes.ofUtf8(utf8));
        }
        numbers.append(lastNumber);
        endRow();
    }

    @Override
    boolean appendValue(Object value) {
        byte[] run;
        try {
            run = form.toBytes(value);
        } catch (ClassCastException e) {
            throw new IllegalArgumentException(
                    "Speedwell cannot store a value of " + value.getClass().getName(), e);
        }
        if (!form.isExact(value)) {
            throw new IllegalArgumentException(value + " is more precise or longer than the column's values");
        }
        numbers.append(distinct.number(run));
        return true;
    }

    @Override
    void appendNull() {
        numbers.appendNone();
    }

    @Override
    void finishValues() {
        numbers.finish();
        distinct.sort();
    }

    @Override
    Column join(
            List<? extends ColumnBuilder> parts, int rows, @Nullable Validity validity, Lease lease, Lease staging) {
        List<DictionaryColumnBuilder> builders =
                parts.stream().map(part -> (DictionaryColumnBuilder) part).toList();
        List<DistinctBytes> dictionaries =
                builders.stream().map(part -> part.distinct).toList();
        try (DictionaryMerge merge = new DictionaryMerge(dictionaries)) {
            int max = Math.max(0, merge.size() - 1);
            KeyList codes = KeyList.allocate(onRead() == null ? lease : staging, rows, 0, max);
            int row = 0;
            for (int i = 0; i < builders.size(); i++) {
                builders.get(i).copyTo(codes, row, merge.ranks(i));
                row += builders.get(i).rows();
            }
            return KeyColumn.of(new TextCodec(merge.dictionary(lease, form), form), codes, 0, max, validity);
        }
    }

    private void copyTo(KeyList codes, int fromRow, Region ranks) {
        for (int row = 0; row < rows(); row++) {
            if (!isNull(row)) {
                codes.set(fromRow + row, ranks.getInt(numbers.get(row) << 2));
            }
        }
    }

    @Override
    void closeValues() {
        distinct.close();
        numbers.close();
    }
}
