/**
 * Runs the queries of TPC-H with Speedwell and with DuckDB, and measures both.
 *
 * <ul>
 * <li>Each query exists as streams and as SQL, with the validation parameters of TPC-H.
 * <li>The benchmark first compares the answers of both engines to all queries. If one differs, it measures nothing.
 * <li>Loaded tables stay in a folder between runs: a snapshot file for Speedwell and a database file for DuckDB.
 * <li>Both engines have primary keys. Speedwell also has all its indexes, and DuckDB follows the advice of its guides.
 * </ul>
 *
 * <p>Start at {@link TpchBenchmark}, then {@link TpchQuery} (the queries), {@code LineItemQueries} (an example of
 * streams) and {@code TpchPeer} (an engine).
 */
@NullMarked
package org.speedwell.bench.tpch;

import org.jspecify.annotations.NullMarked;
