package org.speedwell.bench.tpch;

/** An engine that holds the tables and answers the queries. For one thread; whether it uses several inside was told when it was opened. */
interface TpchPeer extends AutoCloseable {

    /** Asks a query, as a program would that asks it often, and reads its rows: the time of this is what is measured. */
    Object ask(TpchQuery query);

    /** The answer of {@link #ask}, to be compared. */
    TpchAnswer answer(TpchQuery query);

    @Override
    void close();
}
