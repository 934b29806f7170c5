package org.speedwell.accelerator.expression;

import com.speedment.runtime.field.ReferenceField;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import org.speedwell.accelerator.text.TextPattern;

/**
 * A predicate that tests whether the text of a field matches a pattern. If the text is null, neither the predicate nor
 * its negation holds. Immutable.
 */
public record Like<E>(ReferenceField<E, ?, String> field, TextPattern pattern, boolean isNegated)
        implements SpeedmentPredicate<E> {
    @Override
    public boolean applyAsBoolean(E entity) {
        String text = field.get(entity);
        return text != null && pattern.matches(text) != isNegated;
    }

    @Override
    public SpeedmentPredicate<E> negate() {
        return new Like<>(field, pattern, !isNegated);
    }

    @Override
    public String toString() {
        return field.identifier().getColumnId() + (isNegated ? " not" : "") + " like " + pattern;
    }
}
