package org.speedwell.accelerator.builder;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.codec.ByteForm;
import org.speedwell.accelerator.codec.Codes;
import org.speedwell.accelerator.column.BytesColumn;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.Validity;
import org.speedwell.accelerator.memory.GrowingRegion;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.Region;
import org.speedwell.accelerator.text.Utf16Bytes;

/** A builder of columns that store the bytes of each value, one after the other. */
public final class BytesColumnBuilder extends ColumnBuilder {
    private final ByteForm form;
    private final GrowingRegion ends = new GrowingRegion();
    private final GrowingRegion bytes = new GrowingRegion();

    BytesColumnBuilder(
            ByteForm form,
            @Nullable Function<@Nullable Object, @Nullable Object> onRead,
            @Nullable Function<@Nullable Object, @Nullable Object> onLoad) {
        super(onRead, onLoad);
        this.form = form;
    }

    /** Returns whether the caller may pass strings to {@link #appendUtf8}. */
    public boolean takesUtf8() {
        return form instanceof ByteForm.Text && onRead() == null && isPlain();
    }

    /** Returns whether the caller may pass values to {@link #appendBytes}. */
    public boolean acceptsBytes() {
        return (form instanceof ByteForm.Binary || form instanceof ByteForm.LargeObject)
                && onRead() == null
                && isPlain();
    }

    /** Appends a string in UTF-8. The result equals that of {@link #append}, but the builder creates no string. */
    public void appendUtf8(byte[] utf8) {
        appendBytes(Utf16Bytes.ofUtf8(utf8));
    }

    /** Appends the bytes of a value. */
    public void appendBytes(byte[] value) {
        appendBytes(value, 0, value.length);
    }

    /** Appends the bytes of a value, which are a range of an array. */
    public void appendBytes(byte[] run, int from, int length) {
        bytes.appendBytes(run, from, length);
        ends.appendLong(bytes.size());
        endRow();
    }

    @Override
    boolean appendValue(Object value) {
        Function<@Nullable Object, @Nullable Object> onRead = onRead();
        if (onRead != null && onRead.apply(value) == null) {
            return false;
        }
        byte[] run;
        try {
            run = form.toBytes(value);
        } catch (ClassCastException e) {
            throw new IllegalArgumentException(
                    "Speedwell cannot store a value of " + value.getClass().getName(), e);
        }
        bytes.appendBytes(run, 0, run.length);
        ends.appendLong(bytes.size());
        return true;
    }

    @Override
    boolean isNullValue() {
        if (super.isNullValue()) {
            throw new IllegalArgumentException("its type mapper returns a value for NULL, but columns of long texts and"
                    + " large objects cannot store one");
        }
        return false;
    }

    @Override
    void appendNull() {
        ends.appendLong(bytes.size());
    }

    @Override
    void finishValues() {
        ends.trim();
        bytes.trim();
    }

    @Override
    Column join(
            List<? extends ColumnBuilder> parts, int rows, @Nullable Validity validity, Lease lease, Lease staging) {
        List<BytesColumnBuilder> builders =
                parts.stream().map(part -> (BytesColumnBuilder) part).toList();
        long size = builders.stream().mapToLong(part -> part.bytes.size()).sum();
        Region all = lease.allocate(size);
        Codes ends = Codes.allocate(lease, rows, size);
        long at = 0;
        int row = 0;
        for (BytesColumnBuilder part : builders) {
            all.copyFrom(part.bytes.region(), 0, at, part.bytes.size());
            for (int i = 0; i < part.rows(); i++) {
                ends.set(row++, at + part.ends.region().getLong((long) i << 3));
            }
            at += part.bytes.size();
        }
        return new BytesColumn(ends, all, form, onRead(), validity);
    }

    @Override
    void closeValues() {
        ends.close();
        bytes.close();
    }
}
