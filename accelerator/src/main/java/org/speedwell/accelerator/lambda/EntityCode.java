package org.speedwell.accelerator.lambda;

import java.lang.classfile.Instruction;
import java.lang.classfile.Opcode;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
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
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;

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

    private static final Set<Class<?>> KEY_TYPES =
            Set.of(int.class, Integer.class, long.class, Long.class, short.class, Short.class, String.class);

    private final Class<?> type;

    /** The columns, by instance field. A field of an object inside the entity comes after the path to the object. */
    private final Map<String, String> columns;

    /** The sources of the instance fields; null if setters fill them. Then a field without a column has no value. */
    private final @Nullable Map<String, FieldSource> sources;

    /** The classes of the objects inside the entity, by instance field. */
    private final Map<String, EntityCode> embedded;

    private final @Nullable NotAnalyzableException refusal;

    /** The tables that these entities reference directly. */
    private final Set<TableId<?>> references;

    /** The classes of the entities that these entities reference, directly or not; empty for tables not in memory. */
    private final Map<TableId<?>, Optional<EntityCode>> referenced;

    /** The classes of the entities, if a column determines that of each row; null if all have the same class. */
    private final @Nullable EntityVariants variants;

    /** True if the code reads columns by their names. Fields of several classes may have the same name. */
    private final boolean isVariant;

    /** The latest code with its references. */
    private volatile @Nullable EntityCode linked;

    private EntityCode(Class<?> type, Consumer<EntityCode> columnsReader) {
        this.type = type;
        this.variants = null;
        this.isVariant = false;
        this.columns = new HashMap<>();
        this.sources = null;
        this.embedded = Map.of();
        this.references = Set.of();
        this.referenced = Map.of();
        this.refusal = refusal(() -> columnsReader.accept(this));
    }

    /**
     * Creates the code of one class.
     *
     * @param isVariant true if the rows of the table have several classes
     */
    EntityCode(Class<?> type, Map<String, FieldSource> sources, boolean isVariant) {
        this.type = type;
        this.variants = null;
        this.isVariant = isVariant;
        this.columns = new HashMap<>();
        this.sources = Map.copyOf(sources);
        this.embedded = new HashMap<>();
        this.references = new HashSet<>();
        this.referenced = Map.of();
        this.sources.forEach(this::readSource);
        this.refusal = refusal(this::requireFields);
    }

    private EntityCode(Class<?> type, EntityVariants variants) {
        this.type = type;
        this.variants = variants;
        this.isVariant = false;
        this.columns = Map.of();
        this.sources = Map.of();
        this.embedded = Map.of();
        this.references = variants.codes().values().stream()
                .flatMap(code -> code.references.stream())
                .collect(Collectors.toUnmodifiableSet());
        this.referenced = Map.of();
        this.refusal = variants.refusal();
    }

    private EntityCode(EntityCode of, Map<TableId<?>, Optional<EntityCode>> referenced) {
        this.type = of.type;
        this.variants = of.variants;
        this.isVariant = of.isVariant;
        this.columns = of.columns;
        this.sources = of.sources;
        this.embedded = of.embedded;
        this.references = of.references;
        this.refusal = of.refusal;
        this.referenced = referenced;
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

    /**
     * Returns the code of entities whose instance fields are written directly, or of records. Every field of the map is
     * always written, also with null. Other fields have unknown values, so that functions that read them are opaque.
     *
     * @param type the exact class of the entities
     * @param fields the sources of the instance fields by their names, those of superclasses included
     */
    public static EntityCode ofFields(Class<?> type, Map<String, FieldSource> fields) {
        return new EntityCode(type, fields, false);
    }

    /**
     * Returns the code of entities of several classes. The value of a column determines the class of each row.
     *
     * @param type the superclass of all classes
     * @param discriminator the name of the column, whose values are texts
     * @param variants the classes, at least one
     */
    public static EntityCode ofVariants(Class<?> type, String discriminator, List<EntityVariant> variants) {
        return new EntityCode(type, EntityVariants.of(discriminator, variants));
    }

    /** Returns the exact class of the entities, or their superclass if they have several classes. */
    public Class<?> type() {
        return type;
    }

    /**
     * Returns the columns by instance field. The fields of an object inside the entity come after the path to it, as in
     * {@code price.amount}.
     */
    public Map<String, String> columns() {
        return Collections.unmodifiableMap(columns);
    }

    /**
     * Returns whether two entities always differ if their keys differ. Entities whose fields are written directly differ
     * by identity, unless their class says otherwise.
     *
     * @param key the columns of the primary key
     */
    public boolean areDistinct(Collection<String> key) {
        if (sources == null) {
            return true;
        }
        if (variants != null) {
            return variants.codes().values().stream().allMatch(code -> code.areDistinct(key));
        }
        if (type.isRecord()) {
            MethodCode equals = ClassCode.of(type).method("equals", "(Ljava/lang/Object;)Z");
            return equals != null
                    && equals.instructions.stream().anyMatch(InvokeDynamicInstruction.class::isInstance)
                    && columns.values().containsAll(key);
        }
        try {
            return type.getMethod("equals", Object.class).getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e); // every class has this method
        }
    }

    /**
     * Returns this code together with the classes of the entities that these entities reference. Analyses belong to the
     * result. It is the same object as long as the classes are the same.
     *
     * @param codes returns the code of a table's entities; null if the table is not in memory, or the code is unknown
     */
    public EntityCode linked(Function<TableId<?>, @Nullable EntityCode> codes) {
        if (references.isEmpty()) {
            return this;
        }
        EntityCode known = linked;
        if (known == null || !known.isLinkedTo(codes)) {
            Map<TableId<?>, Optional<EntityCode>> all = new HashMap<>();
            link(references, codes, all);
            known = new EntityCode(this, all);
            linked = known;
        }
        return known;
    }

    @SuppressWarnings("ReferenceEquality") // each table has one object
    private boolean isLinkedTo(Function<TableId<?>, @Nullable EntityCode> codes) {
        for (Map.Entry<TableId<?>, Optional<EntityCode>> entry : referenced.entrySet()) {
            if (entry.getValue().orElse(null) != codes.apply(entry.getKey())) {
                return false;
            }
        }
        return true;
    }

    private static void link(
            Set<TableId<?>> tables,
            Function<TableId<?>, @Nullable EntityCode> codes,
            Map<TableId<?>, Optional<EntityCode>> into) {
        for (TableId<?> table : tables) {
            if (!into.containsKey(table)) {
                EntityCode code = codes.apply(table);
                into.put(table, Optional.ofNullable(code));
                link(code == null ? Set.of() : code.references, codes, into);
            }
        }
    }

    @Override
    @Nullable
    EntityCode referenced(TableId<?> table) {
        return referenced.getOrDefault(table, Optional.empty()).orElse(null);
    }

    /**
     * Returns the value of an instance field of an object of this class.
     *
     * @param of the object, which is not null
     * @param declared the declared type of the field
     * @param elements finds the classes of referenced entities
     */
    Code field(Code.Entity of, String name, Class<?> declared, ElementCode elements) {
        if (refusal != null) {
            throw refusal;
        }
        if (sources == null) {
            return new Code.Read(of.row(), of.path() + name, declared);
        }
        return switch (sources.get(name)) {
            case FieldSource.Column column -> {
                Class<?> inner = column.optional();
                yield inner == null
                        ? read(of, name, column.column(), declared)
                        : new Code.Maybe(Optional.class, read(of, name, column.column(), inner));
            }
            case FieldSource.Embedded object ->
                new Code.Entity(
                        Objects.requireNonNull(embedded.get(name)),
                        of.row(),
                        of.path() + name + ".",
                        object.isNullable());
            case FieldSource.Reference reference -> {
                EntityCode code = elements.referenced(reference.table());
                if (code == null) {
                    throw new NotAnalyzableException("follows " + type.getSimpleName() + "." + name + " to table "
                            + reference.table() + ", which is not in memory");
                }
                yield code.object(row(of.row(), reference), true);
            }
            case null ->
                throw new NotAnalyzableException(
                        "reads " + type.getSimpleName() + "." + name + ", which is not a column or a reference");
        };
    }

    private Code.Read read(Code.Entity of, String name, String column, Class<?> type) {
        ColumnId key = KEY_TYPES.contains(type) ? foreignKey(of.row(), column) : null;
        return key == null
                ? new Code.Read(of.row(), id(of, name, column), type)
                : new Code.Read(((Row.Referenced) of.row()).from(), key, type);
    }

    private Object id(Code.Entity of, String name, String column) {
        return isVariant ? ColumnId.of(column) : of.path() + name;
    }

    private static Row.Referenced row(Row from, FieldSource.Reference reference) {
        return new Row.Referenced(from, ids(reference.foreignKey()), ids(reference.key()), reference.table());
    }

    private static List<ColumnId> ids(List<String> columns) {
        return columns.stream().map(ColumnId::of).toList();
    }

    /**
     * Returns the column of a foreign key that has the same value as a column of the row that it references. Returns
     * null if the column is not part of the key.
     */
    private static @Nullable ColumnId foreignKey(Row row, String column) {
        int place = row instanceof Row.Referenced referenced ? referenced.key().indexOf(ColumnId.of(column)) : -1;
        return place < 0 ? null : (ColumnId) ((Row.Referenced) row).foreignKey().get(place);
    }

    /** Returns the reads of all columns of an object. */
    Stream<Code.Read> reads(Code.Entity of) {
        return Objects.requireNonNull(sources).entrySet().stream().flatMap(entry -> {
            String name = entry.getKey();
            return switch (entry.getValue()) {
                case FieldSource.Column column ->
                    Stream.of(new Code.Read(of.row(), id(of, name, column.column()), Object.class));
                case FieldSource.Embedded object -> {
                    EntityCode code = Objects.requireNonNull(embedded.get(name));
                    yield code.reads(new Code.Entity(code, of.row(), of.path() + name + ".", object.isNullable()));
                }
                case FieldSource.Reference reference ->
                    row(of.row(), reference).foreignKey().stream().map(id -> new Code.Read(of.row(), id, Object.class));
            };
        });
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
        return object(new Row.Element(index), false);
    }

    /**
     * Returns the entity of a row. If the entities have several classes, it is a choice between them.
     *
     * @param isNullable true if the entity may be null
     */
    Code object(Row row, boolean isNullable) {
        Code.Entity entity = new Code.Entity(this, row, "", isNullable);
        if (variants == null) {
            return entity;
        }
        Code present = variants.in(row);
        return isNullable ? Code.choice(Code.isNull(entity), Code.NULL, present) : present;
    }

    /** Returns whether the entities have several classes. */
    boolean hasVariants() {
        return variants != null;
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
                return !method.isStatic && !isHidden(owner.getSuperclass(), name, descriptor, method.isPublic)
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

    /**
     * Returns whether a class or its superclasses have a method that a method of a subclass may not override.
     *
     * @param isPublic true if the method of the subclass is public; it then overrides all public methods
     */
    private static boolean isHidden(@Nullable Class<?> from, String name, String descriptor, boolean isPublic) {
        for (Class<?> owner = from; owner != null && owner != Object.class; owner = owner.getSuperclass()) {
            MethodCode method = ClassCode.of(owner).method(name, descriptor);
            if (method != null && !(isPublic && method.isPublic)) {
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
    }

    private void readSource(String field, FieldSource source) {
        switch (source) {
            case FieldSource.Column column -> columns.put(field, column.column());
            case FieldSource.Embedded object -> {
                EntityCode code = new EntityCode(object.type(), object.fields(), isVariant);
                embedded.put(field, code);
                code.columns.forEach((inner, column) -> columns.put(field + "." + inner, column));
                references.addAll(code.references);
            }
            case FieldSource.Reference reference -> references.add(reference.table());
        }
    }

    /** Requires that a name of a field denotes one field, and that a record stores its arguments unchanged. */
    private void requireFields() {
        if (type.isRecord()) {
            readComponents();
        } else {
            requireDistinctFields();
        }
    }

    private void requireKnown(String column) {
        if (!columns.containsValue(column)) {
            throw new NotAnalyzableException(
                    "is on " + type.getSimpleName() + ", whose column " + column + " is set in an unknown way");
        }
    }

    private void requireEmptyConstructors() {
        for (Class<?> owner = type; owner != Object.class && owner != null; owner = owner.getSuperclass()) {
            requireEmptyConstructor(owner);
        }
        requireDistinctFields();
    }

    private void requireDistinctFields() {
        Set<String> names = new HashSet<>();
        for (Class<?> owner = type; owner != Object.class && owner != null; owner = owner.getSuperclass()) {
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
            if (sources == null) {
                columns.put(component.getName(), component.getName());
            }
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

    /** Returns the instance field to which a setter assigns its argument, if it does nothing else; null otherwise. */
    public static @Nullable String fieldSet(Method setter) {
        try {
            MethodCode code =
                    ClassCode.of(setter.getDeclaringClass()).method(setter.getName(), ClassCode.descriptor(setter));
            return code == null ? null : fieldSet(code);
        } catch (NotAnalyzableException e) {
            return null;
        }
    }

    private void readSetter(String column, Code.Function setter) {
        DirectMethodHandleDesc method = setter.implementation();
        MethodCode code = method(method.methodName(), method.lookupDescriptor());
        String field = code == null ? null : fieldSet(code);
        String other = field == null ? null : columns.put(field, column);
        if (other != null && !other.equals(column)) {
            throw new NotAnalyzableException("is on " + type.getSimpleName() + ", where columns share a field");
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
