package org.speedwell.accelerator.query;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A value of the row that a foreign key refers to, as a function of the referring row, from {@link Reference#get} or
 * {@link Reference#map}. An in-memory stream reads it from columns. It is null if there is no such row. Immutable and
 * thread-safe.
 *
 * @param <E> the entity that refers
 * @param <V> the type of the value
 */
public interface ReferencedField<E, V> extends Function<E, @Nullable V> {}
