package org.speedwell.spring.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class TimedOutputTest {
    @Test
    void allBytesAreWrittenInOrder() throws IOException {
        byte[] bytes = new byte[100_000];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i * 31);
        }
        ByteArrayOutputStream to = new ByteArrayOutputStream();
        try (OutputStream out = new TimedOutput(to, Duration.ofDays(1))) {
            out.write(7);
            out.write(bytes, 1, bytes.length - 1);
        }
        assertThat(to.toByteArray()).startsWith(7, bytes[1], bytes[2]).endsWith(bytes[99_998], bytes[99_999]);
        assertThat(to.size()).isEqualTo(bytes.length);
    }

    @Test
    void slowAnswerIsCutOffBeforeItsEnd() {
        ByteArrayOutputStream to = new ByteArrayOutputStream() {
            @Override
            public void write(byte[] bytes, int from, int length) {
                super.write(bytes, from, length);
                long began = System.nanoTime();
                while (System.nanoTime() - began < 2_000_000) {
                    Thread.onSpinWait();
                }
            }
        };
        assertThatExceptionOfType(TimedOutput.SlowReaderException.class)
                .isThrownBy(() -> {
                    try (OutputStream out = new TimedOutput(to, Duration.ofMillis(5))) {
                        out.write(new byte[10 << 20]);
                    }
                })
                .withMessageContaining("speedwell.rest.write-timeout")
                .satisfies(cut -> assertThat(cut.getStackTrace()).isEmpty());
        assertThat(to.size()).isLessThan(10 << 20);
    }
}
