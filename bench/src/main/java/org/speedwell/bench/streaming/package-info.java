/**
 * Compares the streaming layer with Hazelcast Jet.
 *
 * <ul>
 * <li>Both engines receive the same events at the same times, use the same windows and return the same results.
 * <li>Events are due at predetermined times. The feed does not wait for an engine that falls behind.
 * <li>Both engines pass results to an {@code Outlet} inside a filter at the end of a stage, so no sink affects the
 * measurement.
 * <li>The configuration of Jet follows the benchmarks of its authors.
 * </ul>
 *
 * <p>Start at {@link StreamComparison} and {@link Scenario}, then {@code Feed} (the events), {@code SpeedwellStreams}
 * and {@code JetStreams} (the engines) and {@code Meter} (the latencies). {@link ClusterBenchmark},
 * {@link JobsBenchmark} and {@link YahooBenchmark} are JMH benchmarks of throughput.
 */
@NullMarked
package org.speedwell.bench.streaming;

import org.jspecify.annotations.NullMarked;
