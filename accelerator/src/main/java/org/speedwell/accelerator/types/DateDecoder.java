package org.speedwell.accelerator.types;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.speedwell.accelerator.column.KeyColumnBuilder;

/** {@code yyyy-MM-dd}: what the driver makes of a day it makes of that day again. */
final class DateDecoder implements TextDecoder {
    private final KeyColumnBuilder target;
    private final ValueReader reader;
    private final long[] keys = new long[Days.COUNT];
    private final boolean[] known = new boolean[Days.COUNT];

    DateDecoder(KeyColumnBuilder target, ValueReader reader) {
        this.target = target;
        this.reader = reader;
    }

    @Override
    public boolean accepts(byte[] text, ResultSet row, int column) throws SQLException {
        int day = text.length == Days.DATE ? Days.of(text) : Days.UNKNOWN;
        if (day == Days.UNKNOWN) {
            return false;
        }
        if (!known[day]) {
            Object value = reader.read(row, column);
            if (value == null) {
                return false;
            }
            keys[day] = target.key(value);
            known[day] = true;
        }
        return true;
    }

    @Override
    public void append(byte[] text) {
        target.appendKey(keys[Days.of(text)]);
    }
}
