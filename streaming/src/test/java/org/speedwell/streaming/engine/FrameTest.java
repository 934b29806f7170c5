package org.speedwell.streaming.engine;

import static java.io.ObjectInputFilter.Status.ALLOWED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.format.Format;
import org.speedwell.schema.DocumentedBytes;

/** Tests frames, which carry batches from one process to another. */
@Tag("unit")
class FrameTest {
    private static final ObjectInputFilter ANY = _ -> ObjectInputFilter.Status.UNDECIDED;
    private static final long SEED = System.nanoTime();

    @Test
    void batchSurvivesTransfer() throws IOException {
        Random random = new Random(SEED);
        for (int run = 0; run < 500; run++) {
            Layout layout =
                    new Layout(random.nextBoolean(), random.nextBoolean(), random.nextBoolean(), random.nextBoolean());
            Batch batch = new Batch(layout);
            fill(batch, layout, random);
            Batch other = new Batch(layout);
            Frame frame = Frame.of(batch, 3, 5);
            (run % 2 == 0 ? frame : sent(frame)).into(other, ANY);

            assertSame("seed " + SEED + ", run " + run, other, batch);
            assertThat(sent(frame).sender()).isEqualTo(3);
            assertThat(sent(frame).receiver()).isEqualTo(5);
        }
    }

    private static void fill(Batch batch, Layout layout, Random random) {
        int kind = random.nextInt(4);
        for (int i = random.nextInt(3) == 0 ? 0 : random.nextInt(1500); i > 0; i--) {
            int at = batch.add(number(random), number(random));
            if (layout.values()) {
                batch.values[at] = number(random);
            }
            if (layout.counts()) {
                batch.counts[at] = random.nextInt(100);
            }
            if (layout.objectKeys()) {
                batch.objectKeys[at] = object(kind, random);
            }
            if (layout.events()) {
                batch.events[at] = object(kind, random);
            }
        }
        batch.watermark = random.nextBoolean() ? Batch.NO_WATERMARK : number(random);
        batch.idle = random.nextBoolean();
        batch.early = random.nextBoolean();
        batch.awake = random.nextBoolean();
    }

    /** Returns a small number, any number, or an extreme one. */
    private static long number(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(1000);
            case 1 -> -random.nextInt(1000);
            case 2 -> random.nextLong();
            default -> random.nextBoolean() ? Long.MAX_VALUE : Long.MIN_VALUE;
        };
    }

    private static Object object(int kind, Random random) {
        return switch (kind) {
            case 0 -> number(random);
            case 1 ->
                random.ints(random.nextInt(5), 1, 0xD000)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                        .toString();
            case 2 -> List.of(number(random), "of", kind);
            default -> random.nextBoolean() ? (Object) number(random) : "" + number(random);
        };
    }

    private static Frame sent(Frame frame) throws IOException {
        return read(bytes(frame));
    }

    private static Frame read(byte[] bytes) throws IOException {
        return Frame.read(new DataInputStream(new ByteArrayInputStream(bytes)));
    }

    private static byte[] bytes(Frame frame) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        frame.write(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    private static void assertSame(String of, Batch found, Batch expected) {
        assertThat(found.size).as(of).isEqualTo(expected.size);
        assertThat(found.watermark).as(of).isEqualTo(expected.watermark);
        assertThat(found.idle).as(of).isEqualTo(expected.idle);
        assertThat(found.early).as(of).isEqualTo(expected.early);
        assertThat(found.awake).as(of).isEqualTo(expected.awake);
        assertThat(columns(found)).as(of).isEqualTo(columns(expected));
    }

    private static List<Object> columns(Batch batch) {
        List<Object> columns = new ArrayList<>();
        for (int i = 0; i < batch.size; i++) {
            columns.add(batch.times[i]);
            columns.add(batch.keys[i]);
            columns.add(batch.values.length > 0 ? batch.values[i] : 0L);
            columns.add(batch.count(i));
            columns.add(Arrays.asList(batch.objectKeys.length > 0 ? batch.objectKeys[i] : 0));
            columns.add(Arrays.asList(batch.events.length > 0 ? batch.events[i] : 0));
        }
        return columns;
    }

    /** Writes keys that are in order and close to each other, as in a table of keys. */
    @Test
    void totalsUseFewBytes() throws IOException {
        Batch batch = new Batch(new Layout(false, false, false, true));
        for (int i = 0; i < Batch.FULL; i++) {
            batch.counts[batch.add(1_700_000_000_000L, 5_000 + 2L * i)] = 20 + i % 5;
        }
        assertThat(bytes(Frame.of(batch, 0, 0)).length).isLessThan(4 * Batch.FULL);
    }

    @Test
    void frameHasTheDocumentedLayout() throws IOException {
        assertThat(DocumentedBytes.dump(bytes(smallFrame()))).isEqualTo(DocumentedBytes.below("A frame"));
    }

    private static Frame smallFrame() {
        Layout layout = new Layout(true, true, true, true);
        Batch batch = new Batch(layout);
        for (int i = 0; i < 2; i++) {
            int at = batch.add(1000 + i, 7 - 64 * i);
            batch.values[at] = 300;
            batch.counts[at] = 1;
            batch.objectKeys[at] = i == 0 ? "a" : "é";
            batch.events[at] = 5L;
        }
        batch.watermark = 999;
        batch.early = true;
        return Frame.of(batch, 3, 5);
    }

    /** Verifies that a member refuses frames of another version, cut frames and damaged frames before it uses them. */
    @Test
    void otherBytesAreRefused() throws IOException {
        byte[] whole = bytes(smallFrame());
        byte[] other = whole.clone();
        other[7] = '2';
        assertThatThrownBy(() -> read(other))
                .isInstanceOf(IOException.class)
                .hasMessage("A frame of another member cannot be read: it has version 2 of the format of a frame, but"
                        + " this version of Speedwell reads only version 1. Put the same version of"
                        + " streaming-hazelcast on the class path of every member.");
        for (int at = 0; at < whole.length; at++) {
            byte[] cut = Arrays.copyOf(whole, at);
            byte[] flipped = whole.clone();
            flipped[at] ^= (byte) (1 << at % Byte.SIZE);
            for (byte[] damaged : List.of(cut, flipped)) {
                assertThatThrownBy(() -> read(damaged))
                        .as("at %d", at)
                        .isInstanceOf(IOException.class)
                        .hasMessageStartingWith("A frame of another member cannot be read: ");
            }
        }
    }

    /** Changes the body and its checksum, as a faulty sender would. The error must be an IOException. */
    @Test
    void wrongBodyWithTheRightChecksumIsRefusedOrRead() throws IOException {
        Format format = new Format("a frame", "SPWFRAM", Frame.version());
        byte[] body = format.unwrap(bytes(smallFrame()));
        int refused = 0;
        for (int at = 0; at < body.length; at++) {
            byte[] cut = Arrays.copyOf(body, at);
            assertThatThrownBy(() -> read(format.wrap(cut))).isInstanceOf(IOException.class);
            for (int value : new int[] {0, 1, 0x7F, 0x80, 0xFF}) {
                byte[] changed = body.clone();
                changed[at] = (byte) value;
                try {
                    Frame unused = read(format.wrap(changed));
                } catch (IOException e) {
                    refused++;
                }
            }
        }
        assertThat(refused).isPositive();
    }

    @Test
    void unserialisableEventIsNamed() {
        Batch batch = new Batch(Layout.EVENTS);
        batch.events[batch.add(0, 0)] = new Object();
        assertThatThrownBy(() -> bytes(Frame.of(batch, 0, 0)))
                .isInstanceOf(NotSerializableException.class)
                .hasMessageContaining("class java.lang.Object is not Serializable");
    }

    /** Verifies that the filter rejects the class before an object is read, because deserialisation runs code. */
    @Test
    void eventOfRejectedClassIsNotRead() throws IOException {
        Batch batch = new Batch(Layout.EVENTS);
        batch.events[batch.add(0, 0)] = Foreign.of(1);
        Frame frame = sent(Frame.of(batch, 0, 0));
        int read = Foreign.timesRead();
        ObjectInputFilter filter = ObjectInputFilter.rejectFilter(Foreign.Part.class::equals, ALLOWED);

        assertThatThrownBy(() -> frame.into(new Batch(Layout.EVENTS), filter))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("cannot be read")
                .hasMessageContaining("REJECTED");
        assertThat(Foreign.timesRead()).isEqualTo(read);

        frame.into(new Batch(Layout.EVENTS), ANY);
        assertThat(Foreign.timesRead()).isEqualTo(read + 1);
    }

    /**
     * Verifies that the frames that a tasklet has not taken survive a restart. Frames that arrive again after the end
     * have no effect.
     */
    @Test
    void pendingFramesAreSaved() throws IOException {
        Layout layout = new Layout(false, false, false);
        Intake intake = new Intake(layout, ANY);
        for (int i = 0; i < 20; i++) {
            intake.add(frame(layout, i));
        }
        assertThat(take(intake, 7)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        intake.save(new DataOutputStream(bytes));

        Intake again = new Intake(layout, ANY);
        again.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
        assertThat(again.isEmpty()).isFalse();
        assertThat(take(again, 13)).hasSize(13).startsWith(7L).endsWith(19L);
        assertThat(again.isEmpty()).isTrue();
        again.end();
        again.add(frame(layout, 20));
        again.load();
        assertThat(again.conveyor().depth()).isEqualTo(1);
        assertThat(again.isOver()).isTrue();
    }

    private static Frame frame(Layout layout, long time) {
        Batch batch = new Batch(layout);
        batch.add(time, 0);
        return Frame.of(batch, 0, 0);
    }

    private static List<Long> take(Intake intake, int count) {
        List<Long> times = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            intake.load();
            Batch batch = Objects.requireNonNull(intake.conveyor().peek());
            times.add(batch.times[0]);
            intake.conveyor().release();
        }
        return times;
    }
}
