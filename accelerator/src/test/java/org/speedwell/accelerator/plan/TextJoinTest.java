package org.speedwell.accelerator.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BiPredicate;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.builder.ColumnBuilder;
import org.speedwell.accelerator.builder.MySqlType;
import org.speedwell.accelerator.column.KeyColumn;
import org.speedwell.accelerator.expr.ComparisonOperator;
import org.speedwell.accelerator.expr.Expr;
import org.speedwell.accelerator.expr.Row;
import org.speedwell.accelerator.index.SortedIndexBuilder;
import org.speedwell.accelerator.join.MatchRule;
import org.speedwell.accelerator.memory.Lease;
import org.speedwell.accelerator.memory.MemoryBudget;
import org.speedwell.accelerator.model.ColumnId;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.plan.JoinedTable.Kind;
import org.speedwell.accelerator.plan.JoinedTable.Link;
import org.speedwell.accelerator.store.ColumnRef;
import org.speedwell.accelerator.store.EntityFactory;
import org.speedwell.accelerator.store.TableStore;

/** Compares joins by text columns with nested loops. The two random tables have different dictionaries. */
@Tag("oracle")
class TextJoinTest {
    private static final String[] TEXTS = {"", "a", "A", "b", "ä", "aa", "ab", "\uD83D\uDE00", "\uFFFD", "z", "a b"};

    private record Texts(List<@Nullable String> texts, TableStore<Object> store) {
        static Texts of(String name, boolean isBlank, boolean isConverted, SplittableRandom random) {
            Lease lease = new Lease();
            TableId<Object> identifier = new TableId<>("test", "test", name);
            List<@Nullable String> texts = new ArrayList<>();
            try (ColumnBuilder builder = ColumnBuilder.of(MySqlType.VARCHAR, 0, 0, String.class, String.class, null)) {
                boolean isNullable = random.nextBoolean();
                int first = random.nextInt(TEXTS.length);
                for (int row = random.nextInt(60); row > 0; row--) {
                    String text = TEXTS[random.nextInt(first, TEXTS.length)];
                    texts.add(isNullable && random.nextInt(4) == 0 ? null : text);
                }
                if (isBlank) {
                    texts.add("a ");
                }
                texts.forEach(builder::append);
                KeyColumn keys = (KeyColumn) builder.build(lease);
                TableStore.Builder<Object> table =
                        TableStore.builder(identifier, new EntityFactory<>(Object::new, List.of()), lease);
                table.column(
                        new ColumnId("text", 0),
                        keys,
                        random.nextBoolean() ? SortedIndexBuilder.build(keys, lease) : null);
                return new Texts(texts, isConverted ? table.converted().build() : table.build());
            }
        }

        ColumnRef.Ordered ref() {
            return (ColumnRef.Ordered) store.ref(0);
        }

        Expr column(int place) {
            return new Expr.Column(new Row.Element(place), 0, String.class);
        }
    }

    @Test
    void textJoinsEqualNestedLoops() {
        for (long seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Texts one = Texts.of("one", false, false, random);
            Texts two = Texts.of("two", false, false, random);
            for (ComparisonOperator operator : List.of(ComparisonOperator.EQUAL, ComparisonOperator.NOT_EQUAL)) {
                Link link = new Link(two.ref(), operator, 0, one.ref(), MatchRule.OfValues.DATABASE);
                JoinQuery query = query(one, two, link);
                boolean isEqual = operator == ComparisonOperator.EQUAL;
                assertThat(tuples(JoinPlan.of(query)))
                        .as("seed %d, %s", seed, operator)
                        .isEqualTo(nestedLoops(one, two, (a, b) -> a != null && b != null && a.equals(b) == isEqual));
            }
            JoinQuery filtered = query(one, two, null).where(new Expr.Equal(one.column(0), two.column(1)));
            assertThat(tuples(JoinPlan.of(filtered)))
                    .as("filter, seed %d", seed)
                    .isEqualTo(nestedLoops(one, two, (a, b) -> a == null ? b == null : a.equals(b)));
        }
    }

    @Test
    void databaseDecidesOnBlanksOrdersAndCollations() {
        SplittableRandom random = new SplittableRandom(1);
        Texts plain = Texts.of("plain", false, false, random);
        Texts blank = Texts.of("blank", true, false, random);
        Texts converted = Texts.of("converted", false, true, random);

        assertThat(isKnown(plain, ComparisonOperator.EQUAL, plain)).isTrue();
        assertThat(isKnown(plain, ComparisonOperator.LESS_THAN, plain)).isFalse();
        assertThat(isKnown(plain, ComparisonOperator.EQUAL, blank)).isFalse();
        assertThat(isKnown(blank, ComparisonOperator.EQUAL, blank)).isFalse();
        assertThat(isKnown(plain, ComparisonOperator.EQUAL, converted)).isFalse();
    }

    private static boolean isKnown(Texts one, ComparisonOperator operator, Texts two) {
        return new Link(one.ref(), operator, 0, two.ref(), MatchRule.OfValues.DATABASE).isKnown();
    }

    private static JoinQuery query(Texts one, Texts two, @Nullable Link link) {
        return new JoinQuery(
                List.of(
                        new JoinedTable(one.store, Kind.INNER, null, null),
                        new JoinedTable(two.store, Kind.INNER, link, null)),
                MemoryBudget.UNLIMITED);
    }

    private static List<List<Integer>> tuples(JoinPlan plan) {
        return StreamSupport.stream(plan.run(false, null).tuples(), false)
                .map(tuple -> Arrays.stream(tuple).boxed().toList())
                .toList();
    }

    private static List<List<Integer>> nestedLoops(
            Texts one, Texts two, BiPredicate<@Nullable String, @Nullable String> matches) {
        List<List<Integer>> tuples = new ArrayList<>();
        for (int row = 0; row < one.texts.size(); row++) {
            for (int other = 0; other < two.texts.size(); other++) {
                if (matches.test(one.texts.get(row), two.texts.get(other))) {
                    tuples.add(List.of(row, other));
                }
            }
        }
        return tuples;
    }
}
