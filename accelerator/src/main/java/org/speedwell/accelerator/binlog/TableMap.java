package org.speedwell.accelerator.binlog;

import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A TABLE_MAP event as it stands in the log. The library's own reading of it loses the bytes of labels that are not in UTF-8,
 * and fails at types that it does not know, also in tables that nobody asks for.
 */
public final class TableMap extends TableMapEventData {
    private static final long serialVersionUID = 1L;

    private final byte[] body;

    /** @param body all but header and checksum */
    public TableMap(byte[] body) {
        this.body = body;
        EventReader in = new EventReader(body);
        setTableId(in.number(6));
        in.skip(2); // flags
        setDatabase(name(in));
        setTable(name(in));
    }

    private static String name(EventReader in) {
        String name = new String(in.bytes((int) in.number(1)), StandardCharsets.UTF_8);
        in.skip(1); // the zero behind it
        return name;
    }

    /** Returns all that tells of the table: what follows the id, which is another one after each start of the server. */
    byte[] definition() {
        return Arrays.copyOfRange(body, 6, body.length);
    }

    /** What follows the names. */
    EventReader columns() {
        EventReader in = new EventReader(body);
        in.skip(8);
        name(in);
        name(in);
        return in;
    }

    /** To be registered for TABLE_MAP. */
    public static final class Deserializer implements EventDataDeserializer<TableMap> {
        @Override
        public TableMap deserialize(ByteArrayInputStream in) throws IOException {
            return new TableMap(in.read(in.available()));
        }
    }
}
