package org.speedwell.accelerator.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The compression types of transactions in the binlog. */
@Tag("fault")
class CompressedTransactionTest {
    private static final byte SIZE = 1;
    private static final byte TYPE = 2;
    private static final byte END = 0;

    /** Returns the header of an empty transaction with a compression type below 251. */
    private static ByteArrayInputStream header(int type) {
        return new ByteArrayInputStream(new byte[] {TYPE, 1, (byte) type, SIZE, 1, 0, END});
    }

    @Test
    void unknownCompressionIsAnError() {
        CompressedTransaction reader = new CompressedTransaction(EventDeserializer::new);

        assertThatThrownBy(() -> reader.deserialize(header(1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("unknown compression type 1")
                .hasMessageContaining("binlog_transaction_compression=OFF");
    }

    @Test
    void uncompressedTransactionIsRead() throws IOException {
        // 255 takes three bytes as a packed integer
        ByteArrayInputStream none =
                new ByteArrayInputStream(new byte[] {TYPE, 3, (byte) 0xFC, (byte) 0xFF, 0, SIZE, 1, 0, END});

        assertThat(new CompressedTransaction(EventDeserializer::new)
                        .deserialize(none)
                        .getUncompressedEvents())
                .isEmpty();
    }
}
