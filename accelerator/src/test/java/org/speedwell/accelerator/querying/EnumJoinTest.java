package org.speedwell.accelerator.querying;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.speedment.common.tuple.TuplesOfNullables;
import com.speedment.common.tuple.nullable.Tuple2OfNullables;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.join.Join;
import com.speedment.runtime.join.JoinComponent;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.Fallback;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.TortureDatabase;
import org.speedwell.torture.AllNull;
import org.speedwell.torture.Mixed;
import org.speedwell.torture.MixedManager;

/** Joins on enums of two tables, and joins that the database evaluates, return what plain SQL returns. */
@Tag("oracle")
@Tag("database")
class EnumJoinTest {
    private static TortureDatabase database;
    private static Speedment app;

    @BeforeAll
    static void load() throws SQLException {
        database = new TortureDatabase("speedwell_test_enum_join");
        database.execute(
                "UPDATE all_null SET kind = IF(id % 3 = 0, NULL, IF(id % 3 = 1, 'small', 'large')), name = 'b ' WHERE id < 12");
        app = database.inMemory(
                StoreConfiguration.builder().fallback(Fallback.SILENT).build());
        app.getOrThrow(DataStoreComponent.class).load();
    }

    @AfterAll
    static void stop() throws SQLException {
        app.stop();
        database.close();
    }

    @Test
    void enumsOfTwoTablesAreJoinedInMemoryByName() throws SQLException {
        JoinComponent joins = app.getOrThrow(JoinComponent.class);

        assertThat(inMemory(joins.from(MixedManager.IDENTIFIER)
                        .innerJoinOn(AllNull.KIND)
                        .equal(Mixed.KIND)
                        .build(TuplesOfNullables::ofNullables)))
                .containsExactlyElementsOf(sql("JOIN all_null a ON a.kind = m.kind"))
                .isNotEmpty();
        assertThat(inMemory(joins.from(MixedManager.IDENTIFIER)
                        .leftJoinOn(AllNull.KIND)
                        .equal(Mixed.OPT_KIND)
                        .build()))
                .containsExactlyElementsOf(sql("LEFT JOIN all_null a ON a.kind = m.opt_kind"));
        assertThat(inMemory(joins.from(MixedManager.IDENTIFIER)
                        .rightJoinOn(AllNull.KIND)
                        .equal(Mixed.OPT_KIND)
                        .build()))
                .containsExactlyElementsOf(sql("RIGHT JOIN all_null a ON a.kind = m.opt_kind"));
        assertThat(inMemory(joins.from(MixedManager.IDENTIFIER)
                        .innerJoinOn(AllNull.KIND)
                        .notEqual(Mixed.KIND)
                        .build(TuplesOfNullables::ofNullables)))
                .containsExactlyElementsOf(sql("JOIN all_null a ON a.kind <> m.kind"));
    }

    @Test
    void databaseJoinStreamsBehaveLikeOthers() throws SQLException {
        Join<Tuple2OfNullables<Mixed, AllNull>> texts = app.getOrThrow(JoinComponent.class)
                .from(MixedManager.IDENTIFIER)
                .rightJoinOn(AllNull.NAME)
                .equal(Mixed.NAME)
                .build();
        List<String> expected = sql("RIGHT JOIN all_null a ON a.name = m.name");

        assertThat(ids(texts)).containsExactlyElementsOf(expected);
        List<Object> iterated = new ArrayList<>();
        texts.stream().iterator().forEachRemaining(iterated::add);
        assertThat(iterated).hasSameSizeAs(expected);
        assertThat(texts.stream().count()).isEqualTo(expected.size());
        assertThat(texts.stream().limit(10).skip(4).count()).isEqualTo(Math.clamp(expected.size() - 4, 0, 6));
        assertThat(texts.stream().skip(4).limit(10).count()).isEqualTo(Math.clamp(expected.size() - 4, 0, 10));
        assertThat(texts.stream().limit(10).skip(4)).hasSize(Math.clamp(expected.size() - 4, 0, 6));
    }

    /** Returns {@link #ids}, after asserting that memory evaluates the join. */
    private static List<String> inMemory(Join<? extends Tuple2OfNullables<Mixed, AllNull>> join) {
        assertThatNoException()
                .isThrownBy(() -> app.getOrThrow(DataStoreComponent.class).explain(join, Stream::count));
        return ids(join);
    }

    private static List<String> ids(Join<? extends Tuple2OfNullables<Mixed, AllNull>> join) {
        return join.stream()
                .map(pair -> pair.get0().map(Mixed::getId).orElse(null) + ","
                        + pair.get1().map(AllNull::getId).orElse(null))
                .sorted()
                .toList();
    }

    private static List<String> sql(String joined) throws SQLException {
        List<String> ids = new ArrayList<>();
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT m.id, a.id FROM mixed m " + joined)) {
            while (rows.next()) {
                ids.add(rows.getString(1) + "," + rows.getString(2));
            }
        }
        ids.sort(null);
        return ids;
    }
}
