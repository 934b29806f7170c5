package org.speedwell.accelerator.codec;

/**
 * Codecs for floating-point numbers in the order of {@code Double.compare}. The key consists of the bits of the number;
 * for negative numbers all bits but the sign are inverted.
 */
public enum FloatingCodec implements KeyCodec {
    FLOAT {
        @Override
        public long encode(Object value) {
            return key((float) value);
        }

        @Override
        public Object value(long key) {
            return floatValue(key);
        }

        @Override
        public double doubleValue(long key) {
            return floatValue(key);
        }

        private float floatValue(long key) {
            int bits = (int) key;
            return Float.intBitsToFloat(bits ^ ((bits >> 31) & Integer.MAX_VALUE));
        }
    },
    DOUBLE {
        @Override
        public long encode(Object value) {
            return key((Double) value);
        }

        @Override
        public Object value(long key) {
            return doubleValue(key);
        }

        @Override
        public double doubleValue(long key) {
            return Double.longBitsToDouble(key ^ ((key >> 63) & Long.MAX_VALUE));
        }
    };

    /** Returns the key of a float. */
    public static long key(float value) {
        int bits = Float.floatToIntBits(value);
        return bits ^ ((bits >> 31) & Integer.MAX_VALUE);
    }

    /** Returns the key of a double. */
    public static long key(double value) {
        long bits = Double.doubleToLongBits(value);
        return bits ^ ((bits >> 63) & Long.MAX_VALUE);
    }

    @Override
    public Class<?> valueClass() {
        return this == FLOAT ? Float.class : Double.class;
    }

    @Override
    public boolean isNumber() {
        return true;
    }

    @Override
    public boolean isShareable() {
        return true;
    }
}
