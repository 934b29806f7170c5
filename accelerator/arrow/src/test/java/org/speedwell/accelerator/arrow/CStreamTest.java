package org.speedwell.accelerator.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.speedwell.accelerator.arrow.Consumer.buffer;
import static org.speedwell.accelerator.arrow.Consumer.child;
import static org.speedwell.accelerator.arrow.Consumer.isReleased;
import static org.speedwell.accelerator.arrow.Consumer.number;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.memory.Lease;

/** The structs in C, as a consumer sees them. */
@Tag("unit")
class CStreamTest {
    private static final int ROWS = 1_000;
    private static final long SEED = 20_261_129L;

    private final Arena arena = Arena.ofShared();
    private final List<TestTable.Row> rows = TestTable.rows(ROWS, SEED);
    private final TestTable table = TestTable.of(rows);
    private int liveBefore;

    @BeforeEach
    void count() {
        liveBefore = CData.live();
    }

    @AfterEach
    void everythingIsReleased() {
        assertThat(CData.live()).isEqualTo(liveBefore);
        assertThat(CStream.live()).isZero();
        arena.close();
    }

    private MemorySegment struct() {
        return arena.allocate(Consumer.ARRAY_SIZE, 8);
    }

    @Test
    void batchesShareCodesThatAreTheValues() {
        long before = Lease.allocatedBytes();
        try (ArrowStream stream = table.arrow("number", "positive").inBatchesOf(512).stream()) {
            Consumer.Stream consumer = new Consumer.Stream(stream.address());
            for (int first : new int[] {0, 512}) {
                MemorySegment array = struct();
                assertThat(consumer.next(array)).isZero();
                for (int column : new int[] {0, 1}) {
                    KeyColumn keys = (KeyColumn) table.store().column(column);
                    long codes = Buffers.segment(keys.codes().region()).address();
                    assertThat(buffer(child(array, column), 1)).isEqualTo(codes + 8L * first);
                }
                assertThat(buffer(child(array, 1), 0)).isZero();
                assertThat(buffer(child(array, 0), 0)).isNotZero();
                assertThat(Lease.allocatedBytes() - before)
                        .as("bytes of structs")
                        .isLessThan(1_000);
                Consumer.releaseArray(array);
            }
        }
        assertThat(Lease.allocatedBytes()).isEqualTo(before);
    }

    @Test
    void valuesOfEditedVersionAreRight() {
        int[] changed = IntStream.range(0, ROWS).filter(row -> row % 7 == 3).toArray();
        int[] removed = IntStream.range(512, ROWS).filter(row -> row % 7 == 5).toArray();
        List<TestTable.Row> values = TestTable.rows(changed.length, SEED + 1);
        TestTable edited = table.edited(changed, values, removed);
        List<TestTable.Row> expected = new ArrayList<>(rows);
        IntStream.range(0, changed.length).forEach(i -> expected.set(changed[i], values.get(i)));
        for (int i = removed.length - 1; i >= 0; i--) {
            expected.remove(removed[i]);
        }
        assertThat(read(edited.arrow("number", "positive").inBatchesOf(128))).isEqualTo(numbers(expected));
        assertThat(read(ArrowTable.of(edited.held(true), "number", "positive"))).isEqualTo(numbers(expected));
        assertThat(read(table.arrow("number", "positive").inBatchesOf(64)))
                .as("the earlier version")
                .isEqualTo(numbers(rows));
    }

    private static List<List<Object>> numbers(List<TestTable.Row> of) {
        return of.stream()
                .map(row -> List.<Object>of(row.number() == null ? "null" : row.number(), row.positive()))
                .toList();
    }

    private List<List<Object>> read(ArrowTable from) {
        List<List<Object>> read = new ArrayList<>();
        try (ArrowStream stream = from.stream()) {
            Consumer.Stream consumer = new Consumer.Stream(stream.address());
            MemorySegment array = struct();
            while (consumer.next(array) == 0 && !isReleased(array)) {
                MemorySegment numbers = child(array, 0);
                int nulls = 0;
                for (int i = 0; i < number(array, 0); i++) {
                    long bits = buffer(numbers, 0);
                    boolean isNull =
                            bits != 0 && (Consumer.at(bits + i / 8, 1).get(ValueLayout.JAVA_BYTE, 0) >> i % 8 & 1) == 0;
                    nulls += isNull ? 1 : 0;
                    Object number = isNull
                            ? "null"
                            : Consumer.at(buffer(numbers, 1) + 8L * i, 8).get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
                    double positive = Consumer.at(buffer(child(array, 1), 1) + 8L * i, 8)
                            .get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0);
                    read.add(List.of(number, positive));
                }
                assertThat(number(numbers, 1)).as("null count").isEqualTo(nulls);
                Consumer.releaseArray(array);
            }
        }
        return read;
    }

    @Test
    void streamsOfOneTableRunAtTheSameTime() throws Exception {
        ArrowTable shared = table.arrow("number", "positive", "text").inBatchesOf(64);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            List<Future<List<List<Object>>>> read = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                read.add(threads.submit(() -> read(shared)));
            }
            for (Future<List<List<Object>>> values : read) {
                assertThat(values.get()).isEqualTo(numbers(rows));
            }
        }
    }

    @Test
    void schemaNamesColumnsAndTypes() {
        try (ArrowStream stream = table.arrow().stream()) {
            Consumer.Stream consumer = new Consumer.Stream(stream.address());
            MemorySegment schema = struct();
            assertThat(consumer.schema(schema)).isZero();
            assertThat(consumer.lastError()).isNull();
            assertThat(Consumer.text(number(schema, 0))).isEqualTo("+s");
            assertThat(number(schema, 4)).isEqualTo(4);
            List<String> columns = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                MemorySegment column = Consumer.at(number(Consumer.at(number(schema, 5), 32), i), Consumer.SCHEMA_SIZE);
                columns.add(Consumer.text(number(column, 1)) + " " + Consumer.text(number(column, 0)));
            }
            assertThat(columns).containsExactly("number l", "positive g", "text c", "small i");
            Consumer.release(schema, number(schema, 7));
            assertThat(number(schema, 7)).isZero();
        }
    }

    @Test
    void movedChildOutlivesItsParent() {
        try (ArrowStream stream = table.arrow("positive").stream()) {
            MemorySegment array = struct();
            assertThat(new Consumer.Stream(stream.address()).next(array)).isZero();
            MemorySegment child = Consumer.moved(child(array, 0), arena);
            Consumer.releaseArray(array);
            double first = Consumer.at(buffer(child, 1), 8).get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0);
            assertThat(first).isEqualTo(rows.getFirst().positive());
            Consumer.releaseArray(child);
        }
    }

    @Test
    void secondReleaseDoesNothing() {
        try (ArrowStream stream = table.arrow("text", "small").stream()) {
            MemorySegment array = struct();
            assertThat(new Consumer.Stream(stream.address()).next(array)).isZero();
            MemorySegment copy = arena.allocate(Consumer.ARRAY_SIZE, 8).copyFrom(array);
            Consumer.releaseArray(array);
            assertThat(isReleased(array)).isTrue();
            Consumer.releaseArray(copy); // a defect of the consumer
            assertThat(isReleased(copy)).isTrue();
        }
    }

    @Test
    void batchOutlivesItsStream() throws Exception {
        MemorySegment array = struct();
        try (ArrowStream stream = table.arrow("number").stream()) {
            Consumer.Stream consumer = new Consumer.Stream(stream.address());
            assertThat(consumer.next(array)).isZero();
            consumer.release();
            assertThat(consumer.isReleased()).isTrue();
        }
        assertThat(number(array, 0)).isEqualTo(ROWS);
        MemorySegment shared = Consumer.at(array.address(), Consumer.ARRAY_SIZE);
        Thread other = Thread.ofPlatform().start(() -> Consumer.releaseArray(shared));
        other.join();
        assertThat(isReleased(array)).isTrue();
    }

    @Test
    void unreleasedBatchKeepsTheVersion() {
        MemorySegment array = struct();
        WeakReference<Object> version = exported(array);
        System.gc();
        assertThat(version.get()).isNotNull();
        Consumer.releaseArray(array);
        for (int i = 0; version.get() != null && i < 100; i++) {
            System.gc();
        }
        assertThat(version.get()).isNull();
    }

    private static WeakReference<Object> exported(MemorySegment array) {
        TestTable own = TestTable.of(TestTable.rows(100, SEED));
        try (ArrowStream stream = own.arrow("positive").stream()) {
            assertThat(new Consumer.Stream(stream.address()).next(array)).isZero();
        }
        return new WeakReference<>(own.store());
    }

    @Test
    void emptyTableHasNoBatch() {
        MemorySegment array = struct();
        try (ArrowStream stream = TestTable.of(List.of()).arrow().stream()) {
            assertThat(new Consumer.Stream(stream.address()).next(array)).isZero();
        }
        assertThat(isReleased(array)).isTrue();
    }

    @Test
    void failureReachesTheConsumerAsMessage() {
        MemorySegment stream = arena.allocate(CStream.SIZE, 8);
        ExportedColumn failing = new ExportedColumn() {
            @Override
            public ArrowField field() {
                return new ArrowField("number", ArrowType.Plain.DOUBLE, false, null);
            }

            @Override
            public ArrayData data(Batch batch) {
                throw new OutOfMemoryError("no room for a batch");
            }
        };
        CStream.put(table.arrow("text", "small").with(failing), stream.address());
        Consumer.Stream consumer = new Consumer.Stream(stream.address());
        assertThat(consumer.lastError()).isNull();
        assertThat(consumer.next(struct())).isEqualTo(12);
        assertThat(consumer.lastError()).isEqualTo("no room for a batch");
        MemorySegment schema = struct();
        assertThat(consumer.schema(schema)).isZero();
        assertThat(consumer.lastError()).as("after a success").isNull();
        Consumer.release(schema, number(schema, 7));
        MemorySegment copy = arena.allocate(CStream.SIZE, 8).copyFrom(stream);
        consumer.release();
        assertThat(new Consumer.Stream(copy.address()).next(struct())).isEqualTo(5);
    }

    @Test
    void wrongColumnsAreRefused() {
        assertThatThrownBy(() -> table.arrow("size"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "Table numbers has no column 'size'. Its columns in the database are number, positive, text,"
                                + " small.");
        assertThatThrownBy(() -> table.arrow("text", "text"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Column text of table numbers is named twice. Name each column once.");
    }

    @Test
    void closedStreamHasNoAddress() {
        ArrowStream stream = table.arrow().stream();
        stream.close();
        stream.close();
        assertThatThrownBy(stream::address)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Create another one");
    }
}
