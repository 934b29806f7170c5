package org.speedwell.streaming.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.DataSerializable;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Frame;

/** A frame that Jet transports. The class writes itself, so members need no serializer. */
final class Parcel implements DataSerializable {
    private int partition;
    private @Nullable Frame frame;

    /** Creates an empty parcel. Hazelcast calls this before {@link #readData}. */
    @SuppressWarnings("unused")
    Parcel() {}

    Parcel(int partition, Frame frame) {
        this.partition = partition;
        this.frame = frame;
    }

    /** Returns the partition of the receiving processor. */
    int partition() {
        return partition;
    }

    Frame frame() {
        return Objects.requireNonNull(frame);
    }

    @Override
    public void writeData(ObjectDataOutput out) throws IOException {
        out.writeInt(partition);
        frame().write(out);
    }

    @Override
    public void readData(ObjectDataInput in) throws IOException {
        partition = in.readInt();
        frame = Frame.read(in);
    }
}
