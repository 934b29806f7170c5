package org.speedwell.streaming.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares a log of random records with a list of them. */
@Tag("oracle")
class RecordLogTest {
    private final long seed = Long.getLong("speedwell.seed", System.nanoTime());
    private final Random random = new Random(seed);

    private byte @Nullable [] bytes(int most) {
        if (random.nextInt(4) == 0) {
            return null;
        }
        byte[] bytes = new byte[random.nextInt(most)];
        random.nextBytes(bytes);
        return bytes;
    }

    private ProducerRecord<byte[], byte[]> record() {
        ProducerRecord<byte[], byte[]> record = new ProducerRecord<>(
                random.nextInt(5) == 0 ? "Überblick" : "topic",
                random.nextBoolean() ? null : random.nextInt(9),
                random.nextBoolean() ? null : random.nextLong(Long.MAX_VALUE),
                bytes(20),
                bytes(random.nextInt(50) == 0 ? 3 << 20 : 200));
        for (int left = random.nextInt(3); left > 0; left--) {
            record.headers().add("größe " + left, bytes(9));
        }
        return record;
    }

    /** Returns the records as text. Arrays are equal by their content. */
    private static List<String> text(List<ProducerRecord<byte[], byte[]>> records) {
        return records.stream()
                .map(record -> record.topic()
                        + record.partition()
                        + record.timestamp()
                        + Arrays.toString(record.key())
                        + Arrays.hashCode(record.value())
                        + record.headers())
                .toList();
    }

    private static List<ProducerRecord<byte[], byte[]>> records(RecordLog log) {
        List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
        log.forEach(records::add);
        return records;
    }

    private static RecordLog savedAndRestored(RecordLog log) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            log.save(out);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return RecordLog.restore(in);
        }
    }

    @RepeatedTest(20)
    void logContainsItsRecordsInOrder() throws IOException {
        List<ProducerRecord<byte[], byte[]>> expected = new ArrayList<>();
        RecordLog log = new RecordLog();
        for (int left = random.nextInt(500); left > 0; left--) {
            ProducerRecord<byte[], byte[]> record = record();
            expected.add(record);
            log.add(record);
        }
        RecordLog restored = savedAndRestored(log);
        assertThat(text(records(log))).as("seed " + seed).isEqualTo(text(expected));
        assertThat(text(records(restored))).as("seed " + seed).isEqualTo(text(expected));
        assertThat(restored.count()).isEqualTo(expected.size());
        assertThat(restored.size()).isEqualTo(log.size());
    }

    @Test
    void sizeCountsKeysAndValues() {
        RecordLog log = new RecordLog();
        assertThat(log.size()).isZero();
        log.add(new ProducerRecord<>("a", new byte[10], new byte[1000]));
        assertThat(log.size()).isBetween(1010L, 1100L);
    }
}
