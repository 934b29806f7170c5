package org.speedwell.hazelcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.hazelcast.config.JavaSerializationFilterConfig;
import com.hazelcast.config.SerializationConfig;
import com.speedment.runtime.core.Speedment;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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

    @Test
    void rejectedClassIsNotRead() throws Exception {
        JavaSerializationFilterConfig filter = new JavaSerializationFilterConfig();
        filter.getWhitelist().addPrefixes("org.speedwell.");
        filter.getBlacklist().addClasses(Trap.class.getName());
        SerializationConfig rejecting = new SerializationConfig().setJavaSerializationFilterConfig(filter);
        Speedment application = ClusterSakila.withoutDatabase();
        try {
            Wire open = new Wire(application, MemberFilter.of(new SerializationConfig()));
            byte[] direct = open.write(new Trap());
            byte[] nested = open.write(new ArrayList<>(List.of("text", new Object[] {new Trap()})));
            byte[] array = open.write(new Trap[1]);
            int read = READ.get();

            Wire closed = new Wire(application, MemberFilter.of(rejecting));
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
