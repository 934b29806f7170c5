package org.speedwell.accelerator.expr;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a set or list that never changes, such as that of {@code Set.of}, {@code Set.copyOf} or
 * {@code Stream.toList}. Two of them are equal if they have the same collection, which avoids comparing or hashing all
 * elements.
 */
public final class FixedElements {
    /** The class that encloses the unmodifiable collections of the JDK. A view of another collection is not among them. */
    private static final Class<?> OWNER = Set.of().getClass().getEnclosingClass();

    private final Collection<?> of;

    private FixedElements(Collection<?> of) {
        this.of = of;
    }

    /** Returns the elements of a set or list; null if the value is neither, or may change. */
    public static @Nullable FixedElements of(Object value) {
        return value instanceof Collection<?> elements
                        && value.getClass().getEnclosingClass() == OWNER
                        && elements.stream()
                                .allMatch(element -> element == null || PureMethod.isImmutable(element.getClass()))
                ? new FixedElements(elements)
                : null;
    }

    /** Returns the elements. They contain all values that equal them, and nothing else. */
    public Collection<?> values() {
        return of;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // as the class states
    public boolean equals(@Nullable Object other) {
        return other instanceof FixedElements elements && elements.of == of;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(of);
    }

    @Override
    public String toString() {
        return "a collection of " + of.size();
    }

    /** The test of whether elements contain a value, as {@code Collection.contains} defines it. */
    public record Contains() implements Callee {
        @Override
        public Kind kind() {
            return Kind.BOOLEAN;
        }

        @Override
        public boolean isPure() {
            return true;
        }

        @Override
        public boolean isTotalOfValues() {
            return true;
        }

        @Override
        @SuppressWarnings("NullAway") // the receiver may be null, as in Java
        public Object call(@Nullable Object[] arguments) {
            Object receiver = arguments[0];
            Collection<?> elements = receiver instanceof FixedElements fixed ? fixed.of : (Collection<?>) receiver;
            return elements.contains(arguments[1]);
        }

        @Override
        public String text(List<String> arguments) {
            return String.join(" contains ", arguments);
        }
    }
}
