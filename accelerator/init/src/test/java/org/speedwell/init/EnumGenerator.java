package org.speedwell.init;

import static com.speedment.common.injector.State.INITIALIZED;
import static com.speedment.common.injector.State.RESOLVED;

import com.speedment.common.injector.Injector;
import com.speedment.common.injector.annotation.ExecuteBefore;
import com.speedment.common.injector.annotation.InjectKey;
import com.speedment.common.injector.annotation.WithState;
import com.speedment.generator.standard.StandardTranslatorKey;
import com.speedment.generator.translator.component.CodeGenerationComponent;
import com.speedment.plugins.enums.StringToEnumTypeMapper;
import com.speedment.plugins.enums.internal.GeneratedEntityDecorator;
import com.speedment.runtime.config.Table;
import com.speedment.runtime.typemapper.TypeMapperComponent;

/** Installs Speedment's generator of enums. Unlike Speedment's own bundle, it omits the editor, which needs JavaFX. */
@InjectKey(EnumGenerator.class)
public final class EnumGenerator {
    @ExecuteBefore(RESOLVED)
    public void install(
            Injector injector,
            @WithState(INITIALIZED) TypeMapperComponent typeMappers,
            @WithState(INITIALIZED) CodeGenerationComponent translators) {
        typeMappers.install(String.class, StringToEnumTypeMapper::new);
        translators.add(Table.class, StandardTranslatorKey.GENERATED_ENTITY, new GeneratedEntityDecorator(injector));
    }
}
