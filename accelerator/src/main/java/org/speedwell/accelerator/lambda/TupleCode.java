package org.speedwell.accelerator.lambda;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Speedment's tuples of entities, as the elements of a join. Their getters {@code get0} to {@code get9} give entities, or
 * {@code Optional}s of them, and {@code getOrNull0} to {@code getOrNull9} give entities or null. Thread-safe.
 */
public final class TupleCode extends ElementCode {
    private static final Map<Shape, TupleCode> CODES = new ConcurrentHashMap<>();
    private static final String TUPLES = "com.speedment.common.tuple.";
    private static final Pattern GETTER = Pattern.compile("get(OrNull)?(\\d)");

    private final Shape shape;

    /**
     * What is known of the tuples of one join.
     *
     * @param entities by table
     * @param isOptional whether getters give an {@code Optional}
     * @param nullable the tables of which a tuple may have no entity; only where getters give an {@code Optional}
     */
    private record Shape(List<EntityCode> entities, boolean isOptional, BitSet nullable) {}

    private TupleCode(Shape shape) {
        this.shape = shape;
    }

    /**
     * Returns the code of the tuples of a join.
     *
     * @param entities by table
     * @param isOptional whether getters give an {@code Optional}
     * @param nullable the tables of which a tuple may have no entity; only where getters give an {@code Optional}
     */
    public static TupleCode of(List<EntityCode> entities, boolean isOptional, BitSet nullable) {
        return CODES.computeIfAbsent(
                new Shape(List.copyOf(entities), isOptional, (BitSet) nullable.clone()), TupleCode::new);
    }

    @Override
    int size() {
        return shape.entities.size();
    }

    @Override
    Code element(int index) {
        return new Code.Tuple(index * size());
    }

    @Override
    @Nullable
    NotAnalyzableException refusal() {
        return shape.entities.stream()
                .map(EntityCode::refusal)
                .filter(refusal -> refusal != null)
                .findFirst()
                .orElse(null);
    }

    @Override
    EntityCode entity(Code.Element of) {
        return shape.entities.get(of.index() % size());
    }

    @Override
    boolean isTuple(Class<?> type) {
        return type.getName().startsWith(TUPLES) && type.getSimpleName().startsWith("Tuple" + size());
    }

    @Override
    Code called(Code.Tuple tuple, Class<?> owner, String name) {
        Matcher getter = GETTER.matcher(name);
        int place = getter.matches() && owner.getName().startsWith(TUPLES) ? Integer.parseInt(getter.group(2)) : -1;
        if (place < 0 || place >= size()) {
            throw new NotAnalyzableException("calls " + owner.getSimpleName() + "." + name + ", which is not known");
        }
        int index = tuple.first() + place;
        Code entity = shape.nullable.get(place) ? new Code.Joined(index) : new Code.Element(index);
        return shape.isOptional && getter.group(1) == null ? new Code.Maybe(Optional.class, entity) : entity;
    }
}
