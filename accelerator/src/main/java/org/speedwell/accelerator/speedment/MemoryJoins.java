package org.speedwell.accelerator.speedment;

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
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.FallbackException;
import org.speedwell.accelerator.stream.TupleMaker;

/**
 * Speedment's joins: done in memory where all their tables are there, else by the database, which is told as a fallback if
 * some are.
 */
public final class MemoryJoins implements JoinComponent {
    private final JoinComponent joins;
    private @Nullable MemoryDataStore store;
    private @Nullable MemoryStreamSupplier streams;

    /** Called by the injector. */
    public MemoryJoins(JoinStreamSupplierComponent database) {
        // one interface of nine methods that differ in how many tables they take
        Object supplier = Proxy.newProxyInstance(
                MemoryJoins.class.getClassLoader(),
                new Class<?>[] {JoinStreamSupplierComponent.class},
                (proxy, method, arguments) -> arguments != null && arguments[0] instanceof List<?> stages
                        ? join(stages, arguments[1], database, method, arguments)
                        : call(database, method, arguments));
        this.joins = new DelegateJoinComponent((JoinStreamSupplierComponent) supplier);
    }

    /** Called by the injector. */
    @ExecuteBefore(State.STARTED)
    public void use(
            @WithState(State.RESOLVED) MemoryDataStore memoryDataStore,
            @WithState(State.RESOLVED) MemoryStreamSupplier memoryStreams) {
        this.store = memoryDataStore;
        this.streams = memoryStreams;
    }

    /**
     * As Speedment's.
     *
     * @throws FallbackException where the join is built, if some of its tables are to be in memory and some not, and the
     *     configuration refuses fallbacks
     */
    @Override
    public <T0> JoinBuilder1<T0> from(TableIdentifier<T0> firstTableIdentifier) {
        return joins.from(firstTableIdentifier);
    }

    @SuppressWarnings("unchecked") // the join is of what the constructor makes
    private <T> Join<T> join(
            List<?> of, Object constructor, JoinStreamSupplierComponent database, Method method, Object[] arguments)
            throws Throwable {
        List<Stage<?>> stages =
                of.stream().<Stage<?>>map(stage -> (Stage<?>) stage).toList();
        MemoryDataStore held = store;
        Join<T> byDatabase = new DatabaseJoin<>((Join<T>) call(database, method, arguments));
        if (held == null || streams == null || stages.stream().noneMatch(stage -> held.isHeld(stage.identifier()))) {
            return byDatabase;
        }
        List<String> elsewhere = stages.stream()
                .filter(stage -> !held.isHeld(stage.identifier()))
                .map(stage -> stage.identifier().getTableId())
                .toList();
        if (!elsewhere.isEmpty()) {
            held.fallbackPolicy().join(names(stages), "%s is not in memory".formatted(String.join(", ", elsewhere)));
            return byDatabase;
        }
        TupleMaker<T> maker = new TupleMaker<>(
                Constructors.<T>of(constructor, stages.size()),
                TupleMaker.shape(constructor, HasDefaultBuild.class, MemoryJoins::isCalled),
                stages.size());
        return new MemoryJoin<>(stages, maker, byDatabase, held, streams);
    }

    static String names(List<Stage<?>> stages) {
        return stages.stream().map(stage -> stage.identifier().getTableId()).collect(Collectors.joining(", "));
    }

    /** Whether a class on the stack stands between a builder's user and this. */
    private static boolean isCalled(Class<?> type) {
        return Stream.of(
                        MemoryJoins.class.getPackageName() + ".",
                        TupleMaker.class.getPackageName() + ".",
                        "com.speedment.runtime.join.",
                        "jdk.proxy")
                .anyMatch(type.getName()::startsWith);
    }

    private static Object call(JoinStreamSupplierComponent database, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(database, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
