package org.speedwell.streaming.hazelcast;

import com.hazelcast.function.FunctionEx;
import com.hazelcast.jet.core.Partitioner;

/** A partitioner that sends each parcel to its own partition. */
enum Routing implements Partitioner<Parcel>, FunctionEx<Parcel, Parcel> {
    BY_PARCEL;

    @Override
    public int getPartition(Parcel parcel, int partitionCount) {
        return parcel.partition();
    }

    @Override
    public Parcel applyEx(Parcel parcel) {
        return parcel;
    }
}
