package org.speedwell.accelerator.column;

import java.lang.ref.Reference;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.memory.Region;

/** Long texts and binary values: their bytes one behind the other in row order, and where each ends. They have no order. */
public final class BytesColumn extends Column {
    private final Codes ends;
    private final Region bytes;
    private final ByteForm form;
    private final @Nullable Function<@Nullable Object, @Nullable Object> mapper;

    BytesColumn(
            Codes ends,
            Region bytes,
            ByteForm form,
            @Nullable Function<@Nullable Object, @Nullable Object> mapper,
            @Nullable Validity validity) {
        super(ends.rows(), validity);
        this.ends = ends;
        this.bytes = bytes;
        this.form = form;
        this.mapper = mapper;
    }

    Codes ends() {
        return ends;
    }

    Region region() {
        return bytes;
    }

    ByteForm form() {
        return form;
    }

    boolean isMapped() {
        return mapper != null;
    }

    @Override
    public long bytes() {
        return ends.bytes()
                + bytes.size()
                + (validity() == null ? 0 : validity().bytes());
    }

    @Override
    public String encoding() {
        return "bytes, " + ends.width() + "-byte ends";
    }

    @Override
    Object value(int row) {
        long from = row == 0 ? 0 : ends.get(row - 1);
        Object value = form.fromBytes(bytes.getBytes(from, (int) (ends.get(row) - from)));
        Reference.reachabilityFence(this);
        return mapper == null ? value : Objects.requireNonNull(mapper.apply(value)); // null at load, NULL
    }
}
