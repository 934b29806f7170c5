package org.speedwell.accelerator.live;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.stream.RecordedStream;

/**
 * A guard of queries over a mapped file. If the file was truncated, it fails the query with an exception that names the
 * file. The JVM throws an {@link InternalError} for such a read. Compiled code throws it only at the thread's next
 * safepoint, so the query may have read garbage before. Thread-safe.
 *
 * @param file the mapped file
 * @param isTruncated a test whether the file is shorter than its mapping
 */
public record FileGuard(Path file, BooleanSupplier isTruncated) implements RecordedStream.Watch {
    public <E> Stream<E> guarded(Stream<E> stream) {
        return RecordedStream.watched(stream, this);
    }

    @Override
    public <R extends @Nullable Object> R answer(String operations, boolean isParallel, Supplier<R> terminal) {
        try {
            R result = terminal.get();
            reachPoint();
            if (isParallel
                    && isTruncated.getAsBoolean()) { // the error may have hit another thread, after its part was done
                throw new DataStoreException(message());
            }
            return result;
        } catch (InternalError e) {
            throw truncatedFile(e);
        } catch (RuntimeException e) {
            throw isTruncated.getAsBoolean() ? truncatedFile(e) : e; // garbage may have caused it
        }
    }

    /** Lets the JVM throw a pending error of this thread: it does so at the return of a native method. */
    private void reachPoint() {
        Thread.holdsLock(this);
    }

    @Override
    @SuppressWarnings("unchecked") // the proxy has the one interface that the operation returns
    public <R> R open(Supplier<R> terminal) {
        R opened = answer("", false, terminal);
        Class<?> kind = switch (opened) {
            case PrimitiveIterator.OfInt _ -> PrimitiveIterator.OfInt.class;
            case PrimitiveIterator.OfLong _ -> PrimitiveIterator.OfLong.class;
            case PrimitiveIterator.OfDouble _ -> PrimitiveIterator.OfDouble.class;
            case Iterator<?> _ -> Iterator.class;
            case Spliterator.OfInt _ -> Spliterator.OfInt.class;
            case Spliterator.OfLong _ -> Spliterator.OfLong.class;
            case Spliterator.OfDouble _ -> Spliterator.OfDouble.class;
            case Spliterator<?> _ -> Spliterator.class;
            default -> null;
        };
        return kind == null ? opened : (R) guarded(kind, opened);
    }

    private Object guarded(Class<?> kind, Object target) {
        return Proxy.newProxyInstance(FileGuard.class.getClassLoader(), new Class<?>[] {kind}, (_, method, args) -> {
            try {
                Object result = method.invoke(target, args);
                reachPoint();
                return result instanceof Spliterator<?> ? open(() -> result) : result; // a part of the spliterator
            } catch (InvocationTargetException e) {
                throw e.getCause() instanceof InternalError error ? truncatedFile(error) : e.getCause();
            } catch (InternalError e) {
                throw truncatedFile(e);
            }
        });
    }

    private DataStoreException truncatedFile(Throwable cause) {
        return new DataStoreException(message(), cause);
    }

    private String message() {
        return "The snapshot " + file
                + " was cut off while it was mapped, so this query has no result. Load from the database."
                + " Replace snapshots by moving a new file to their path, as save does, or open them with"
                + " OpenMode.COPIED.";
    }
}
