package org.speedwell.accelerator.binlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventHeaderV4;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.QueryEventData;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.model.Position;

/** Verifies how the assembler builds transactions from events. */
@Tag("unit")
class TransactionAssemblerTest {
    private static final String FILE = "binlog.000001";
    private static final String MYSQL_IDS = "11111111-2222-3333-4444-555555555555:1-7";
    private static final BinlogPlace KNOWN_COMMIT = new BinlogPlace(FILE, 10, "0-1-8", true);

    private final List<BinlogEntry> taken = new ArrayList<>();

    private static Event query(String sql, long next) {
        QueryEventData data = new QueryEventData();
        data.setDatabase("model");
        data.setSql(sql);
        EventHeaderV4 header = new EventHeaderV4();
        header.setEventType(EventType.QUERY);
        header.setNextPosition(next);
        return new Event(header, data);
    }

    private TransactionAssembler assembler(String gtids, @Nullable BinlogPlace known) {
        LogOrder order = new LogOrder();
        order.begin(gtids);
        return new TransactionAssembler(
                new Position(FILE, 4, gtids), known, order, (schema, table) -> true, taken::add);
    }

    private void take(TransactionAssembler assembler, String... sql) throws BinlogException, InterruptedException {
        for (int i = 0; i < sql.length; i++) {
            assembler.take(query(sql[i], 20 + 10L * i));
        }
    }

    private static void assertDamaged(ThrowingCallable reading) {
        assertThatThrownBy(reading)
                .isInstanceOfSatisfying(
                        BinlogException.class, e -> assertThat(e.reason()).isEqualTo(BinlogException.Reason.DAMAGED))
                .hasMessageContaining("without its id");
    }

    @Test
    void transactionWithoutTheEventForItsIdIsDamaged() {
        for (String gtids : List.of("", "0-1-7", MYSQL_IDS)) {
            assertDamaged(() -> take(assembler(gtids, null), "BEGIN", "COMMIT"));
            assertDamaged(() -> take(assembler(gtids, null), "DROP TABLE t"));
            assertDamaged(() -> take(assembler(gtids, null), "XA COMMIT X'01',X'',1"));
        }
        assertThat(taken).isEmpty();
    }

    @Test
    void searchForPreparedRowsRequiresIdsToo() {
        assertDamaged(() -> take(assembler("", KNOWN_COMMIT), "BEGIN", "COMMIT"));
    }

    @Test
    void transactionMayHaveAnEventThatSaysItHasNoId() throws Exception {
        for (String gtids : List.of("", MYSQL_IDS)) {
            TransactionAssembler assembler = assembler(gtids, null);
            assembler.take(anonymous());
            take(assembler, "BEGIN", "COMMIT");
            assembler.take(anonymous());
            take(assembler, "DROP TABLE t");
        }
        assertThat(taken).hasSize(4);
    }

    private static Event anonymous() {
        EventHeaderV4 header = new EventHeaderV4();
        header.setEventType(EventType.ANONYMOUS_GTID);
        header.setNextPosition(10);
        return new Event(header, null);
    }
}
