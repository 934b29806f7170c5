package org.speedwell.accelerator.index;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MappedValues;
import org.speedwell.accelerator.column.Column;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Lease;

/** A builder of columns from staged values. */
public final class Columns {
    private Columns() {}

    /**
     * Returns a column of the values of several builders of the same kind, one after another. The lease owns its
     * memory. If a type mapper converts the values, the column sorts the converted values.
     *
     * @throws IllegalArgumentException if a type mapper fails for a value; the message names the value
     */
    public static Column concat(List<? extends ColumnBuilder> parts, Lease lease) {
        Lease staging = new Lease();
        try {
            Column column = ColumnBuilder.concat(parts, lease, staging);
            Function<@Nullable Object, @Nullable Object> mapper =
                    parts.getFirst().onRead();
            if (mapper == null || !(column instanceof KeyColumn staged)) {
                return column;
            }
            SortedIndex order = SortedIndexBuilder.build(staged, staging);
            return MappedValues.of(staged, mapper, order.valid(), order::row, lease, staging);
        } finally {
            staging.release();
        }
    }
}
