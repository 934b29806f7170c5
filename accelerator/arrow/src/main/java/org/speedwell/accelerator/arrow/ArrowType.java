package org.speedwell.accelerator.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import java.util.Locale;
import org.apache.arrow.flatbuf.Bool;
import org.apache.arrow.flatbuf.Date;
import org.apache.arrow.flatbuf.DateUnit;
import org.apache.arrow.flatbuf.FloatingPoint;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.LargeBinary;
import org.apache.arrow.flatbuf.LargeUtf8;
import org.apache.arrow.flatbuf.Precision;
import org.apache.arrow.flatbuf.Time;
import org.apache.arrow.flatbuf.TimeUnit;
import org.apache.arrow.flatbuf.Timestamp;
import org.apache.arrow.flatbuf.Type;

/**
 * A type of Arrow. Texts and binary values have offsets of 64 bits, so that no batch is too large for them.
 *
 * @see <a href="https://arrow.apache.org/docs/format/CDataInterface.html">the C data interface</a>
 */
sealed interface ArrowType {
    /** Returns the type in the notation of the C data interface. */
    String format();

    /** Returns the number of the type in Arrow IPC. */
    byte number();

    /** Writes the parameters of the type for Arrow IPC, and returns their place. */
    int write(FlatBufferBuilder to);

    /** A signed or unsigned integer of 1, 2, 4 or 8 bytes. */
    record Whole(int bytes, boolean isSigned) implements ArrowType {
        @Override
        public String format() {
            String letter = switch (bytes) {
                case 1 -> "c";
                case 2 -> "s";
                case 4 -> "i";
                default -> "l";
            };
            return isSigned ? letter : letter.toUpperCase(Locale.ROOT);
        }

        @Override
        public byte number() {
            return Type.Int;
        }

        @Override
        public int write(FlatBufferBuilder to) {
            return Int.createInt(to, Byte.SIZE * bytes, isSigned);
        }
    }

    /** A decimal of 16 or 32 bytes. */
    record Decimal(int precision, int scale, int bytes) implements ArrowType {
        @Override
        public String format() {
            return "d:" + precision + "," + scale + (bytes == 16 ? "" : "," + Byte.SIZE * bytes);
        }

        @Override
        public byte number() {
            return Type.Decimal;
        }

        @Override
        public int write(FlatBufferBuilder to) {
            return org.apache.arrow.flatbuf.Decimal.createDecimal(to, precision, scale, Byte.SIZE * bytes);
        }
    }

    /** A type without parameters. */
    enum Plain implements ArrowType {
        BOOLEAN("b", Type.Bool),
        FLOAT("f", Type.FloatingPoint),
        DOUBLE("g", Type.FloatingPoint),
        /** Days since the beginning of 1970, in 4 bytes. */
        DATE("tdD", Type.Date),
        /** Milliseconds of a day, in 4 bytes. */
        TIME("ttm", Type.Time),
        /** Microseconds since the beginning of 1970, without a time zone. */
        TIMESTAMP("tsu:", Type.Timestamp),
        TEXT("U", Type.LargeUtf8),
        BINARY("Z", Type.LargeBinary);

        private final String format;
        private final byte number;

        Plain(String format, byte number) {
            this.format = format;
            this.number = number;
        }

        @Override
        public String format() {
            return format;
        }

        @Override
        public byte number() {
            return number;
        }

        @Override
        public int write(FlatBufferBuilder to) {
            return switch (this) {
                case BOOLEAN -> {
                    Bool.startBool(to);
                    yield Bool.endBool(to);
                }
                case FLOAT -> FloatingPoint.createFloatingPoint(to, Precision.SINGLE);
                case DOUBLE -> FloatingPoint.createFloatingPoint(to, Precision.DOUBLE);
                case DATE -> Date.createDate(to, DateUnit.DAY);
                case TIME -> Time.createTime(to, TimeUnit.MILLISECOND, Integer.SIZE);
                case TIMESTAMP -> Timestamp.createTimestamp(to, TimeUnit.MICROSECOND, 0);
                case TEXT -> {
                    LargeUtf8.startLargeUtf8(to);
                    yield LargeUtf8.endLargeUtf8(to);
                }
                case BINARY -> {
                    LargeBinary.startLargeBinary(to);
                    yield LargeBinary.endLargeBinary(to);
                }
            };
        }
    }
}
