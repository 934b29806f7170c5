package org.speedwell.accelerator.question;

import com.speedment.runtime.config.Column;
import com.speedment.runtime.typemapper.TypeMapper;
import org.jspecify.annotations.Nullable;

/** A mapper between the names in the database and the constants of {@link Shade}. */
public final class ShadeMapper implements TypeMapper<String, Shade> {
    @Override
    public String getLabel() {
        return "shade";
    }

    @Override
    public java.lang.reflect.Type getJavaType(Column column) {
        return Shade.class;
    }

    @Override
    public Category getJavaTypeCategory(Column column) {
        return Category.ENUM;
    }

    @Override
    public @Nullable Shade toJavaType(@Nullable Column column, Class<?> entity, @Nullable String name) {
        return name == null ? null : Shade.valueOf(name);
    }

    @Override
    public @Nullable String toDatabaseType(@Nullable Shade shade) {
        return shade == null ? null : shade.name();
    }
}
