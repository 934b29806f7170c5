package org.speedwell.accelerator.lambda;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.model.TableId;

/**
 * The type of Speedment's tuples of entities, the elements of a join. The getters {@code get0} to {@code get9} return
 * entities, or {@code Optional}s of them. {@code getOrNull0} to {@code getOrNull9} return entities or null.
 * Thread-safe.
 */
public final class TupleCode extends ElementCode {
    private static final Map<Shape, TupleCode> CODES = new ConcurrentHashMap<>();
    private static final String TUPLES = "com.speedment.common.tuple.";
    private static final Pattern GETTER = Pattern.compile("get(OrNull)?(\\d)");

    private final Shape shape;

    /**
     * The shape of the tuples of one join.
     *
     * @param entities the entity types by table
     * @param isOptional true if getters return an {@code Optional}
     * @param nullable the tables whose entity may be absent; used only if getters return an {@code Optional}
     */
    private record Shape(List<EntityCode> entities, boolean isOptional, BitSet nullable) {}

    private TupleCode(Shape shape) {
        this.shape = shape;
    }

    /**
     * Returns the code of the tuples of a join.
     *
     * @param entities the entity types by table
     * @param isOptional true if getters return an {@code Optional}
     * @param nullable the tables whose entity may be absent; used only if getters return an {@code Optional}
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
    @Nullable
    EntityCode referenced(TableId<?> table) {
        for (EntityCode entity : shape.entities) {
            EntityCode referenced = entity.referenced(table);
            if (referenced != null) {
                return referenced;
            }
        }
        return null;
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
        Code entity = new Code.Entity(shape.entities.get(place), new Row.Element(index), "", shape.nullable.get(place));
        return shape.isOptional && getter.group(1) == null ? new Code.Maybe(Optional.class, entity) : entity;
    }
}
