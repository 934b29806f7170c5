package org.speedwell.accelerator.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import java.util.List;
import org.apache.arrow.flatbuf.DictionaryEncoding;
import org.apache.arrow.flatbuf.DictionaryKind;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.Schema;

/** A writer of the schema of a table for Arrow IPC. */
final class IpcSchema {
    private IpcSchema() {}

    /** Writes the schema and returns its place. The number of a dictionary is that of its column. */
    static int write(List<ArrowField> fields, FlatBufferBuilder to) {
        int[] places = new int[fields.size()];
        for (int column = 0; column < places.length; column++) {
            places[column] = write(fields.get(column), column, to);
        }
        return Schema.createSchema(to, Endianness.Little, Schema.createFieldsVector(to, places), 0, 0);
    }

    private static int write(ArrowField field, long id, FlatBufferBuilder to) {
        int name = to.createString(field.name());
        int type = field.type().write(to);
        ArrowType.Whole index = field.index();
        int dictionary = index == null
                ? 0
                : DictionaryEncoding.createDictionaryEncoding(
                        to, id, index.write(to), false, DictionaryKind.DenseArray);
        int children = Field.createChildrenVector(to, new int[0]); // readers in C++ require it
        return Field.createField(to, name, field.isNullable(), field.type().number(), type, dictionary, children, 0);
    }
}
