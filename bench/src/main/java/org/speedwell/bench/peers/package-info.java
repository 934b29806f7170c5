/**
 * A comparison of Speedwell with the alternatives of a Java program.
 *
 * <ul>
 * <li>All peers have the same rows, which {@link PeerRows} generates, and run the same queries.
 * <li>Each engine has the setup that its documentation recommends.
 * <li>The {@link Gate} compares all results before a benchmark runs.
 * </ul>
 *
 * <p>Start at {@link PeersBenchmark}, then read {@link Query}, {@link Contestant} and {@code Peer}.
 */
@NullMarked
package org.speedwell.bench.peers;

import org.jspecify.annotations.NullMarked;
