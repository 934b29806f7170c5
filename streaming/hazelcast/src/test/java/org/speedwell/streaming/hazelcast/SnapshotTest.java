package org.speedwell.streaming.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.jet.core.BroadcastKey;
import com.hazelcast.jet.core.Outbox;
import com.hazelcast.jet.core.test.TestInbox;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputFilter;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.schema.DocumentedBytes;
import org.speedwell.streaming.KeyOverflow;

/** Verifies the bytes of states in Jet snapshots, and that no other bytes are accepted in their place. */
@Tag("fault")
class SnapshotTest {
    private static final ObjectInputFilter ANY = _ -> ObjectInputFilter.Status.UNDECIDED;

    /** Returns the pieces of a state that contains some bytes, as Jet receives them. */
    private static List<Map.Entry<String, byte[]>> pieces(byte[] state) {
        List<Map.Entry<String, byte[]>> pieces = new ArrayList<>();
        Outbox outbox = (Outbox) Proxy.newProxyInstance(
                Outbox.class.getClassLoader(), new Class<?>[] {Outbox.class}, (_, method, arguments) -> {
                    assertThat(method.getName()).isEqualTo("offerToSnapshot");
                    pieces.add(Map.entry((String) ((BroadcastKey<?>) arguments[0]).key(), (byte[]) arguments[1]));
                    return true;
                });
        Snapshot snapshot = new Snapshot(ANY, (part, kept) -> {});
        snapshot.add("3", "window 2", out -> out.write(state));
        Awaitility.await().until(() -> snapshot.offer(outbox));
        return pieces;
    }

    /** Returns the bytes of the state that a snapshot of some pieces contains. */
    private static byte[] restored(List<Map.Entry<String, byte[]>> pieces) {
        Snapshot snapshot = new Snapshot(ANY, (part, kept) -> {});
        TestInbox inbox = new TestInbox();
        pieces.forEach(piece -> inbox.add(Map.entry(BroadcastKey.broadcastKey(piece.getKey()), piece.getValue())));
        snapshot.take(inbox);
        ByteArrayOutputStream found = new ByteArrayOutputStream();
        snapshot.restore("3", "window 2", in -> {
            for (int next = in.read(); next >= 0; next = in.read()) {
                found.write(next);
            }
        });
        return found.toByteArray();
    }

    @Test
    void stateHasTheDocumentedLayout() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        pieces(new byte[] {1, 2, 3}).forEach(piece -> bytes.writeBytes(piece.getValue()));
        assertThat(DocumentedBytes.dump(bytes.toByteArray()))
                .isEqualTo(DocumentedBytes.below("The state of a job on a cluster"));
    }

    @Test
    void statesComeBackInAnyOrderOfTheirPieces() {
        Random random = new Random(1);
        for (int length : new int[] {0, 1, 1 << 19, 2_000_000}) {
            byte[] state = new byte[length];
            random.nextBytes(state);
            List<Map.Entry<String, byte[]>> pieces = pieces(state);
            assertThat(pieces).hasSize(2 + (length + 1000) / (1 << 19));
            assertThat(restored(pieces.reversed())).isEqualTo(state);
        }
    }

    @Test
    void otherVersionIsRefused() {
        List<Map.Entry<String, byte[]>> pieces = pieces(new byte[] {1});
        pieces.getFirst().getValue()[7] = '4';
        assertThatThrownBy(() -> restored(pieces))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The state of window 2 cannot be restored: it has version 4 of the format of the state of a"
                        + " job, but this version of Speedwell reads only version 3. Put the version of"
                        + " streaming-hazelcast that saved it on the class path of every member.");
    }

    @Test
    void missingAndDamagedPiecesAreRefused() {
        List<Map.Entry<String, byte[]>> pieces = pieces(new byte[2_000_000]);
        for (int i = 0; i < pieces.size(); i++) {
            List<Map.Entry<String, byte[]>> fewer = new ArrayList<>(pieces);
            fewer.remove(i);
            assertRefused(fewer, "without piece " + i);
            byte[] piece = pieces.get(i).getValue();
            List<Map.Entry<String, byte[]>> changed = new ArrayList<>(pieces);
            byte[] flipped = piece.clone();
            flipped[piece.length / 2] ^= 4;
            changed.set(i, Map.entry(pieces.get(i).getKey(), flipped));
            assertRefused(changed, "with a wrong piece " + i);
            changed.set(i, Map.entry(pieces.get(i).getKey(), Arrays.copyOf(piece, piece.length - 1)));
            assertRefused(changed, "with a short piece " + i);
        }
    }

    private static void assertRefused(List<Map.Entry<String, byte[]>> pieces, String how) {
        assertThatThrownBy(() -> restored(pieces))
                .as(how)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("The state of window 2 cannot be restored: ");
    }

    /** Verifies that a member with other formats refuses the job, and names itself, before any frame reaches it. */
    @Test
    void memberWithOtherFormatsRefusesTheJob() {
        JobSpec spec = new JobSpec(
                "frames 9, states 1",
                "a.Definition",
                new TreeMap<>(),
                "sales",
                1,
                KeyOverflow.values()[0],
                false,
                1,
                1,
                true,
                null);
        assertThatThrownBy(() -> spec.requireClass(getClass().getClassLoader(), "member [a]:5701"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Job \"sales\" cannot run on member [a]:5701, because the process that started it knows the"
                        + " formats (frames 9, states 1), but the formats there are (" + JobSpec.KNOWN_FORMATS
                        + "). Put the same version of streaming-hazelcast on the class path of every member.");
    }
}
