package org.speedwell.streaming.kafka;

import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectOutput;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A way to deliver records to brokers. The methods are those of a sink, with the same contract. */
interface Delivery {
    void accept(ProducerRecord<byte[], byte[]> record);

    default void watermark() {}

    boolean hasRoom();

    boolean flush();

    default void save(ObjectOutput out) throws IOException {}

    default void restore(ObjectInput in) throws IOException, ClassNotFoundException {}

    default void adopt(ObjectInput in) throws IOException, ClassNotFoundException {}

    default void checkpointed() {}

    default boolean needsCheckpoint() {
        return false;
    }

    void close();
}
