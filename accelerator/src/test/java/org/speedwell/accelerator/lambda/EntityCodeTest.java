package org.speedwell.accelerator.lambda;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.model.TableId;

/** The code of entities whose fields have given sources. */
@Tag("unit")
class EntityCodeTest {
    private static final TableId<Object> SHOPS = new TableId<>("test", "test", "shop");
    private static final TableId<Object> CITIES = new TableId<>("test", "test", "city");

    private static class Named {
        @Nullable
        String name;
    }

    private static final class Renamed extends Named {
        @Nullable
        String name;
    }

    private static final class Initialized {
        int number = 7;

        Initialized() {
            number++;
        }
    }

    record Plain(int shopId, String name) {}

    record Changed(int shopId, String name) {
        Changed {
            name = name.trim();
        }
    }

    private static final Map<String, FieldSource> SHOP =
            Map.of("shopId", new FieldSource.Column("shop_id"), "name", new FieldSource.Column("shop_name"));

    private static @Nullable String reason(EntityCode code) {
        NotAnalyzableException refusal = code.refusal();
        return refusal == null ? null : refusal.reason();
    }

    private static Map<String, FieldSource> referring(TableId<?> table) {
        return Map.of("other", new FieldSource.Reference(table, List.of("other_id"), List.of("id")));
    }

    @Test
    void constructorsOfClassesAreIrrelevant() {
        EntityCode code = EntityCode.ofFields(Initialized.class, Map.of("number", new FieldSource.Column("n")));
        assertThat(reason(code)).isNull();
        assertThat(code.columns()).containsExactly(Map.entry("number", "n"));
    }

    @Test
    void recordsMustStoreTheirArgumentsUnchanged() {
        assertThat(reason(EntityCode.ofFields(Plain.class, SHOP))).isNull();
        assertThat(reason(EntityCode.ofFields(Changed.class, SHOP)))
                .isEqualTo("is on Changed, whose constructor runs unknown code");
    }

    @Test
    void nameOfAFieldMustBeUnique() {
        Map<String, FieldSource> name = Map.of("name", new FieldSource.Column("name"));
        assertThat(reason(EntityCode.ofFields(Named.class, name))).isNull();
        assertThat(reason(EntityCode.ofFields(Renamed.class, name)))
                .isEqualTo("is on Renamed, which has two fields name");
    }

    @Test
    void columnsOfEmbeddedObjectsHaveAPath() {
        FieldSource shop = new FieldSource.Embedded(Plain.class, SHOP, true);
        EntityCode code = EntityCode.ofFields(Initialized.class, Map.of("shop", shop));
        assertThat(code.columns())
                .containsOnly(Map.entry("shop.shopId", "shop_id"), Map.entry("shop.name", "shop_name"));
    }

    @Test
    void codeIsTheSameAsLongAsTheReferencedClassesAre() {
        EntityCode shops = EntityCode.ofFields(Initialized.class, referring(CITIES));
        Map<TableId<?>, EntityCode> tables = new HashMap<>();
        tables.put(SHOPS, shops);
        EntityCode alone = shops.linked(tables::get);
        assertThat(alone).isNotSameAs(shops).isSameAs(shops.linked(tables::get));
        assertThat(alone.referenced(CITIES)).isNull();

        EntityCode cities = EntityCode.ofFields(Initialized.class, referring(SHOPS)); // a cycle
        tables.put(CITIES, cities);
        EntityCode linked = shops.linked(tables::get);
        assertThat(linked).isNotSameAs(alone).isSameAs(shops.linked(tables::get));
        assertThat(linked.referenced(CITIES)).isSameAs(cities);
        assertThat(linked.referenced(SHOPS)).isSameAs(shops);

        tables.put(CITIES, EntityCode.ofFields(Initialized.class, Map.of()));
        assertThat(shops.linked(tables::get)).isNotSameAs(linked);
    }

    static class Closed {
        private int number;

        int number() {
            return number;
        }

        static int count() {
            return 0;
        }
    }

    private static final class Heir extends Closed {}

    private static final class Opened extends Closed {
        @Override
        public int number() {
            return 7;
        }
    }

    @Test
    void methodThatIsNotPublicIsFoundIfNoOtherHasItsName() {
        Map<String, FieldSource> number = Map.of("number", new FieldSource.Column("n"));
        EntityCode closed = EntityCode.ofFields(Closed.class, number);
        assertThat(closed.method("number", "()I")).isNotNull();
        assertThat(closed.method("count", "()I")).isNull();
        assertThat(EntityCode.ofFields(Heir.class, number).method("number", "()I"))
                .isNotNull();
        assertThat(EntityCode.ofFields(Opened.class, number).method("number", "()I"))
                .isNull();
    }

    @Test
    void codeWithoutReferencesIsItself() {
        EntityCode code = EntityCode.ofFields(Plain.class, SHOP);
        assertThat(code.linked(_ -> Objects.requireNonNull(null))).isSameAs(code);
    }
}
