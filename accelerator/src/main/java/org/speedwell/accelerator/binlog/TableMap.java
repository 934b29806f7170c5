package org.speedwell.accelerator.binlog;

import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A TABLE_MAP event with its bytes unchanged. The library's own class loses the bytes of labels that are not UTF-8. It
 * also fails at types that it does not know, even in tables that the replication does not follow.
 */
public final class TableMap extends TableMapEventData {
    private static final long serialVersionUID = 1L;

    private final byte[] body;

    /**
     * Creates a table map.
     *
     * @param body the event without header and checksum
     */
    public TableMap(byte[] body) {
        this.body = body;
        EventReader in = new EventReader(body);
        setTableId(in.number(6));
        in.skip(2);
        setDatabase(name(in));
        setTable(name(in));
    }

    private static String name(EventReader in) {
        String name = new String(in.bytes((int) in.number(1)), StandardCharsets.UTF_8);
        in.skip(1); // the zero byte after the name
        return name;
    }

    /**
     * Returns the body without the table id. The id changes with each start of the server, and the rest describes the
     * table.
     */
    byte[] definition() {
        return Arrays.copyOfRange(body, 6, body.length);
    }

    /** Returns a reader of the part that follows the names: the columns. */
    EventReader columns() {
        EventReader in = new EventReader(body);
        in.skip(8);
        name(in);
        name(in);
        return in;
    }

    /** A deserializer to register for TABLE_MAP events. */
    public static final class Deserializer implements EventDataDeserializer<TableMap> {
        @Override
        public TableMap deserialize(ByteArrayInputStream in) throws IOException {
            return new TableMap(in.read(in.available()));
        }
    }
}
