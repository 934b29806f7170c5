package org.speedwell.accelerator.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The addresses of segments. */
@Tag("unit")
class SegmentTableTest {
    private static final long SLOT = 1L << 32;

    @Test
    void addressesAreReused() {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment one = arena.allocate(10);
            long first = SegmentTable.add(one);
            long second = SegmentTable.add(arena.allocate(20));
            assertThat(second).isNotEqualTo(first);
            one.set(ValueLayout.JAVA_BYTE, 7, (byte) 42);
            assertThat(SegmentTable.segment(first + 7).get(ValueLayout.JAVA_BYTE, SegmentTable.within(first + 7)))
                    .isEqualTo((byte) 42);

            SegmentTable.remove(first, 10);
            assertThatThrownBy(() -> SegmentTable.segment(first + 7).byteSize())
                    .as("an address of no segment crashes nothing")
                    .isInstanceOf(NullPointerException.class);
            long third = SegmentTable.add(one);
            assertThat(third).isEqualTo(first);
            SegmentTable.remove(second, 20);
            SegmentTable.remove(third, 10);
        }
    }

    @Test
    void largeSegmentTakesSeveralSlots(@TempDir Path folder) throws IOException {
        long size = 2 * SLOT + 5;
        try (RandomAccessFile file =
                        new RandomAccessFile(folder.resolve("sparse").toFile(), "rw");
                Arena arena = Arena.ofConfined()) {
            file.setLength(size);
            MemorySegment mapped = file.getChannel().map(FileChannel.MapMode.READ_WRITE, 0, size, arena);
            long address = SegmentTable.add(mapped);
            long next = SegmentTable.add(arena.allocate(1));
            assertThat(Math.abs(next - address)).isGreaterThanOrEqualTo(SLOT);
            for (long at : new long[] {0, SLOT - 1, SLOT, 2 * SLOT, size - 1}) {
                mapped.set(ValueLayout.JAVA_BYTE, at, (byte) 7);
                assertThat(SegmentTable.segment(address + at)
                                .get(ValueLayout.JAVA_BYTE, SegmentTable.within(address + at)))
                        .isEqualTo((byte) 7);
            }
            long crossing = address + SLOT - 3;
            mapped.set(ValueLayout.JAVA_LONG_UNALIGNED, SLOT - 3, 123_456_789_012L);
            assertThat(SegmentTable.segment(crossing)
                            .get(ValueLayout.JAVA_LONG_UNALIGNED, SegmentTable.within(crossing)))
                    .isEqualTo(123_456_789_012L);
            SegmentTable.remove(address, size);
            SegmentTable.remove(next, 1);
        }
    }
}
