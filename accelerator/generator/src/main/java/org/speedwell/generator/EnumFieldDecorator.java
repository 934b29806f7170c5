package org.speedwell.generator;

import static com.speedment.common.codegen.util.Formatting.stripGenerics;

import com.speedment.common.codegen.model.Interface;
import com.speedment.common.codegen.model.value.InvocationValue;
import com.speedment.generator.translator.JavaClassTranslator;
import com.speedment.generator.translator.Translator.Phase;
import com.speedment.generator.translator.TranslatorDecorator;
import com.speedment.runtime.config.Table;
import com.speedment.runtime.field.EnumField;
import org.speedwell.generator.runtime.DirectEnumField;

/**
 * A decorator that makes generated code create enum fields as {@link DirectEnumField}. The constants keep their
 * declared type.
 */
final class EnumFieldDecorator implements TranslatorDecorator<Table, Interface> {
    /** Registers the change as late as possible, because other components create enum fields in the last phase, too. */
    @Override
    public void apply(JavaClassTranslator<Table, Interface> translator) {
        translator.onMake((file, builder) -> builder.forEveryTable(
                Phase.PRE_MAKE,
                (entity, table) -> builder.forEveryTable(Phase.POST_MAKE, (made, same) -> decorate(made))));
    }

    private static void decorate(Interface entity) {
        entity.getFields()
                .forEach(field -> field.getValue()
                        .filter(InvocationValue.class::isInstance)
                        .map(InvocationValue.class::cast)
                        .filter(value ->
                                stripGenerics(value.getType().getTypeName()).equals(EnumField.class.getName()))
                        .ifPresent(value -> value.set(DirectEnumField.class)));
    }
}
