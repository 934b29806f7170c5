package org.speedwell.accelerator.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Compares each source of native memory with arrays, in JVMs as users start them. They do not
 * use {@code sun.misc.Unsafe} and print no warning.
 */
@Tag("forked")
class PlainJvmTest {
    private static final String DENY = "--sun-misc-unsafe-memory-access=deny";
    private static final int SIZE = 3 * PagedBytes.SIZE + 100;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "slab, ''",
        "slab, -Dspeedwell.memory=slab --enable-native-access=ALL-UNNAMED",
        "chunks, -Djava.io.tmpdir=/none",
        "system, --enable-native-access=ALL-UNNAMED",
        "system, -Dspeedwell.memory=system --enable-native-access=ALL-UNNAMED"
    })
    void memoryEqualsArraysWithoutWarnings(String source, String flags) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), DENY));
        command.addAll(
                Arrays.stream(flags.split(" ")).filter(flag -> !flag.isEmpty()).toList());
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                PlainJvmTest.class.getName(),
                folder.resolve("bytes").toString()));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS").forEach(builder.environment()::remove);
        Process jvm = builder.start();
        String output = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(jvm.waitFor()).as(output).isZero();
        assertThat(output.lines()
                        .filter(line -> !line.contains("in chunks")
                                && !line.contains("tmpdir")
                                && !line.contains("memory.Slab")))
                .containsExactly(source + " equals arrays");
    }

    public static void main(String[] arguments) throws IOException {
        SplittableRandom random = new SplittableRandom(20_261_128L);
        ByteBuffer expected = ByteBuffer.allocate(SIZE).order(ByteOrder.nativeOrder());
        Lease lease = new Lease();
        Region region = lease.allocate(SIZE);
        requireSame(expected, region);
        for (int i = 0; i < 2_000; i++) {
            write(random, expected, region);
        }
        requireSame(expected, region);

        Path file = Path.of(arguments[0]);
        Files.write(file, expected.array());
        requireSame(expected, new Lease().map(file));
        requireSame(expected, new Lease().read(file));

        PagedBytes first = new PagedBytes(region);
        PagedBytes edited = first.edit(new long[] {5, 2 * PagedBytes.SIZE + 7L}, SIZE + 3L, MemoryBudget.UNLIMITED);
        edited.putByte(5, (byte) (expected.get(5) + 1));
        edited.putInt(2 * PagedBytes.SIZE + 7L, 42);
        require(first.getByte(5) == expected.get(5));
        require(edited.getByte(5) == (byte) (expected.get(5) + 1));
        require(edited.getInt(2 * PagedBytes.SIZE + 7L) == 42);
        require(edited.getLong(PagedBytes.SIZE) == expected.getLong(PagedBytes.SIZE));
        require(edited.getByte(SIZE + 2L) == 0);

        for (int i = 0; i < 200; i++) { // freed memory is zero when it is allocated again
            Lease other = new Lease();
            Region some = other.allocate(1 + random.nextInt(100_000));
            for (long at = 0; at < some.size(); at += 1 + random.nextInt(1_000)) {
                require(some.getByte(at) == 0);
                some.putByte(at, (byte) -1);
            }
            require(some.getByte(some.size() - 1) == 0 || some.getByte(some.size() - 1) == -1);
            other.release();
        }
        System.out.println(NativeMemory.source() + " equals arrays");
    }

    private static void write(SplittableRandom random, ByteBuffer expected, Region region) {
        int at = random.nextInt(SIZE - Long.BYTES);
        long value = random.nextLong();
        switch (random.nextInt(6)) {
            case 0 -> {
                expected.put(at, (byte) value);
                region.putByte(at, (byte) value);
            }
            case 1 -> {
                expected.putShort(at, (short) value);
                region.putShort(at, (short) value);
            }
            case 2 -> {
                expected.putInt(at, (int) value);
                region.putInt(at, (int) value);
            }
            case 3 -> {
                expected.putLong(at, value);
                region.putLong(at, value);
            }
            case 4 -> {
                byte[] bytes = new byte[random.nextInt(SIZE - at)];
                random.nextBytes(bytes);
                expected.put(at, bytes);
                region.putBytes(at, bytes, 0, bytes.length);
            }
            default -> {
                int from = random.nextInt(SIZE);
                int length = random.nextInt(SIZE - Math.max(from, at));
                expected.put(at, Arrays.copyOfRange(expected.array(), from, from + length));
                region.copyFrom(region, from, at, length);
            }
        }
    }

    private static void requireSame(ByteBuffer expected, Region region) {
        require(region.size() == SIZE && Arrays.equals(expected.array(), region.getBytes(0, SIZE)));
        for (int at = 0; at + Long.BYTES <= SIZE; at += 3) {
            require(region.getByte(at) == expected.get(at));
            require(region.getShort(at) == expected.getShort(at));
            require(region.getInt(at) == expected.getInt(at));
            require(region.getLong(at) == expected.getLong(at));
            require(region.getBytes(at, 7)[6] == expected.get(at + 6));
        }
        int[] ints = new int[SIZE / Integer.BYTES];
        region.copyTo(0, ints, 0, ints.length);
        long[] longs = new long[SIZE / Long.BYTES];
        region.copyTo(0, longs, 0, longs.length);
        for (int i = 0; i < longs.length; i++) {
            require(longs[i] == expected.getLong(i * Long.BYTES) && ints[2 * i] == expected.getInt(i * Long.BYTES));
        }
    }

    private static void require(boolean holds) {
        if (!holds) {
            throw new AssertionError("The memory differs from the array.");
        }
    }
}
