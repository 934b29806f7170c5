package org.speedwell.accelerator.speedment;

import static java.util.Objects.requireNonNull;

import com.speedment.common.injector.State;
import com.speedment.common.injector.annotation.ExecuteBefore;
import com.speedment.common.injector.annotation.WithState;
import com.speedment.runtime.config.Dbms;
import com.speedment.runtime.core.component.DbmsHandlerComponent;
import com.speedment.runtime.core.db.AsynchronousQueryResult;
import com.speedment.runtime.core.db.DbmsOperationHandler;
import com.speedment.runtime.core.db.DbmsType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A correction of Speedment's SQL that gives each text a collation of its own character set. Speedment names one
 * collation for all columns and parameters, and a server rejects a collation of another character set. A column is
 * ordered by the binary collation of its character set in the catalogue. A parameter has the character set of the
 * connection, which is utf8mb4. Thread-safe.
 */
public final class ColumnCollations {
    /** A column of an order. Speedment names such columns without their table. */
    private static final Pattern OF_COLUMN = Pattern.compile("(?<![.`])`([^`]+)` COLLATE \\w+");

    private static final Pattern TABLE = Pattern.compile(" FROM `([^`]+)`\\.`([^`]+)`");
    private static final Pattern OF_PARAMETER = Pattern.compile("\\? COLLATE utf8(?:mb3)?_(\\w+)");

    private static final String CHARACTER_SET =
            "SELECT character_set_name FROM information_schema.columns WHERE table_schema = ?"
                    + " AND table_name = ? AND column_name = ? AND character_set_name IS NOT NULL";

    /** Installs the correction. The injector calls this once the database types exist. */
    @ExecuteBefore(State.RESOLVED)
    public void install(@WithState(State.INITIALIZED) DbmsHandlerComponent types) {
        for (String name : List.of("MySQL", "MariaDB")) {
            types.findByName(name).ifPresent(type -> types.install(withCollations(type)));
        }
    }

    private static DbmsType withCollations(DbmsType type) {
        DbmsOperationHandler handler = (DbmsOperationHandler) Proxy.newProxyInstance(
                ColumnCollations.class.getClassLoader(),
                new Class<?>[] {DbmsOperationHandler.class},
                new Queries(type.getOperationHandler())::call);
        return (DbmsType) Proxy.newProxyInstance(
                ColumnCollations.class.getClassLoader(),
                new Class<?>[] {DbmsType.class},
                (_, method, arguments) ->
                        method.getName().equals("getOperationHandler") ? handler : invoke(type, method, arguments));
    }

    private static @Nullable Object invoke(Object target, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    /** The queries of one database type. */
    private static final class Queries {
        private final DbmsOperationHandler target;
        private final Map<Column, String> characterSets = new ConcurrentHashMap<>();

        private record Column(String dbms, String schema, String table, String name) {}

        Queries(DbmsOperationHandler target) {
            this.target = target;
        }

        @Nullable
        Object call(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            if (arguments == null || !method.getName().startsWith("executeQuery")) {
                return invoke(target, method, arguments);
            }
            Dbms dbms = (Dbms) requireNonNull(arguments[0]);
            Object[] changed = arguments.clone();
            changed[1] = collated(dbms, (String) requireNonNull(arguments[1]));
            Object result = invoke(target, method, changed);
            return result instanceof AsynchronousQueryResult<?> later ? collated(dbms, later) : result;
        }

        /**
         * Corrects a query late, because Speedment completes a query after creating it, with the operations of the
         * stream.
         */
        private Object collated(Dbms dbms, AsynchronousQueryResult<?> result) {
            return Proxy.newProxyInstance(
                    ColumnCollations.class.getClassLoader(),
                    new Class<?>[] {AsynchronousQueryResult.class},
                    (_, method, arguments) -> method.getName().equals("setSql")
                            ? invoke(result, method, new Object[] {collated(dbms, (String) arguments[0])})
                            : invoke(result, method, arguments));
        }

        private String collated(Dbms dbms, String sql) {
            if (!sql.contains(" COLLATE ")) {
                return sql;
            }
            String ofParameters = OF_PARAMETER.matcher(sql).replaceAll("? COLLATE utf8mb4_$1");
            Matcher table = TABLE.matcher(sql);
            return table.find()
                    ? OF_COLUMN
                            .matcher(ofParameters)
                            .replaceAll(column ->
                                    Matcher.quoteReplacement(collated(dbms, table.group(1), table.group(2), column)))
                    : ofParameters;
        }

        /** Returns the column with a corrected collation, or unchanged if the catalogue does not know the column. */
        private String collated(Dbms dbms, String schema, String table, MatchResult found) {
            Column column = new Column(dbms.getId(), schema, table, found.group(1));
            String characterSet = characterSets.computeIfAbsent(column, _ -> read(dbms, column));
            return switch (characterSet) {
                case "" -> found.group();
                case "binary" -> "`" + column.name + "`";
                default -> "`" + column.name + "` COLLATE " + characterSet + "_bin";
            };
        }

        private String read(Dbms dbms, Column column) {
            try (Stream<String> found = target.executeQuery(
                    dbms, CHARACTER_SET, List.of(column.schema, column.table, column.name), row -> row.getString(1))) {
                return found.findFirst().orElse("");
            }
        }
    }
}
