package org.speedwell.bench.tpch;

import java.util.stream.Stream;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.bench.tpch.TpchRecords.Customer;
import org.speedwell.bench.tpch.TpchRecords.LineItem;
import org.speedwell.bench.tpch.TpchRecords.Order;
import org.speedwell.bench.tpch.TpchRecords.PartSupplier;
import org.speedwell.bench.tpch.TpchRecords.Supplier;

/** The input of the queries over records: streams of the tables. */
record RecordTables(Streams streams) {

    /** A function that creates a stream of a table. */
    @FunctionalInterface
    interface Streams {
        <E> Stream<E> of(Class<E> rows);
    }

    /**
     * Creates the tables of a loaded store.
     *
     * @param parallel true for parallel streams
     */
    static RecordTables of(MemoryStore store, boolean parallel) {
        return new RecordTables(parallel ? new ParallelStreams(store) : store::stream);
    }

    /** A class instead of a lambda, because a lambda cannot implement a generic method. */
    private record ParallelStreams(MemoryStore store) implements Streams {
        @Override
        public <E> Stream<E> of(Class<E> rows) {
            return store.stream(rows).parallel();
        }
    }

    Stream<LineItem> lineItems() {
        return streams.of(LineItem.class);
    }

    Stream<Order> orders() {
        return streams.of(Order.class);
    }

    Stream<Customer> customers() {
        return streams.of(Customer.class);
    }

    Stream<PartSupplier> supplies() {
        return streams.of(PartSupplier.class);
    }

    Stream<Supplier> suppliers() {
        return streams.of(Supplier.class);
    }
}
