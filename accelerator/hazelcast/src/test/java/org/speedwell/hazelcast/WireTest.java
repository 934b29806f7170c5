package org.speedwell.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.SerializationConfig;
import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.format.Format;
import org.speedwell.accelerator.query.TableDescription;
import org.speedwell.sakila.Language;
import org.speedwell.sakila.LanguageManager;
import org.speedwell.schema.DocumentedBytes;

/** A member reads no object that its serialization filter rejects. */
@Tag("unit")
class WireTest {
    private static final AtomicInteger READ = new AtomicInteger();

    /** Counts how often Java deserializes it. */
    private static final class Trap implements Serializable {
        private static final long serialVersionUID = 1;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            READ.incrementAndGet();
        }
    }

    private static List<TableDescription<?>> tables(Speedment application) {
        return application.getOrThrow(DataStoreComponent.class).describe();
    }

    @Test
    void messageHasTheDocumentedLayout() throws Exception {
        Speedment application = ClusterSakila.withoutDatabase();
        try {
            Wire wire = new Wire(tables(application), MemberFilter.of(new SerializationConfig()));
            assertThat(DocumentedBytes.dump(wire.write("seven")))
                    .isEqualTo(DocumentedBytes.below("A question or an answer of a cluster"));
        } finally {
            application.stop();
        }
    }

    @Test
    void otherBytesAreRefused() throws Exception {
        Speedment application = ClusterSakila.withoutDatabase();
        try {
            Wire wire = new Wire(tables(application), MemberFilter.of(new SerializationConfig()));
            byte[] whole = wire.write(List.of(1L, "seven"));
            byte[] other = whole.clone();
            other[7] = '9';
            assertThatThrownBy(() -> wire.read(other))
                    .isInstanceOf(IOException.class)
                    .hasMessage("a message of another member cannot be read: it has version 9 of the format of a"
                            + " question or an answer, but this version of Speedwell reads only version 1. Start the"
                            + " same version of Speedwell on all members");
            for (int at = 0; at < whole.length; at++) {
                byte[] flipped = whole.clone();
                flipped[at] ^= (byte) (1 << at % Byte.SIZE);
                for (byte[] damaged : List.of(Arrays.copyOf(whole, at), flipped)) {
                    assertThatThrownBy(() -> wire.read(damaged))
                            .as("at %d", at)
                            .isInstanceOf(IOException.class)
                            .hasMessageStartingWith("a message of another member cannot be read: ");
                }
            }
        } finally {
            application.stop();
        }
    }

    /** Changes the hash of the columns in a message, as if the table of the sender had another column. */
    @Test
    void entityOfOtherColumnsIsRefused() throws Exception {
        Speedment application = ClusterSakila.withoutDatabase();
        try {
            Wire wire = new Wire(tables(application), MemberFilter.of(new SerializationConfig()));
            LanguageManager languages = application.getOrThrow(LanguageManager.class);
            byte[] sent = wire.write(languages.create().setName("Latin"));
            assertThat(wire.read(sent))
                    .isInstanceOfSatisfying(
                            Language.class, read -> assertThat(read.getName()).isEqualTo("Latin"));

            Format format = new Format("a question or an answer", "SPWWIRE", '1');
            TableDescription<?> table = tables(application).stream()
                    .filter(one -> one.rows() == Language.class)
                    .findFirst()
                    .orElseThrow();
            int hash = table.values().classes().entrySet().stream()
                    .map(column -> column.getKey() + " " + column.getValue().getName())
                    .collect(Collectors.joining(","))
                    .hashCode();
            ByteBuffer body = ByteBuffer.wrap(format.unwrap(sent));
            int at = 0;
            while (body.getInt(at) != hash) {
                at++;
            }
            body.putInt(at, hash + 1);
            assertThatThrownBy(() -> wire.read(format.wrap(body.array())))
                    .isInstanceOf(IOException.class)
                    .hasMessage("table " + Wire.name(table) + " has other columns on another member."
                            + " Start the same version of the application on all members");
        } finally {
            application.stop();
        }
    }

    @Test
    void rejectedClassIsNotRead() throws Exception {
        JavaSerializationFilterConfig filter = new JavaSerializationFilterConfig();
        filter.getWhitelist().addPrefixes("org.speedwell.");
        filter.getBlacklist().addClasses(Trap.class.getName());
        SerializationConfig rejecting = new SerializationConfig().setJavaSerializationFilterConfig(filter);
        Speedment application = ClusterSakila.withoutDatabase();
        try {
            Wire open = new Wire(tables(application), MemberFilter.of(new SerializationConfig()));
            byte[] direct = open.write(new Trap());
            byte[] nested = open.write(new ArrayList<>(List.of("text", new Object[] {new Trap()})));
            byte[] array = open.write(new Trap[1]);
            int read = READ.get();

            Wire closed = new Wire(tables(application), MemberFilter.of(rejecting));
            for (byte[] each : List.of(direct, nested, array)) {
                assertThatThrownBy(() -> closed.read(each))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("rejects class " + Trap.class.getName())
                        .hasMessageContaining("JavaSerializationFilterConfig");
            }
            assertThat(READ).hasValue(read);
            assertThat(closed.read(open.write(List.of(1L, "text")))).isEqualTo(List.of(1L, "text"));

            Object unused = open.read(direct);
            assertThat(READ).hasValue(read + 1);
        } finally {
            application.stop();
        }
    }
}
