package org.speedwell.accelerator.lambda;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The latest analysis of a function, or the reason why it failed. The cache repeats the analysis for other elements.
 * Thread-safe.
 */
final class CachedAnalysis<T> {
    private volatile @Nullable Entry<T> last;

    private record Entry<T>(
            ElementCode entity, @Nullable T read, @Nullable NotAnalyzableException opaque) {
        private static <T> Entry<T> of(ElementCode entity, Function<ElementCode, T> reading) {
            try {
                return new Entry<>(entity, reading.apply(entity), null);
            } catch (NotAnalyzableException e) {
                return new Entry<>(entity, null, e);
            } catch (RuntimeException | LinkageError e) {
                return new Entry<>(
                        entity, null, new NotAnalyzableException("cannot be read: " + e)); // so it may do anything
            }
        }
    }

    /**
     * Returns the cached analysis for these elements, or a new one. Throws {@link NotAnalyzableException} if the
     * analysis fails.
     */
    T of(ElementCode entity, Function<ElementCode, T> reading) {
        Entry<T> known = last;
        if (known == null || known.entity != entity) {
            known = Entry.of(entity, reading);
            last = known;
        }
        if (known.read == null) {
            throw known.opaque == null ? new NotAnalyzableException("was not analysed") : known.opaque;
        }
        return known.read;
    }

    void forget() {
        last = null;
    }
}
