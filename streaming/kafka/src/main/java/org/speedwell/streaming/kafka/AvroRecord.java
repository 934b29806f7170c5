package org.speedwell.streaming.kafka;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.IndexedRecord;
import org.jspecify.annotations.Nullable;

/** A mapping between generic records of a schema and a record class, by the names of the components. Immutable. */
final class AvroRecord {
    private final Schema schema;
    private final Constructor<?> constructor;
    private final Method[] accessors;
    private final AvroMapping[] mappings;

    /** The position of each component in the schema. */
    private final int[] positions;

    private AvroRecord(Schema schema, Class<?> type) throws NoSuchMethodException {
        RecordComponent[] components = type.getRecordComponents();
        this.schema = schema;
        this.constructor = type.getDeclaredConstructor(
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new));
        constructor.setAccessible(true);
        this.accessors = new Method[components.length];
        this.mappings = new AvroMapping[components.length];
        this.positions = new int[components.length];
        for (int i = 0; i < components.length; i++) {
            String place = "Component " + components[i].getName() + " of " + type.getName();
            Schema.Field field = schema.getField(components[i].getName());
            if (field == null) {
                throw new IllegalArgumentException(place + " is not a field of the Avro schema " + schema.getFullName()
                        + ". Rename the component, or add a field with a default to the schema of the reader.");
            }
            accessors[i] = components[i].getAccessor();
            accessors[i].setAccessible(true);
            mappings[i] = AvroMapping.of(field.schema(), components[i].getGenericType(), place);
            positions[i] = field.pos();
        }
    }

    static AvroMapping of(Schema schema, Class<?> type) {
        try {
            AvroRecord record = new AvroRecord(schema, type);
            return new AvroMapping(value -> record.toJava((IndexedRecord) value), record::toAvro);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e); // every record class has this constructor
        }
    }

    private Object toJava(IndexedRecord value) {
        @Nullable Object[] arguments = new Object[mappings.length];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = mappings[i].java(value.get(positions[i]));
        }
        try {
            return constructor.newInstance(arguments);
        } catch (ReflectiveOperationException e) {
            throw failed(e);
        }
    }

    /** Converts a record. Fields without a component get their defaults. */
    private Object toAvro(Object value) {
        GenericData.Record made = new GenericData.Record(schema);
        try {
            for (int i = 0; i < mappings.length; i++) {
                made.put(positions[i], mappings[i].avro(accessors[i].invoke(value)));
            }
        } catch (ReflectiveOperationException e) {
            throw failed(e);
        }
        for (Schema.Field field : schema.getFields()) {
            if (Arrays.stream(positions).noneMatch(position -> position == field.pos())) {
                made.put(field.pos(), AvroMapping.DATA.getDefaultValue(field));
            }
        }
        return made;
    }

    private static RuntimeException failed(ReflectiveOperationException thrown) {
        return thrown.getCause() instanceof RuntimeException known ? known : new IllegalStateException(thrown);
    }
}
