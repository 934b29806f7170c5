package org.speedwell.generator;

import static com.speedment.common.injector.State.INITIALIZED;
import static com.speedment.common.injector.State.RESOLVED;

import com.speedment.common.codegen.model.Class;
import com.speedment.common.codegen.model.Interface;
import com.speedment.common.injector.annotation.ExecuteBefore;
import com.speedment.common.injector.annotation.InjectKey;
import com.speedment.common.injector.annotation.WithState;
import com.speedment.generator.translator.component.CodeGenerationComponent;
import com.speedment.runtime.config.Table;

/**
 * A component of Speedment's Maven plug-in. It generates a row reader for each entity, and enum fields that do not go
 * through all constants to create a predicate.
 */
@InjectKey(SpeedwellGenerator.class)
public final class SpeedwellGenerator {
    /** Speedment's translator key for the interfaces that contain the fields. */
    private static final String GENERATED_ENTITY = "GeneratedEntity";

    @ExecuteBefore(RESOLVED)
    public void install(@WithState(INITIALIZED) CodeGenerationComponent translators) {
        translators.put(Table.class, Class.class, "EntityReader", EntityReaderTranslator::new);
        translators.add(Table.class, Interface.class, GENERATED_ENTITY, new EnumFieldDecorator());
    }
}
