package org.speedwell.streaming.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies that packed numbers and columns of objects come back as they were, and never as other values. */
@Tag("unit")
class PackedTest {
    private static final ObjectInputFilter ANY = _ -> ObjectInputFilter.Status.UNDECIDED;
    private static final long SEED = System.nanoTime();
    private static final long[] EXTREMES = {
        0,
        1,
        -1,
        63,
        64,
        -64,
        -65,
        8191,
        8192,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE,
        Long.MAX_VALUE,
        Long.MIN_VALUE,
        Long.MAX_VALUE - 1,
        Long.MIN_VALUE + 1
    };

    private final Random random = new Random(SEED);

    private long number() {
        return switch (random.nextInt(3)) {
            case 0 -> EXTREMES[random.nextInt(EXTREMES.length)];
            case 1 -> random.nextLong() >> random.nextInt(Long.SIZE);
            default -> Double.doubleToRawLongBits(Double.longBitsToDouble(0x7FF8_0000_0000_0000L | random.nextInt()));
        };
    }

    @Test
    void numbersComeBack() throws IOException {
        for (int run = 0; run < 200; run++) {
            long[] column = random.longs(random.nextInt(100)).map(_ -> number()).toArray();
            PackedOutput out = new PackedOutput();
            for (long number : column) {
                out.putNumber(number);
            }
            out.putColumn(column);
            PackedInput in = new PackedInput(out.toBytes());
            for (long number : column) {
                assertThat(in.nextNumber()).as("seed %d", SEED).isEqualTo(number);
            }
            assertThat(in.nextColumn(column.length)).as("seed %d", SEED).isEqualTo(column);
            assertThat(in.left()).isZero();
        }
    }

    @Test
    void smallNumbersTakeOneByte() {
        for (int number = -64; number < 64; number++) {
            PackedOutput out = new PackedOutput();
            out.putNumber(number);
            assertThat(out.toBytes()).hasSize(1);
        }
        PackedOutput longest = new PackedOutput();
        longest.putNumber(Long.MIN_VALUE);
        assertThat(longest.toBytes()).hasSize(10);
    }

    @Test
    void truncatedNumbersAreRefused() {
        PackedOutput out = new PackedOutput();
        out.putColumn(EXTREMES);
        byte[] whole = out.toBytes();
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> new PackedInput(cut).nextColumn(EXTREMES.length))
                    .isInstanceOf(EOFException.class)
                    .hasMessage("it ends after " + length + " bytes, inside a value");
        }
    }

    @Test
    void impossibleNumbersAreRefused() {
        byte[] endless = new byte[20];
        Arrays.fill(endless, (byte) 0x80);
        assertThatThrownBy(() -> new PackedInput(endless).nextNumber())
                .isInstanceOf(IOException.class)
                .hasMessage("the number before byte 10 has more than 64 bits");
        for (long count : new long[] {-1, 1, Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE}) {
            PackedOutput out = new PackedOutput();
            out.putNumber(count);
            assertThatThrownBy(() -> new PackedInput(out.toBytes()).nextCount())
                    .isInstanceOf(IOException.class)
                    .hasMessage("it has 0 more bytes, too few for " + count + " values");
        }
        assertThatThrownBy(() -> new PackedInput(new byte[3]).nextBytes(4)).isInstanceOf(EOFException.class);
    }

    /** Sends columns of one type, and of several types and null. */
    @Test
    void objectsComeBack() throws Exception {
        List<Supplier<@Nullable Object>> types = List.of(
                this::number,
                this::text,
                () -> Double.longBitsToDouble(number()),
                () -> Float.intBitsToFloat((int) number()),
                () -> new BigDecimal(BigInteger.valueOf(number()).pow(3), (int) number()),
                () -> List.of(number(), text()),
                () -> null);
        for (int run = 0; run < 400; run++) {
            Supplier<@Nullable Object> type = types.get(run % types.size());
            boolean isMixed = random.nextInt(4) == 0;
            @Nullable Object[] objects = new Object[random.nextInt(50)];
            Arrays.setAll(objects, _ -> (isMixed ? types.get(random.nextInt(types.size())) : type).get());
            byte[] bytes = ObjectColumn.write(objects);
            assertThat(ObjectColumn.read(bytes, objects.length, ANY))
                    .as("seed %d, run %d", SEED, run)
                    .isEqualTo(objects);
        }
    }

    /** Returns an empty text, a long one, or one with any characters, which include halves of surrogate pairs. */
    private String text() {
        return switch (random.nextInt(5)) {
            case 0 -> "";
            case 1 -> "x".repeat(random.nextInt(100_000));
            case 2 -> new String(Character.toChars(0x10000 + random.nextInt(0x100000)));
            case 3 -> "" + (char) (Character.MIN_SURROGATE + random.nextInt(2048)) + (char) random.nextInt(1 << 16);
            default -> {
                StringBuilder any = new StringBuilder();
                random.ints(random.nextInt(20), 0, 1 << 16).forEach(c -> any.append((char) c));
                yield any.toString();
            }
        };
    }

    @Test
    void truncatedObjectsAreRefused() throws IOException {
        for (List<?> column : List.of(List.of(1L, Long.MIN_VALUE), List.of("", "é", "abc"), List.of(1, "abc"))) {
            byte[] whole = ObjectColumn.write(column.toArray());
            List<Integer> accepted = new ArrayList<>();
            for (int length = 0; length < whole.length; length++) {
                byte[] cut = Arrays.copyOf(whole, length);
                try {
                    Object unused = ObjectColumn.read(cut, column.size(), ANY);
                    accepted.add(length);
                } catch (IOException | ClassNotFoundException e) {
                    assertThat(e).isInstanceOf(IOException.class);
                }
            }
            assertThat(accepted).as("%s", column).isEqualTo(Collections.emptyList());
        }
    }

    @Test
    void unknownTagAndSurplusBytesAreRefused() throws IOException {
        assertThatThrownBy(() -> ObjectColumn.read(new byte[] {9}, 0, ANY))
                .isInstanceOf(IOException.class)
                .hasMessage("a column of objects has the unknown tag 9");
        byte[] texts = ObjectColumn.write(new Object[] {"a", "b"});
        assertThatThrownBy(() -> ObjectColumn.read(Arrays.copyOf(texts, texts.length + 3), 2, ANY))
                .isInstanceOf(IOException.class)
                .hasMessage("it has 3 bytes after its end");
    }
}
