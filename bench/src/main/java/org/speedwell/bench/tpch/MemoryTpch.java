package org.speedwell.bench.tpch;

import java.util.List;
import java.util.function.Function;

/**
 * An engine that runs Speedwell with the defaults of {@code load()}: all columns and all indexes.
 *
 * @param streams runs a query
 * @param end stops the store
 */
record MemoryTpch(Function<TpchQuery, List<? extends Record>> streams, Runnable end) implements TpchPeer {

    /** Returns an engine of queries with fields. */
    static MemoryTpch withFields(SavedTpch saved, boolean parallel) {
        var app = saved.application();
        TpchTables tables = new TpchTables(app, parallel);
        return new MemoryTpch(query -> query.ask(tables), app::stop);
    }

    /** Returns an engine of queries with lambdas over records. */
    static MemoryTpch withLambdas(SavedTpch saved, boolean parallel) {
        var store = saved.store();
        RecordTables tables = RecordTables.of(store, parallel);
        return new MemoryTpch(query -> query.ask(tables), store::close);
    }

    @Override
    public Object ask(TpchQuery query) {
        return streams.apply(query);
    }

    @Override
    public TpchAnswer answer(TpchQuery query) {
        return TpchAnswer.of(streams.apply(query));
    }

    @Override
    public void close() {
        end.run();
    }
}
