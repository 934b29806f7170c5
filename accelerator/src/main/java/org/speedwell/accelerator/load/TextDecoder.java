package org.speedwell.accelerator.load;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.speedwell.accelerator.column.BytesColumnBuilder;
import org.speedwell.accelerator.column.DictionaryColumnBuilder;
import org.speedwell.accelerator.column.KeyColumnBuilder;

/**
 * Decodes the text in which MySQL's protocol sends values, straight into a column, with no object made of the value. Each
 * decoder knows the plain form of its values; for anything else it declines, and the driver's own getter decides.
 */
interface TextDecoder {

    /**
     * Appends the value of this text, or declines and appends nothing.
     *
     * @param column of the current row, from 1
     */
    boolean append(byte[] text, ResultSet row, int column) throws SQLException;

    /** Whole numbers from {@code min} to {@code max}; the key is the number plus {@code offset}. */
    record WholeNumber(KeyColumnBuilder target, long min, long max, long offset) implements TextDecoder {
        @Override
        public boolean append(byte[] text, ResultSet row, int column) {
            int digits = text.length > 0 && text[0] == '-' ? text.length - 1 : text.length;
            if (digits == 0 || digits > 18) {
                return false;
            }
            long number = 0;
            for (int i = text.length - digits; i < text.length; i++) {
                int digit = text[i] - '0';
                if (digit < 0 || digit > 9) {
                    return false;
                }
                number = 10 * number + digit;
            }
            if (digits < text.length) {
                number = -number;
            }
            if (number < min || number > max) {
                return false;
            }
            target.appendKey(number + offset);
            return true;
        }
    }

    /** Decimals of at most 18 digits with exactly so many decimals; the key is the unscaled value. */
    record Decimal(KeyColumnBuilder target, int scale) implements TextDecoder {
        @Override
        public boolean append(byte[] text, ResultSet row, int column) {
            int start = text.length > 0 && text[0] == '-' ? 1 : 0;
            int point = scale == 0 ? text.length : text.length - scale - 1;
            int digits = text.length - start - (scale == 0 ? 0 : 1);
            if (point <= start || digits > 18 || scale > 0 && text[point] != '.') {
                return false;
            }
            long number = 0;
            for (int i = start; i < text.length; i++) {
                if (i != point) {
                    int digit = text[i] - '0';
                    if (digit < 0 || digit > 9) {
                        return false;
                    }
                    number = 10 * number + digit;
                }
            }
            target.appendKey(start == 0 ? number : -number);
            return true;
        }
    }

    /** Strings that arrive in UTF-8. */
    record Words(DictionaryColumnBuilder target) implements TextDecoder {
        @Override
        public boolean append(byte[] text, ResultSet row, int column) {
            target.appendUtf8(text);
            return true;
        }
    }

    /** Long strings that arrive in UTF-8. */
    record LongText(BytesColumnBuilder target) implements TextDecoder {
        @Override
        public boolean append(byte[] text, ResultSet row, int column) {
            target.appendUtf8(text);
            return true;
        }
    }

    /** Bytes that are the value. */
    record Binary(BytesColumnBuilder target) implements TextDecoder {
        @Override
        public boolean append(byte[] text, ResultSet row, int column) {
            target.appendBytes(text);
            return true;
        }
    }

    /** A few values that come again and again: the driver and the model's type mapper are asked once for each. */
    final class Few implements TextDecoder {
        private static final int MOST = 64;

        private final KeyColumnBuilder target;
        private final ValueReader reader;
        private final byte[][] texts = new byte[MOST][];
        private final long[] keys = new long[MOST];
        private int known;

        Few(KeyColumnBuilder target, ValueReader reader) {
            this.target = target;
            this.reader = reader;
        }

        @Override
        public boolean append(byte[] text, ResultSet row, int column) throws SQLException {
            for (int i = 0; i < known; i++) {
                if (Arrays.equals(texts[i], text)) {
                    target.appendKey(keys[i]);
                    return true;
                }
            }
            Object value = known == MOST ? null : reader.read(row, column);
            if (value == null || !target.isValue(value)) {
                return false;
            }
            keys[known] = target.key(value);
            texts[known] = text;
            target.appendKey(keys[known++]);
            return true;
        }
    }
}
