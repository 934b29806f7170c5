package org.speedwell.generator;

import static java.util.stream.Collectors.joining;

import com.speedment.common.codegen.constant.DefaultAnnotationUsage;
import com.speedment.common.codegen.constant.SimpleParameterizedType;
import com.speedment.common.codegen.model.Class;
import com.speedment.common.codegen.model.Constructor;
import com.speedment.common.codegen.model.Field;
import com.speedment.common.codegen.model.File;
import com.speedment.common.codegen.model.Method;
import com.speedment.common.injector.Injector;
import com.speedment.generator.translator.AbstractEntityAndManagerTranslator;
import com.speedment.runtime.config.Column;
import com.speedment.runtime.config.Table;
import com.speedment.runtime.config.identifier.ColumnIdentifier;
import java.lang.reflect.Type;
import java.util.List;
import org.speedwell.generator.runtime.ColumnValues;
import org.speedwell.generator.runtime.EntityReader;

/**
 * A translator that writes the {@link EntityReader} of a table. The generated code uses full names for classes of
 * Speedment and Speedwell, and casts to none of them. A table may have the name of any class, so a short name could be
 * ambiguous.
 */
final class EntityReaderTranslator extends AbstractEntityAndManagerTranslator<Class> {
    /** The number of columns per generated method. The JVM does not compile methods that are much longer. */
    private static final int MAX_COLUMNS = 100;

    private static final String PARAMETERS = "(entity, columns, row);";

    EntityReaderTranslator(Injector injector, Table table) {
        super(injector, table, Class::of);
    }

    @Override
    protected Class makeCodeGenModel(File file) {
        return newBuilder(file, getClassOrInterfaceName())
                .forEveryTable((reader, table) -> write(reader))
                .build();
    }

    private void write(Class reader) {
        Type entity = getSupport().entityType();
        List<? extends Column> columns = columns().toList();
        reader.public_()
                .final_()
                .add(SimpleParameterizedType.create(EntityReader.class, entity))
                .add(Constructor.of().public_())
                .add(columnsMethod(columns));
        Method read = readMethod("read").public_().add(DefaultAnnotationUsage.OVERRIDE);
        if (columns.size() <= MAX_COLUMNS) {
            addColumns(read, columns, 0, columns.size());
            reader.add(read);
            return;
        }
        for (int from = 0; from < columns.size(); from += MAX_COLUMNS) {
            String part = "readFrom" + from;
            read.add(part + PARAMETERS);
            reader.add(addColumns(
                    readMethod(part).private_().static_(),
                    columns,
                    from,
                    Math.min(from + MAX_COLUMNS, columns.size())));
        }
        reader.add(read);
    }

    private Method columnsMethod(List<? extends Column> columns) {
        Type identifier = SimpleParameterizedType.create(
                ColumnIdentifier.class, getSupport().entityType());
        return Method.of("columns", SimpleParameterizedType.create(List.class, identifier))
                .public_()
                .add(DefaultAnnotationUsage.OVERRIDE)
                .add(columns.stream()
                        .map(column -> getSupport().generatedEntityName() + ".Identifier."
                                + getSupport().namer().javaStaticFieldName(column.getJavaName()))
                        .collect(joining(", ", "return java.util.List.of(", ");")));
    }

    private Method readMethod(String name) {
        return Method.of(name, void.class)
                .add(Field.of("entity", getSupport().entityType()))
                .add(Field.of("columns[]", ColumnValues.class))
                .add(Field.of("row", int.class));
    }

    /**
     * Adds one statement for each column. The test for a complete column makes the method smaller for the JIT compiler:
     * it omits the test of the row if the column has always been complete. The compiler inlines only up to a limit.
     */
    private Method addColumns(Method read, List<? extends Column> columns, int from, int to) {
        for (int place = from; place < to; place++) {
            Column column = columns.get(place);
            String of = "columns[" + place + "]";
            read.add("if (" + of + ".isComplete() || " + of + ".has(row)) entity." + SETTER_METHOD_PREFIX
                    + getSupport().typeName(column) + "(" + value(of, column) + ");");
        }
        return read;
    }

    /**
     * Returns the expression that reads a column. For values that are not numbers, the setter's parameter determines
     * the class.
     */
    private String value(String of, Column column) {
        Type type = typeMappers().get(column).getJavaType(column);
        if (type == long.class || type == int.class || type == short.class || type == byte.class) {
            return "(" + type.getTypeName() + ") " + of + ".longAt(row)";
        }
        if (type == double.class || type == float.class) {
            return "(" + type.getTypeName() + ") " + of + ".doubleAt(row)";
        }
        return of + ".at(row)";
    }

    @Override
    protected String getJavadocRepresentText() {
        return "Reads rows into entities of {@link " + getSupport().entityType().getTypeName() + "}.";
    }

    @Override
    protected String getClassOrInterfaceName() {
        return "Generated" + getSupport().typeName() + "EntityReader";
    }

    @Override
    public boolean isInGeneratedPackage() {
        return true;
    }
}
