package org.speedwell.accelerator.types;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.speedwell.accelerator.builder.KeyColumnBuilder;

/**
 * Decodes the text in which MySQL's protocol sends values, straight into a column, with no object made of the value. Each
 * decoder knows the plain form of its values; for anything else it declines, and the driver's own getter decides.
 */
interface TextDecoder {

    /**
     * Whether {@link #append} takes this text. Called by the thread that reads, while the row is the current one: whatever
     * the driver has to be asked is asked now.
     *
     * @param column of the current row, from 1
     */
    default boolean accepts(byte[] text, ResultSet row, int column) throws SQLException {
        return true;
    }

    /**
     * Appends the value of a text that was accepted. Called by one thread at a time, in the order of the rows.
     *
     * @throws IllegalArgumentException if the text is none after all
     */
    void append(byte[] text);

    /** Whole numbers from {@code min} to {@code max}; the key is the number plus {@code offset}. */
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
                throw new IllegalArgumentException("no whole number");
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

    /** Decimals of at most 18 digits with exactly so many decimals; the key is the unscaled value. */
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
                        throw new IllegalArgumentException("no decimal number");
                    }
                    number = 10 * number + digit;
                }
            }
            target.appendKey(start == 0 ? number : -number);
        }
    }

    /** A few values that come again and again: the driver and the model's type mapper are asked once for each. */
    final class SmallDomain implements TextDecoder {
        private static final int MOST = 64;

        private final KeyColumnBuilder target;
        private final ValueReader reader;

        /** Only grows: what is found here when a text is accepted is found when it is appended. */
        private final byte[][] texts = new byte[MOST][];

        private final long[] keys = new long[MOST];
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
            Object value = known == MOST ? null : reader.read(row, column);
            if (value == null || !target.isValue(value)) {
                return false;
            }
            keys[known] = target.key(value);
            texts[known++] = text;
            return true;
        }

        @Override
        public void append(byte[] text) {
            for (int i = 0; i < MOST; i++) {
                if (Arrays.equals(texts[i], text)) {
                    target.appendKey(keys[i]);
                    return;
                }
            }
            throw new IllegalArgumentException("an unknown value");
        }
    }
}
