package org.speedwell.streaming.kafka;

/**
 * The state of a sink at one moment.
 *
 * @param records the records sent to brokers, with those that were sent again
 * @param bytes the bytes of keys and values of these records
 * @param pendingBytes the bytes that wait for the next checkpoint
 * @param transactions the transactions committed
 * @param aborted the attempts to commit a transaction that failed and were repeated
 */
public record KafkaSinkMetrics(long records, long bytes, long pendingBytes, long transactions, long aborted) {}
