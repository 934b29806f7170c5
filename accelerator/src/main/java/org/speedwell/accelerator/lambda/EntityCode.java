package org.speedwell.accelerator.lambda;

import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LoadInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The class of a table's entities: the computations of its methods, and the column of each instance field. It finds a
 * method in the exact class of the entities, so it respects overriding. Thread-safe.
 */
public final class EntityCode extends ElementCode {
    private static final ClassValue<Map<Class<?>, EntityCode>> CODES = new ClassValue<>() {
        @Override
        protected Map<Class<?>, EntityCode> computeValue(Class<?> type) {
            return new ConcurrentHashMap<>();
        }
    };

    private final Class<?> type;
    private final Map<String, String> columns = new HashMap<>();
    private final @Nullable NotAnalyzableException refusal;

    private EntityCode(Class<?> type, Consumer<EntityCode> columnsReader) {
        this.type = type;
        this.refusal = refusal(() -> columnsReader.accept(this));
    }

    /**
     * Returns the code of an entity class.
     *
     * @param type the exact class of the entities
     * @param identifiers the enum of the columns' identifiers; its enclosing class has the static Speedment fields
     */
    public static EntityCode of(Class<?> type, Class<?> identifiers) {
        return CODES.get(type).computeIfAbsent(identifiers, key -> new EntityCode(type, code -> code.readColumns(key)));
    }

    /**
     * Returns the code of entities that are records. Each column has the name of its record component.
     *
     * @param type the exact class of the entities
     */
    public static EntityCode ofRecord(Class<?> type) {
        return CODES.get(type).computeIfAbsent(type, _ -> new EntityCode(type, EntityCode::readComponents));
    }

    /**
     * Returns the code of entities whose fields setters fill.
     *
     * @param type the exact class of the entities
     * @param setters the setters by column name; the caller {@linkplain Functions#recognizeLast identified} each before
     */
    public static EntityCode ofSetters(Class<?> type, Map<String, Object> setters) {
        return new EntityCode(type, code -> code.readSetters(setters));
    }

    Class<?> type() {
        return type;
    }

    /** Returns the instance field that the setter of a column assigns; null if the column has no known setter. */
    public @Nullable String fieldOf(String identifier) {
        return columns.get(identifier);
    }

    @Override
    @Nullable
    NotAnalyzableException refusal() {
        return refusal;
    }

    @Override
    int size() {
        return 1;
    }

    @Override
    Code element(int index) {
        return new Code.Element(index);
    }

    @Override
    EntityCode entity(Code.Element of) {
        return this;
    }

    @Override
    boolean isTuple(Class<?> of) {
        return false;
    }

    @Override
    Code called(Code.Tuple tuple, Class<?> owner, String name) {
        throw new IllegalStateException("An entity is not a tuple: " + owner);
    }

    /** Returns the method that a call runs; null if it is unknown. */
    @Nullable
    MethodCode method(String name, String descriptor) {
        for (Class<?> owner = type; owner != null && owner != Object.class; owner = owner.getSuperclass()) {
            MethodCode method = ClassCode.of(owner).method(name, descriptor);
            if (method != null) {
                return method.isPublic && !method.isStatic && !isHidden(owner.getSuperclass(), name, descriptor)
                        ? method
                        : null; // the call may run another method of this name
            }
        }
        for (Method method : type.getMethods()) {
            if (method.isDefault()
                    && method.getName().equals(name)
                    && ClassCode.descriptor(method).equals(descriptor)) {
                return ClassCode.of(method.getDeclaringClass()).method(name, descriptor);
            }
        }
        return null;
    }

    private static boolean isHidden(@Nullable Class<?> from, String name, String descriptor) {
        for (Class<?> owner = from; owner != null && owner != Object.class; owner = owner.getSuperclass()) {
            MethodCode method = ClassCode.of(owner).method(name, descriptor);
            if (method != null && !method.isPublic) {
                return true;
            }
        }
        return false;
    }

    /**
     * Runs an analysis. Returns why it failed; null if it succeeded. The values of the fields are certain only if no
     * other code sets them.
     */
    private static @Nullable NotAnalyzableException refusal(Runnable reading) {
        try {
            reading.run();
            return null;
        } catch (NotAnalyzableException e) {
            return e;
        } catch (RuntimeException | LinkageError e) {
            return new NotAnalyzableException("is on an entity whose class cannot be read: " + e);
        }
    }

    private void readColumns(Class<?> identifiers) {
        requireEmptyConstructors();
        ClassCode.of(identifiers.getEnclosingClass()).constants().values().forEach(this::readColumn);
        for (Object identifier : identifiers.getEnumConstants()) {
            requireKnown(((Enum<?>) identifier).name());
        }
        requireFieldsOfTheirOwn();
    }

    private void readSetters(Map<String, Object> setters) {
        requireEmptyConstructors();
        setters.forEach((column, setter) -> {
            LambdaClass lambda = LambdaClass.of(setter.getClass());
            if (lambda != null && lambda.isSearched() && lambda.origin() instanceof Code.Function function) {
                readSetter(column, function);
            }
            requireKnown(column);
        });
        requireFieldsOfTheirOwn();
    }

    private void requireKnown(String column) {
        if (!columns.containsKey(column)) {
            throw new NotAnalyzableException(
                    "is on " + type.getSimpleName() + ", whose column " + column + " is set in an unknown way");
        }
    }

    private void requireFieldsOfTheirOwn() {
        if (new HashSet<>(columns.values()).size() < columns.size()) {
            throw new NotAnalyzableException("is on " + type.getSimpleName() + ", where columns share a field");
        }
    }

    private void requireEmptyConstructors() {
        Set<String> names = new HashSet<>();
        for (Class<?> owner = type; owner != Object.class && owner != null; owner = owner.getSuperclass()) {
            requireEmptyConstructor(owner);
            for (Field field : owner.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !names.add(field.getName())) {
                    throw new NotAnalyzableException(
                            "is on " + type.getSimpleName() + ", which has two fields " + field.getName());
                }
            }
        }
    }

    /** Reads a record, whose constructor must store its arguments in the fields unchanged. */
    private void readComponents() {
        List<RecordComponent> components = List.of(type.getRecordComponents());
        MethodTypeDesc made = MethodTypeDesc.of(
                ConstantDescs.CD_void,
                components.stream()
                        .map(component ->
                                ClassDesc.ofDescriptor(component.getType().descriptorString()))
                        .toList());
        MethodCode constructor = ClassCode.of(type).method(ConstantDescs.INIT_NAME, made.descriptorString());
        List<Instruction> code = constructor == null ? List.of() : constructor.instructions;
        int slot = 1;
        int next = 2; // after the call of the superclass's constructor
        for (RecordComponent component : components) {
            FieldInstruction put = put(code, next, slot);
            if (put == null || !put.name().equalsString(component.getName())) {
                throw unknownConstructor(type);
            }
            columns.put(component.getName(), component.getName());
            slot += component.getType() == long.class || component.getType() == double.class ? 2 : 1;
            next += 3;
        }
        if (code.size() != next + 1) {
            throw unknownConstructor(type);
        }
    }

    private static NotAnalyzableException unknownConstructor(Class<?> of) {
        return new NotAnalyzableException("is on " + of.getSimpleName() + ", whose constructor runs unknown code");
    }

    /**
     * Returns the last of three instructions that store a local variable in a field of this object; null for other
     * code.
     */
    private static @Nullable FieldInstruction put(List<Instruction> code, int at, int slot) {
        return at + 2 < code.size()
                        && code.get(at) instanceof LoadInstruction self
                        && self.slot() == 0
                        && code.get(at + 1) instanceof LoadInstruction value
                        && value.slot() == slot
                        && code.get(at + 2) instanceof FieldInstruction put
                        && put.opcode() == Opcode.PUTFIELD
                ? put
                : null;
    }

    /** Reads the identifier and the setter of {@code StringField.create(Identifier.TITLE, getter, setter, …)}. */
    private void readColumn(Code made) {
        if (made instanceof Code.Call call
                && call.arguments().size() > 2
                && call.arguments().getFirst() instanceof Code.Static identifier
                && call.arguments().get(2) instanceof Code.Function setter
                && identifier.owner().isEnum()) {
            readSetter(identifier.name(), setter);
        }
    }

    private void readSetter(String column, Code.Function setter) {
        DirectMethodHandleDesc method = setter.implementation();
        MethodCode code = method(method.methodName(), method.lookupDescriptor());
        String field = code == null ? null : fieldSet(code);
        if (field != null) {
            columns.put(column, field);
        }
    }

    /**
     * Returns the field to which a setter assigns its argument, if it returns nothing or the entity; null otherwise.
     */
    private static @Nullable String fieldSet(MethodCode setter) {
        List<Instruction> code = setter.instructions;
        boolean isVoid = code.size() == 4 && code.get(3).opcode() == Opcode.RETURN;
        boolean isFluent = code.size() == 5
                && code.get(3) instanceof LoadInstruction self
                && self.slot() == 0
                && code.get(4) instanceof ReturnInstruction;
        return (isVoid || isFluent)
                        && !setter.isSynchronized
                        && put(code, 0, 1) instanceof FieldInstruction field
                        && field.type()
                                .equalsString(setter.type.parameterType(0).descriptorString())
                ? field.name().stringValue()
                : null;
    }

    /**
     * Requires a constructor that only calls the one of the superclass. Then a field that no column sets has Java's
     * default value.
     */
    private static void requireEmptyConstructor(Class<?> owner) {
        MethodCode constructor = ClassCode.of(owner).method(ConstantDescs.INIT_NAME, "()V");
        boolean isEmpty = constructor != null
                && constructor.instructions.size() == 3
                && constructor.instructions.get(1) instanceof InvokeInstruction call
                && call.opcode() == Opcode.INVOKESPECIAL
                && call.name().equalsString(ConstantDescs.INIT_NAME)
                && call.type().equalsString("()V");
        if (!isEmpty) {
            throw unknownConstructor(owner);
        }
    }
}
