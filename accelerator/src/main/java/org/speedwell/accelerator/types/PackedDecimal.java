package org.speedwell.accelerator.types;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.speedwell.accelerator.binlog.EventBytes;

/**
 * The server's packed form of decimals. It stores the digits before and after the point in groups of nine, with 4 bytes
 * for each group. The outermost groups may have fewer digits and bytes. The first bit is always inverted. For a
 * negative number, all bits are then inverted.
 */
record PackedDecimal(int precision, int scale) {
    private static final int[] BYTES = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
    private static final int GROUP = 9;

    /** The maximum number of digits that {@link #unscaled} supports. */
    static final int MAX_LONG = 18;

    private static final long[] POWERS = new long[MAX_LONG + 1];

    static {
        POWERS[0] = 1;
        for (int i = 1; i <= MAX_LONG; i++) {
            POWERS[i] = 10 * POWERS[i - 1];
        }
    }

    /** Returns the unscaled value, which must have at most {@value #MAX_LONG} digits. */
    long unscaled(byte[] event, int start) {
        int mask = mask(event, start);
        int at = start;
        long unscaled = 0;
        int left = precision - scale;
        for (int part = 0; part < 2; part++) {
            int first = part == 0 ? left % GROUP : 0;
            if (first > 0) {
                unscaled = group(event, start, at, first, mask);
                at += BYTES[first];
                left -= first;
            }
            while (left > 0) {
                int digits = Math.min(left, GROUP);
                unscaled = unscaled * POWERS[digits] + group(event, start, at, digits, mask);
                at += BYTES[digits];
                left -= digits;
            }
            left = scale;
        }
        return mask == 0 ? unscaled : -unscaled;
    }

    BigDecimal value(byte[] event, int start) {
        if (precision <= MAX_LONG) {
            return BigDecimal.valueOf(unscaled(event, start), scale);
        }
        int mask = mask(event, start);
        int at = start;
        StringBuilder digits = new StringBuilder(precision + GROUP);
        int left = precision - scale;
        for (int part = 0; part < 2; part++) {
            int first = part == 0 ? left % GROUP : 0;
            for (int count = first > 0 ? first : Math.min(left, GROUP); left > 0; count = Math.min(left, GROUP)) {
                String group = Long.toString(group(event, start, at, count, mask));
                digits.repeat('0', count - group.length()).append(group);
                at += BYTES[count];
                left -= count;
            }
            left = scale;
        }
        BigInteger unscaled = new BigInteger(digits.toString());
        return new BigDecimal(mask == 0 ? unscaled : unscaled.negate(), scale);
    }

    /**
     * Returns the packed form of a value.
     *
     * @throws IllegalArgumentException if the value has too many digits
     */
    byte[] bytes(BigDecimal value) {
        String digits = exact(value).unscaledValue().abs().toString();
        if (digits.length() > precision) {
            throw new IllegalArgumentException(value.toPlainString() + " has too many digits");
        }
        String all = "0".repeat(precision - digits.length()) + digits;
        int mask = value.signum() < 0 ? -1 : 0;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int before = precision - scale;
        for (int from = 0, to = before % GROUP; from < before; from = to, to += GROUP) {
            append(all.substring(from, to), mask, out);
        }
        for (int from = before; from < precision; from += GROUP) {
            append(all.substring(from, Math.min(from + GROUP, precision)), mask, out);
        }
        byte[] packed = out.toByteArray();
        packed[0] ^= (byte) 0x80;
        return packed;
    }

    private BigDecimal exact(BigDecimal value) {
        try {
            return value.setScale(scale, RoundingMode.UNNECESSARY);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(value.toPlainString() + " has more than " + scale + " decimals", e);
        }
    }

    private static void append(String digits, int mask, ByteArrayOutputStream out) {
        if (!digits.isEmpty()) {
            int group = Integer.parseInt(digits) ^ mask;
            for (int i = BYTES[digits.length()] - 1; i >= 0; i--) {
                out.write(group >> 8 * i);
            }
        }
    }

    private static int mask(byte[] event, int start) {
        return event[start] < 0 ? 0 : -1;
    }

    private static long group(byte[] event, int start, int at, int digits, int mask) {
        int bytes = BYTES[digits];
        long group = EventBytes.bigEndian(event, at, bytes);
        if (at == start) {
            group ^= 0x80L << 8 * (bytes - 1);
        }
        return (group ^ mask) & (1L << 8 * bytes) - 1;
    }
}
