package org.speedwell.accelerator.speedment;

import static java.util.Objects.requireNonNull;

import com.speedment.common.injector.State;
import com.speedment.common.injector.annotation.ExecuteBefore;
import com.speedment.common.injector.annotation.WithState;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.join.Join;
import com.speedment.runtime.join.JoinComponent;
import com.speedment.runtime.join.JoinStreamSupplierComponent;
import com.speedment.runtime.join.builder.JoinBuilder1;
import com.speedment.runtime.join.provider.DelegateJoinComponent;
import com.speedment.runtime.join.stage.Stage;
import com.speedment.runtime.join.trait.HasDefaultBuild;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.FallbackException;
import org.speedwell.accelerator.NotLoaded;
import org.speedwell.accelerator.live.OwnRows;
import org.speedwell.accelerator.stream.TupleMaker;

/**
 * Speedment's joins, run in memory if all their tables are there, and otherwise by the database. The latter is reported
 * as a fallback if some of the tables are in memory.
 */
public final class MemoryJoins implements JoinComponent {
    private final JoinStreamSupplierComponent database;
    private final JoinComponent joins;
    private @Nullable MemoryDataStore store;
    private @Nullable MemoryStreamSupplier streams;

    /** Creates joins in memory that pass other joins to the database. The injector calls it. */
    public MemoryJoins(JoinStreamSupplierComponent database) {
        this.database = database;
        this.joins = with(OwnRows.NONE);
    }

    /** Returns joins that can also name rows of the application. */
    JoinComponent with(OwnRows rows) {
        return component((_, method, arguments) -> arguments != null && arguments[0] instanceof List<?> stages
                ? join(stages(stages), arguments[1], rows, () -> call(method, arguments))
                : call(method, arguments));
    }

    /**
     * Returns the component as a proxy, because Speedment's interface has nine methods that differ only in the number
     * of tables.
     */
    static JoinComponent component(InvocationHandler joins) {
        return new DelegateJoinComponent((JoinStreamSupplierComponent) Proxy.newProxyInstance(
                MemoryJoins.class.getClassLoader(), new Class<?>[] {JoinStreamSupplierComponent.class}, joins));
    }

    static List<Stage<?>> stages(List<?> of) {
        return of.stream().<Stage<?>>map(stage -> (Stage<?>) stage).toList();
    }

    /** Receives the other components from the injector. */
    @ExecuteBefore(State.STARTED)
    public void use(
            @WithState(State.RESOLVED) MemoryDataStore memoryDataStore,
            @WithState(State.RESOLVED) MemoryStreamSupplier memoryStreams) {
        this.store = memoryDataStore;
        this.streams = memoryStreams;
    }

    /**
     * Starts a join, as Speedment does.
     *
     * @throws FallbackException when the join is built, if some but not all of its tables are to be in memory, and the
     * configuration refuses fallbacks
     */
    @Override
    public <T0> JoinBuilder1<T0> from(TableIdentifier<T0> firstTableIdentifier) {
        return joins.from(firstTableIdentifier);
    }

    /** A call of Speedment's own components, which may throw anything. */
    private interface Given {
        Object join() throws Throwable;
    }

    @SuppressWarnings("unchecked") // the join has the type that the constructor makes
    private <T> Join<T> join(List<Stage<?>> stages, Object constructor, OwnRows rows, Given given) throws Throwable {
        List<TableIdentifier<?>> tables = JoinReader.others(stages, rows);
        if (tables.isEmpty()) {
            return RowJoin.of(stages, constructor, rows);
        }
        boolean hasRows = tables.size() < stages.size();
        MemoryDataStore held = store;
        List<String> elsewhere = tables.stream()
                .filter(table -> held == null || !held.isCached(table))
                .map(TableIdentifier::getTableId)
                .toList();
        if (hasRows && !elsewhere.isEmpty()) {
            throw new IllegalArgumentException(
                    ("%s cannot be joined with rows of the application, which join only tables in memory. Add it to"
                                    + " the tables of the StoreConfiguration.")
                            .formatted(String.join(", ", elsewhere)));
        }
        JoinReader reader = new JoinReader(
                stages, rows, false, held != null && held.configuration().columnNotLoaded() == NotLoaded.SQL);
        Join<T> byDatabase = hasRows ? null : new DatabaseJoin<>((Join<T>) given.join());
        if (held != null && streams != null && elsewhere.isEmpty()) {
            return new MemoryJoin<>(reader, maker(constructor, stages.size()), byDatabase, held, streams);
        }
        if (held != null && streams != null && elsewhere.size() < stages.size()) {
            held.fallbackPolicy().join(reader.names(), "%s is not in memory".formatted(String.join(", ", elsewhere)));
        }
        return requireNonNull(byDatabase); // rows have been joined or refused
    }

    static <T> TupleMaker<T> maker(Object constructor, int tables) {
        return new TupleMaker<>(
                Constructors.of(constructor, tables),
                TupleMaker.shape(constructor, HasDefaultBuild.class, MemoryJoins::isCalled),
                tables);
    }

    /** Returns whether a class is on the stack between the user of a builder and this class. */
    private static boolean isCalled(Class<?> type) {
        return Stream.of(
                        MemoryJoins.class.getPackageName() + ".",
                        TupleMaker.class.getPackageName() + ".",
                        "com.speedment.runtime.join.",
                        "jdk.proxy")
                .anyMatch(type.getName()::startsWith);
    }

    private Object call(Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(database, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
