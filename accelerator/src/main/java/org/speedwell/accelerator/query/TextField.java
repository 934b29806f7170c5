package org.speedwell.accelerator.query;

import java.util.function.Predicate;
import org.speedwell.accelerator.MemoryStore;

/**
 * A {@link Field} of texts. A null value starts with, ends with and contains nothing. Create it with {@link
 * MemoryStore#text}. Immutable and thread-safe.
 */
public interface TextField<E> extends Field<E, String> {
    Predicate<E> startsWith(String prefix);

    Predicate<E> endsWith(String suffix);

    Predicate<E> contains(String part);

    /** Returns a predicate: the value equals a text, if both are in lower case. */
    Predicate<E> equalIgnoreCase(String text);

    /** Returns a predicate: the value starts with a text, if both are in lower case. */
    Predicate<E> startsWithIgnoreCase(String prefix);

    /** Returns a predicate: the value ends with a text, if both are in lower case. */
    Predicate<E> endsWithIgnoreCase(String suffix);

    /** Returns a predicate: the value contains a text, if both are in lower case. */
    Predicate<E> containsIgnoreCase(String part);

    /** Returns a predicate: the value is not null, and has no characters. */
    Predicate<E> isEmpty();
}
