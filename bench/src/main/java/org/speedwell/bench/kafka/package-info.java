/**
 * Measures jobs that read and write Kafka topics, and loops with Kafka's own clients.
 *
 * <ul>
 * <li>The broker has a process of its own, with the class path of this run. The broker comes from Kafka's jars, without
 * a container.
 * <li>Processor time is that of the process with the job or the loop.
 * <li>All contenders must read and write the same records.
 * </ul>
 *
 * <p>Start at {@link KafkaComparison}, then {@link KafkaContender} and {@link PlainClients}, the loops.
 */
@NullMarked
package org.speedwell.bench.kafka;

import org.jspecify.annotations.NullMarked;
