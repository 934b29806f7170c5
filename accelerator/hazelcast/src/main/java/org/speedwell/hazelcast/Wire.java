package org.speedwell.hazelcast;

import static java.util.Objects.requireNonNull;

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
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.query.TableDescription;

/**
 * A codec of questions and answers. After a header with the version of the format follow objects of the JDK's
 * serialization, with two differences. The codec writes an entity as the values of its columns, because entities need
 * not be serializable. It refuses lambdas. Thread-safe.
 */
final class Wire {
    private static final Format FORMAT = new Format("a question or an answer", "SPWWIRE", '1');

    private final ClassLoader classes;
    private final ObjectInputFilter filter;
    private final Map<String, TableDescription<?>> tables = new HashMap<>();

    /** The hash of the columns of each table. */
    private final Map<String, Integer> columns = new HashMap<>();

    /**
     * Creates a codec for the tables of an application. The class loader of their rows also loads the classes of
     * questions.
     *
     * @param filter decides which classes may be read
     */
    Wire(List<TableDescription<?>> tables, ObjectInputFilter filter) {
        this.filter = filter;
        this.classes = tables.stream()
                .map(table -> table.rows().getClassLoader())
                .findFirst()
                .orElse(Wire.class.getClassLoader());
        tables.forEach(table -> {
            this.tables.put(name(table), table);
            columns.put(name(table), columns(table));
        });
    }

    /**
     * An entity in its serialized form.
     *
     * @param columns a hash of the names, the classes and the order of the columns
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
    static String name(TableDescription<?> table) {
        TableId<?> id = table.identifier();
        return id.database() + "." + id;
    }

    /** Returns the table with that name, or null if the application has none. */
    @Nullable
    TableDescription<?> table(String name) {
        return tables.get(name);
    }

    /**
     * Returns the table of a class of rows.
     *
     * @throws IllegalArgumentException if the application has none
     */
    @SuppressWarnings("unchecked") // a table has the rows of its class
    <E> TableDescription<E> table(Class<E> rows) {
        return (TableDescription<E>) tables.values().stream()
                .filter(table -> table.rows() == rows)
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("The application has no table of class " + rows.getName() + "."));
    }

    private <E> Row row(TableDescription<E> table, Object entity) {
        String name = name(table);
        return new Row(
                name,
                requireNonNull(columns.get(name)),
                table.values().of(table.rows().cast(entity)));
    }

    private static int columns(TableDescription<?> table) {
        return table.values().classes().entrySet().stream()
                .map(column -> column.getKey() + " " + column.getValue().getName())
                .collect(Collectors.joining(","))
                .hashCode();
    }

    private final class Output extends ObjectOutputStream {
        /** The table of an entity class, by name. The name is empty for a class that is not an entity. */
        private final Map<Class<?>, String> names = new HashMap<>();

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
            TableDescription<?> table = tables.get(names.computeIfAbsent(sent.getClass(), this::name));
            return table == null ? sent : row(table, sent);
        }

        private String name(Class<?> of) {
            return tables.entrySet().stream()
                    .filter(table -> table.getValue().rows().isAssignableFrom(of))
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
            TableDescription<?> table = tables.get(row.table);
            if (table == null) {
                throw new IOException("this application has no table " + row.table);
            }
            if (row.columns != requireNonNull(columns.get(row.table))) {
                throw new IOException("table " + row.table + " has other columns on another member."
                        + " Start the same version of the application on all members");
            }
            return table.values().entity(row.values);
        }
    }
}
