package org.speedwell.accelerator.types;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.speedwell.accelerator.builder.KeyColumnBuilder;

/**
 * A decoder of the text form in which MySQL's protocol sends values. It appends them to a column without creating an
 * object per value. A decoder accepts the usual form of its values. For any other form, the getter of the driver reads
 * the value.
 */
interface TextDecoder {

    /**
     * Returns whether {@link #append} can decode this text. The reading thread calls it on the current row. A decoder
     * that needs the driver must read from it in this method.
     *
     * @param column the column of the current row, from 1
     */
    default boolean accepts(byte[] text, ResultSet row, int column) throws SQLException {
        return true;
    }

    /**
     * Appends the value of an accepted text. One thread at a time calls it, in the order of the rows.
     *
     * @throws IllegalArgumentException if the text is not a value
     */
    void append(byte[] text);

    /** A decoder of whole numbers from {@code min} to {@code max}. The key is the number plus {@code offset}. */
    record WholeNumber(KeyColumnBuilder target, long min, long max, long offset, int certain) implements TextDecoder {
        private static final long NONE = Long.MIN_VALUE;

        WholeNumber(KeyColumnBuilder target, long min, long max, long offset) {
            this(target, min, max, offset, Math.min(18, Long.toString(max).length() - 1));
        }

        @Override
        public boolean accepts(byte[] text, ResultSet row, int column) {
            return text.length > 0 && text.length <= certain && min < 0 || number(text) != NONE;
        }

        @Override
        public void append(byte[] text) {
            long number = number(text);
            if (number == NONE) {
                throw new IllegalArgumentException("it is not a whole number");
            }
            target.appendKey(number + offset);
        }

        private long number(byte[] text) {
            int digits = text.length > 0 && text[0] == '-' ? text.length - 1 : text.length;
            if (digits == 0 || digits > 18) {
                return NONE;
            }
            long number = 0;
            for (int i = text.length - digits; i < text.length; i++) {
                int digit = text[i] - '0';
                if (digit < 0 || digit > 9) {
                    return NONE;
                }
                number = 10 * number + digit;
            }
            if (digits < text.length) {
                number = -number;
            }
            return number < min || number > max ? NONE : number;
        }
    }

    /**
     * A decoder of decimals of at most 18 digits with exactly {@code scale} decimal places. The key is the unscaled
     * value.
     */
    record Decimal(KeyColumnBuilder target, int scale) implements TextDecoder {
        @Override
        public boolean accepts(byte[] text, ResultSet row, int column) {
            int start = text.length > 0 && text[0] == '-' ? 1 : 0;
            int point = point(text);
            int digits = text.length - start - (scale == 0 ? 0 : 1);
            return point > start && digits <= 18 && (scale == 0 || text[point] == '.');
        }

        private int point(byte[] text) {
            return scale == 0 ? text.length : text.length - scale - 1;
        }

        @Override
        public void append(byte[] text) {
            int start = text[0] == '-' ? 1 : 0;
            int point = point(text);
            long number = 0;
            for (int i = start; i < text.length; i++) {
                if (i != point) {
                    int digit = text[i] - '0';
                    if (digit < 0 || digit > 9) {
                        throw new IllegalArgumentException("it is not a decimal number");
                    }
                    number = 10 * number + digit;
                }
            }
            target.appendKey(start == 0 ? number : -number);
        }
    }

    /**
     * A decoder of up to 64 recurring values. It reads each distinct text once by the driver and the type mapper of the
     * model.
     */
    final class SmallDomain implements TextDecoder {
        private static final int MAX_VALUES = 64;

        private final KeyColumnBuilder target;
        private final ValueReader reader;

        /** The known texts. The array only grows: {@link #append} finds every text that {@link #accepts} found. */
        private final byte[][] texts = new byte[MAX_VALUES][];

        private final long[] keys = new long[MAX_VALUES];
        private int known;

        SmallDomain(KeyColumnBuilder target, ValueReader reader) {
            this.target = target;
            this.reader = reader;
        }

        @Override
        public boolean accepts(byte[] text, ResultSet row, int column) throws SQLException {
            for (int i = 0; i < known; i++) {
                if (Arrays.equals(texts[i], text)) {
                    return true;
                }
            }
            Object value = known == MAX_VALUES ? null : reader.read(row, column);
            if (value == null || !target.isValue(value)) {
                return false;
            }
            keys[known] = target.key(value);
            texts[known++] = text;
            return true;
        }

        @Override
        public void append(byte[] text) {
            for (int i = 0; i < MAX_VALUES; i++) {
                if (Arrays.equals(texts[i], text)) {
                    target.appendKey(keys[i]);
                    return;
                }
            }
            throw new IllegalArgumentException("it is not a known value");
        }
    }
}
