package org.speedwell.accelerator.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.MemoryStore;

/** Verifies the mapping where the Jakarta Persistence API is absent, or older. */
@Tag("unit")
class WithoutPersistenceApiTest {
    public record Row(int id, String name) {}

    public static class Bean {
        int id;

        int getId() {
            return id;
        }
    }

    enum Level {
        LOW
    }

    @Entity
    public static class Row31 {
        @Id
        int id;

        Level level;
    }

    /** Maps classes, and runs in a class loader without the API. */
    public static final class Mapper {
        private Mapper() {}

        public static String map() {
            ClassMapping<Row> row = ClassMapping.of(Row.class);
            ClassMapping<Bean> bean =
                    ClassMapping.builder(Bean.class).id(Bean::getId).build();
            String rejected = "";
            try {
                ClassMapping.of(Bean.class);
            } catch (MappingException e) {
                rejected = e.getMessage();
            }
            if (PersistenceApi.IS_PRESENT) {
                return "present " + ClassMapping.of(Row31.class).members().size();
            }
            Objects.requireNonNull(MemoryStore.class.getMethods()); // loads the classes of all parameters
            return "false " + row.members().size() + " " + bean.members().size() + " " + rejected;
        }
    }

    @Test
    void recordsAndBeansNeedNoApi() throws ReflectiveOperationException, IOException {
        try (HidingLoader loader = new HidingLoader("jakarta.persistence.")) {
            assertThat(loader.call(Mapper.class, "map"))
                    .asString()
                    .startsWith("false 2 1")
                    .contains("or add the Jakarta Persistence API");
        }
    }

    /** Verifies that version 3.1, which lacks an annotation of version 3.2, suffices. */
    @Test
    void olderApiSuffices() throws ReflectiveOperationException, IOException {
        try (HidingLoader loader = new HidingLoader("jakarta.persistence.EnumeratedValue")) {
            assertThat(loader.call(Mapper.class, "map")).isEqualTo("present 2");
        }
    }
}
