package org.speedwell.streaming.hazelcast;

import com.hazelcast.nio.ObjectDataInput;
import com.hazelcast.nio.ObjectDataOutput;
import com.hazelcast.nio.serialization.DataSerializable;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.speedwell.streaming.engine.Frame;

/** A frame on its way through Jet, as which it is written by this class and not by a serializer that members would need. */
final class Parcel implements DataSerializable {
    private int partition;
    private @Nullable Frame frame;

    /** For Hazelcast. */
    @SuppressWarnings("unused")
    Parcel() {}

    Parcel(int partition, Frame frame) {
        this.partition = partition;
        this.frame = frame;
    }

    /** That of the processor it is for. */
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
