package org.speedwell.bench.tpch;

/**
 * An engine that holds the tables and answers the queries. For one thread. The engine itself may use several threads,
 * as configured.
 */
interface TpchPeer extends AutoCloseable {

    /**
     * Runs a query as a program that runs it often would, and reads its rows. The benchmark measures the time of this
     * call.
     */
    Object ask(TpchQuery query);

    /** Returns the answer of {@link #ask} in a form that can be compared. */
    TpchAnswer answer(TpchQuery query);

    @Override
    void close();
}
