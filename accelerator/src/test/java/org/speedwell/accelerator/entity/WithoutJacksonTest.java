package org.speedwell.accelerator.entity;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.database.DatabaseColumns.DatabaseColumn;
import org.speedwell.accelerator.mapping.ClassMapping;
import org.speedwell.accelerator.mapping.Conversion;
import org.speedwell.accelerator.mapping.HidingLoader;

/** Verifies that only JSON columns need the library Jackson. */
@Tag("unit")
class WithoutJacksonTest {
    public record Details(int year) {}

    public record Row(int id, Details details) {}

    /** Finds the forms of columns, perhaps in a class loader without Jackson. */
    public static final class Forms {
        private Forms() {}

        public static String find() {
            ClassMapping<Row> mapping = ClassMapping.builder(Row.class).build();
            StringBuilder forms = new StringBuilder();
            for (int i = 0; i < 2; i++) {
                String type = i == 0 ? "int" : "json";
                DatabaseColumn column = new DatabaseColumn(type, type, type, 0, 0, "", "", false);
                try {
                    ColumnForm form =
                            ColumnForm.of(column, mapping.members().get(i).attribute(), new Conversion.ByType());
                    forms.append(form.valueClass().getSimpleName()).append(' ');
                } catch (ColumnForm.MisfitException e) {
                    forms.append(e.getMessage()).append(": ").append(e.remedy());
                }
            }
            return forms.toString();
        }
    }

    @Test
    void jsonColumnsNeedJackson() throws ReflectiveOperationException, IOException {
        try (HidingLoader without = new HidingLoader("tools.jackson.");
                HidingLoader with = new HidingLoader("none.")) {
            assertThat(without.call(Forms.class, "find"))
                    .isEqualTo("Integer holds JSON, and the library that reads it is absent:"
                            + " add tools.jackson.core:jackson-databind to the application, or a converter");
            assertThat(with.call(Forms.class, "find")).isEqualTo("Integer Details ");
        }
    }
}
