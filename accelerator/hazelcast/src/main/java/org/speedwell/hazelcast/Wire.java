package org.speedwell.hazelcast;

import static java.util.Objects.requireNonNull;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.Field;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InvalidClassException;
import java.io.NotSerializableException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.format.Format;

/**
 * A codec of questions and answers. After a header with the version of the format follow objects of the JDK's
 * serialization, with two differences. The codec writes an entity as the values of its columns, because Speedment's
 * entities are not serializable. It refuses lambdas. Thread-safe.
 */
final class Wire {
    private static final Format FORMAT = new Format("a question or an answer", "SPWWIRE", '1');

    private final ClassLoader classes;
    private final ObjectInputFilter filter;
    private final Map<String, Manager<?>> managers = new HashMap<>();

    /** The hash of the columns of each table. */
    private final Map<String, Integer> columns = new HashMap<>();

    /**
     * Creates a codec for the tables of an application. The class loader of the application also loads the classes of
     * questions.
     *
     * @param filter decides which classes may be read
     */
    Wire(Speedment application, ObjectInputFilter filter) {
        this.filter = filter;
        this.classes = application.getClass().getClassLoader();
        application.getOrThrow(ManagerComponent.class).stream().forEach(manager -> {
            managers.put(name(manager), manager);
            columns.put(name(manager), columns(manager));
        });
    }

    /**
     * An entity in its serialized form.
     *
     * @param columns a hash of the names and the order of the columns
     */
    private record Row(String table, int columns, @Nullable Object[] values) implements Serializable {}

    /** @throws NotSerializableException if a class is not serializable. The message names the class */
    byte[] write(Object value) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new Output(bytes)) {
            out.writeObject(value);
        }
        return FORMAT.wrap(bytes.toByteArray());
    }

    /**
     * Returns the object that {@link #write} encoded.
     *
     * @throws ClassNotFoundException if this member lacks a class of the object
     * @throws IOException if a filter rejects a class of the object, if the bytes are damaged, or if the other member
     * has another version of the format or other columns
     */
    Object read(byte[] bytes) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new Input(new ByteArrayInputStream(body(bytes)))) {
            return in.readObject();
        } catch (InvalidClassException e) {
            Throwable cause = e.getCause();
            throw cause instanceof SecurityException ? new IOException(cause.getMessage(), e) : e;
        }
    }

    private static byte[] body(byte[] bytes) throws IOException {
        try {
            return FORMAT.unwrap(bytes);
        } catch (IOException e) {
            throw new IOException(
                    "a message of another member cannot be read: " + e.getMessage()
                            + ". Start the same version of Speedwell on all members",
                    e);
        }
    }

    /** Returns the name that identifies a table on all members. */
    static String name(Manager<?> manager) {
        var table = manager.getTableIdentifier();
        return table.getDbmsId() + "." + table.getSchemaId() + "." + table.getTableId();
    }

    /** Returns the table with that name, or null if the application has none. */
    @Nullable
    Manager<?> manager(String name) {
        return managers.get(name);
    }

    private static <E> Row row(String table, int columns, Manager<E> manager, Object entity) {
        E typed = manager.getEntityClass().cast(entity);
        return new Row(
                table,
                columns,
                manager.fields().map(field -> field.getter().apply(typed)).toArray());
    }

    private static <E> int columns(Manager<E> manager) {
        return manager.fields()
                .map(field -> field.identifier().getColumnId())
                .collect(Collectors.joining(","))
                .hashCode();
    }

    private static <E> E entity(Manager<E> manager, @Nullable Object[] values) {
        E entity = manager.create();
        List<Field<E>> fields = manager.fields().toList();
        for (int i = 0; i < fields.size(); i++) {
            fields.get(i).setter().set(entity, values[i]);
        }
        return entity;
    }

    private final class Output extends ObjectOutputStream {
        /** The table of an entity class, by name. The name is empty for a class that is not an entity. */
        private final Map<Class<?>, String> tables = new HashMap<>();

        Output(OutputStream bytes) throws IOException {
            super(bytes);
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object sent) throws IOException {
            if (sent instanceof SerializedLambda lambda) {
                throw new NotSerializableException(
                        "a lambda of " + lambda.getCapturingClass().replace('/', '.'));
            }
            String table = tables.computeIfAbsent(sent.getClass(), this::table);
            Manager<?> manager = managers.get(table);
            return manager == null ? sent : row(table, requireNonNull(columns.get(table)), manager, sent);
        }

        private String table(Class<?> of) {
            return managers.entrySet().stream()
                    .filter(table -> table.getValue().getEntityClass().isAssignableFrom(of))
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElse("");
        }
    }

    private final class Input extends ObjectInputStream {
        Input(InputStream bytes) throws IOException {
            super(bytes);
            enableResolveObject(true);
            // setObjectInputFilter replaces the JVM's filter, so this merges both
            setObjectInputFilter(ObjectInputFilter.merge(filter, ObjectInputFilter.Config.getSerialFilter()));
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, classes);
            } catch (ClassNotFoundException e) {
                return super.resolveClass(description); // primitives, and classes that the application's loader lacks
            }
        }

        @Override
        protected Object resolveObject(Object read) throws IOException {
            if (!(read instanceof Row row)) {
                return read;
            }
            Manager<?> manager = managers.get(row.table);
            if (manager == null) {
                throw new IOException("this application has no table " + row.table);
            }
            if (row.columns != requireNonNull(columns.get(row.table))) {
                throw new IOException("table " + row.table + " has other columns on another member."
                        + " Start the same version of the application on all members");
            }
            return entity(manager, row.values);
        }
    }
}
