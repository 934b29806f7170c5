package org.speedwell.accelerator.column;

import java.util.function.Function;
import org.speedwell.accelerator.memory.GrowingRegion;
import org.speedwell.accelerator.memory.Lease;

/** Appends the bytes of each value, one behind the other. */
final class BytesColumnBuilder extends ColumnBuilder {
    private final ByteForm form;
    private final Function<Object, Object> onRead;
    private final Function<Object, Object> onLoad;
    private final GrowingRegion offsets = new GrowingRegion();
    private final GrowingRegion bytes = new GrowingRegion();

    BytesColumnBuilder(ByteForm form, Function<Object, Object> onRead, Function<Object, Object> onLoad) {
        this.form = form;
        this.onRead = onRead;
        this.onLoad = onLoad;
        offsets.appendLong(0);
    }

    @Override
    void appendValue(Object value) {
        byte[] run;
        try {
            run = form.toBytes(onLoad.apply(value));
        } catch (ClassCastException e) {
            throw new IllegalArgumentException("a value of " + value.getClass().getName() + " cannot be stored", e);
        }
        bytes.appendBytes(run, 0, run.length);
        offsets.appendLong(bytes.size());
    }

    @Override
    void appendNull() {
        offsets.appendLong(bytes.size());
    }

    @Override
    public Column build(Lease lease) {
        return new BytesColumn(offsets.copyTo(lease), bytes.copyTo(lease), rows(), form, onRead, validity(lease));
    }

    @Override
    public void close() {
        offsets.close();
        bytes.close();
    }
}
