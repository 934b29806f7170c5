package org.speedwell.accelerator.live;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.FallbackException;
import org.speedwell.accelerator.store.TableStore;
import org.speedwell.accelerator.stream.FallbackListener;

/** A listener that warns of fallbacks or refuses them, as configured. Thread-safe. */
public final class FallbackPolicy implements FallbackListener {
    private static final System.Logger LOG = System.getLogger(FallbackPolicy.class.getName());

    /**
     * The maximum number of places with a warning. It bounds the memory in a program that generates classes without
     * end.
     */
    private static final int MAX_PLACES = 4_096;

    /** The classes between the application and a fallback that belong neither to streams nor to Speedment. */
    private static final Set<String> OWN = Stream.concat(
                    Stream.of(FallbackPolicy.class, FileGuard.class, QueryWatch.Timed.class)
                            .map(Class::getName),
                    Stream.of("MemoryJoins", "MemoryJoin", "InMemoryJoin")
                            .map(name -> "org.speedwell.accelerator.speedment." + name))
            .collect(Collectors.toUnmodifiableSet());

    private final Fallback policy;
    private final LongAdder count = new LongAdder();
    private final Set<Shape> warned = ConcurrentHashMap.newKeySet();

    /**
     * The identity of a place in the code. Each lambda expression has its own class, which costs less to find than the
     * place.
     */
    private record Shape(
            String table,
            String operation,
            String reason,
            @Nullable Class<?> function) {}

    private final boolean readsFunctions;

    private FallbackPolicy(Fallback policy, boolean readsFunctions) {
        this.policy = policy;
        this.readsFunctions = readsFunctions;
    }

    static FallbackPolicy of(Fallback fallback) {
        return of(fallback, true);
    }

    static FallbackPolicy of(Fallback fallback, boolean readsFunctions) {
        return new FallbackPolicy(fallback, readsFunctions);
    }

    @Override
    public boolean readsFunctions() {
        return readsFunctions;
    }

    /** Returns the number of fallbacks. */
    long count() {
        return count.sum();
    }

    @Override
    public void fallback(TableStore<?> table, String operation, String reason, @Nullable Object function) {
        String tableName = table.name();
        count(tableName, operation, reason);
        if (policy == Fallback.SILENT) {
            return;
        }
        if (policy == Fallback.FAIL) {
            throw new FallbackException(message(tableName, operation, reason)
                    + " Write it with fields of the entity or expressions of them. Or move it after the operations"
                    + " that run on columns, and map to values before it. Or allow it with Fallback.WARN or"
                    + " Fallback.SILENT.");
        }
        Shape shape = new Shape(tableName, operation, reason, function == null ? null : function.getClass());
        if (warned.size() < MAX_PLACES && warned.add(shape)) {
            LOG.log(System.Logger.Level.WARNING, message(tableName, operation, reason) + place());
        }
    }

    /**
     * Reports that the database runs a join although some of its tables are in memory. Even {@code Fallback.SILENT}
     * logs the first such join.
     */
    public void join(String tables, String reason) {
        count(tables, "join", reason);
        String message = "The join of %s reads the database, not the tables in memory: %s.".formatted(tables, reason);
        if (policy == Fallback.FAIL) {
            throw new FallbackException(message + " Look up one table by keys from a stream of the other, for example"
                    + " with in(…). Or allow it with Fallback.WARN or Fallback.SILENT.");
        }
        Shape shape = new Shape(
                policy == Fallback.SILENT ? "" : tables, "join", policy == Fallback.SILENT ? "" : reason, null);
        if (warned.size() < MAX_PLACES && warned.add(shape)) {
            LOG.log(System.Logger.Level.WARNING, message + place());
        }
    }

    private void count(String table, String operation, String reason) {
        count.increment();
        FallbackEvent event = new FallbackEvent();
        if (event.isEnabled()) {
            event.table = table;
            event.operation = operation;
            event.reason = reason;
            event.commit();
        }
    }

    private static String message(String table, String operation, String reason) {
        return "A stream of %s falls back from columns to entities at %s: %s.".formatted(table, operation, reason);
    }

    /** Returns the first caller outside Speedwell's and the JDK's streams. */
    private static String place() {
        String streams = FallbackListener.class.getPackageName() + ".";
        return StackWalker.getInstance()
                .walk(frames -> frames.filter(frame -> !frame.getClassName().startsWith(streams)
                                && !frame.getClassName().startsWith("java.")
                                && !frame.getClassName().startsWith("jdk.proxy")
                                && !frame.getClassName().startsWith("com.speedment.runtime.join.")
                                && !OWN.contains(frame.getClassName()))
                        .findFirst())
                .map(frame -> " At " + frame)
                .orElse("");
    }
}
