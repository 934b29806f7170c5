package org.speedwell.streaming.kafka;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The state of a sink at one moment.
 *
 * @param records the records sent to brokers, with those that were sent again
 * @param bytes the bytes of keys and values of these records
 * @param pendingBytes the bytes that wait for the next checkpoint
 * @param transactions the transactions committed
 * @param aborted the attempts to commit a transaction that failed and were repeated
 */
public record KafkaSinkMetrics(long records, long bytes, long pendingBytes, long transactions, long aborted) {

    /** Returns the figures that reports show. */
    Map<String, Long> gauges() {
        Map<String, Long> gauges = new LinkedHashMap<>();
        gauges.put("pending bytes", pendingBytes);
        gauges.put("records sent", records);
        gauges.put("bytes sent", bytes);
        gauges.put("transactions", transactions);
        gauges.put("repeated transactions", aborted);
        return gauges;
    }
}
