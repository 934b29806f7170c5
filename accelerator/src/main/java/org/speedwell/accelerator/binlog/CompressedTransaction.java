package org.speedwell.accelerator.binlog;

import com.github.luben.zstd.ZstdInputStream;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.TransactionPayloadEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.TransactionPayloadEventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.function.Supplier;

/**
 * A deserializer for a transaction that the server has compressed. It reads the inner events with the same
 * deserializers as other events. The library's own deserializer would create objects for their rows.
 */
final class CompressedTransaction extends TransactionPayloadEventDataDeserializer {
    private static final int END = 0;
    private static final int SIZE = 1;
    private static final int TYPE = 2;
    private static final int ZSTD = 0;
    private static final int NONE = 255;

    private final Supplier<EventDeserializer> events;

    CompressedTransaction(Supplier<EventDeserializer> events) {
        this.events = events;
    }

    @Override
    public TransactionPayloadEventData deserialize(ByteArrayInputStream in) throws IOException {
        int size = 0;
        int type = ZSTD;
        for (int field = in.readPackedInteger(); field != END; field = in.readPackedInteger()) {
            int length = in.readPackedInteger();
            switch (field) {
                case SIZE -> size = in.readPackedInteger();
                case TYPE -> type = in.readPackedInteger();
                default -> in.skip(length);
            }
        }
        if (type != ZSTD && type != NONE) {
            throw new IOException("The binlog contains a transaction with the unknown compression type " + type
                    + ". Set binlog_transaction_compression=OFF on the server, or use a newer Speedwell.");
        }
        byte[] payload = in.read(size);
        TransactionPayloadEventData transaction = new TransactionPayloadEventData();
        ArrayList<Event> uncompressed = new ArrayList<>();
        try (InputStream bytes = type == ZSTD
                        ? new ZstdInputStream(new java.io.ByteArrayInputStream(payload))
                        : new java.io.ByteArrayInputStream(payload);
                ByteArrayInputStream source = new ByteArrayInputStream(bytes)) {
            EventDeserializer reader = events.get();
            for (Event event = reader.nextEvent(source); event != null; event = reader.nextEvent(source)) {
                uncompressed.add(event);
            }
        }
        transaction.setUncompressedEvents(uncompressed);
        return transaction;
    }
}
