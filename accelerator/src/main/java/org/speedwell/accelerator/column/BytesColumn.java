package org.speedwell.accelerator.column;

import java.lang.ref.Reference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Region;

/** Long texts and binary values: offsets and bytes, in row order, with no order of their own. */
public final class BytesColumn extends Column {
    private final Region offsets;
    private final Region bytes;
    private final ByteForm form;
    private final Function<Object, Object> mapper;

    BytesColumn(
            Region offsets,
            Region bytes,
            int rows,
            ByteForm form,
            Function<Object, Object> mapper,
            @Nullable Validity validity) {
        super(rows, validity);
        this.offsets = offsets;
        this.bytes = bytes;
        this.form = form;
        this.mapper = mapper;
    }

    @Override
    public long bytes() {
        return offsets.size()
                + bytes.size()
                + (validity() == null ? 0 : validity().bytes());
    }

    @Override
    Object value(int row) {
        long from = offsets.getLong((long) row << 3);
        long to = offsets.getLong((long) (row + 1) << 3);
        Object value = mapper.apply(form.fromBytes(bytes.getBytes(from, (int) (to - from))));
        Reference.reachabilityFence(this);
        return value;
    }
}
