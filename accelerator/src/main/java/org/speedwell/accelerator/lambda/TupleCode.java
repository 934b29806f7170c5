package org.speedwell.accelerator.lambda;

import java.lang.classfile.instruction.FieldInstruction;
import java.lang.reflect.RecordComponent;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.model.TableId;

/**
 * The type of tuples of entities, the elements of a join: Speedment's tuples, or records. The getters {@code get0} to {@code get9} return
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
     * @param nullable the tables whose entity may be absent
     * @param type the record class of the tuples; null for Speedment's tuples
     */
    private record Shape(
            List<EntityCode> entities,
            boolean isOptional,
            BitSet nullable,
            @Nullable Class<?> type) {}

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
                new Shape(List.copyOf(entities), isOptional, (BitSet) nullable.clone(), null), TupleCode::new);
    }

    /**
     * Returns the code of tuples that are records, with one component for each table.
     *
     * @param type the record class
     * @param entities the entity types by table
     * @param nullable the tables whose entity may be absent; its component is then null
     */
    public static TupleCode ofRecords(Class<?> type, List<EntityCode> entities, BitSet nullable) {
        return CODES.computeIfAbsent(
                new Shape(List.copyOf(entities), false, (BitSet) nullable.clone(), type), TupleCode::new);
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
        Stream<EntityCode> codes = shape.type == null
                ? shape.entities.stream()
                : Stream.concat(Stream.of(EntityCode.ofRecord(shape.type)), shape.entities.stream());
        return codes.map(EntityCode::refusal)
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
        return shape.type != null
                ? shape.type == type
                : type.getName().startsWith(TUPLES) && type.getSimpleName().startsWith("Tuple" + size());
    }

    @Override
    Code called(Code.Tuple tuple, Class<?> owner, String name) {
        if (shape.type != null) {
            return entity(tuple, component(owner, name));
        }
        Matcher getter = GETTER.matcher(name);
        int place = getter.matches() && owner.getName().startsWith(TUPLES) ? Integer.parseInt(getter.group(2)) : -1;
        if (place < 0 || place >= size()) {
            throw new NotAnalyzableException("calls " + owner.getSimpleName() + "." + name + ", which is not known");
        }
        Code entity = entity(tuple, place);
        return shape.isOptional && getter.group(1) == null ? new Code.Maybe(Optional.class, entity) : entity;
    }

    private Code entity(Code.Tuple tuple, int place) {
        return shape.entities.get(place).object(new Row.Element(tuple.first() + place), shape.nullable.get(place));
    }

    /** Returns the index of the component that an accessor of a record returns. */
    private static int component(Class<?> owner, String name) {
        RecordComponent[] components = owner.getRecordComponents();
        for (int place = 0; place < components.length; place++) {
            if (components[place].getName().equals(name) && isPlain(components[place])) {
                return place;
            }
        }
        throw new NotAnalyzableException("calls " + owner.getSimpleName() + "." + name + ", which is not known");
    }

    /** Returns whether an accessor only returns its component. */
    private static boolean isPlain(RecordComponent component) {
        MethodCode accessor = ClassCode.of(component.getDeclaringRecord())
                .method(component.getName(), ClassCode.descriptor(component.getAccessor()));
        return accessor != null
                && accessor.instructions.size() == 3
                && accessor.instructions.get(1) instanceof FieldInstruction read
                && read.name().equalsString(component.getName());
    }
}
