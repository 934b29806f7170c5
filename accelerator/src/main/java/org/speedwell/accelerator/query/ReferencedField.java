package org.speedwell.accelerator.query;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A field of the row that a foreign key names, as {@link Reference#get} gives it: a function of the row that refers, which
 * in memory is read from columns. It gives null where there is no such row. Immutable and thread-safe.
 *
 * @param <E> the entity that refers
 * @param <V> what the field holds
 */
public interface ReferencedField<E, V> extends Function<E, @Nullable V> {}
