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
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.store.BinlogPosition;

/** Events of which transactions are made. */
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
                new BinlogPosition(FILE, 4, gtids), known, order, (schema, table) -> true, taken::add);
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
    void mariaDbThatWasAskedByIdsSendsNoTransactionWithoutOne() {
        assertDamaged(() -> take(assembler("0-1-7", null), "BEGIN", "COMMIT"));
        assertDamaged(() -> take(assembler("0-1-7", null), "DROP TABLE t"));
        assertDamaged(() -> take(assembler("0-1-7", null), "XA COMMIT X'01',X'',1"));
        assertThat(taken).isEmpty();
    }

    @Test
    void theSearchForPreparedRowsRequiresIdsToo() {
        assertDamaged(() -> take(assembler("", KNOWN_COMMIT), "BEGIN", "COMMIT"));
    }

    @Test
    void mySqlThatWasAskedByIdsSendsNoTransactionWithoutAnEventForItsId() {
        assertDamaged(() -> take(assembler(MYSQL_IDS, null), "BEGIN", "COMMIT"));
        assertDamaged(() -> take(assembler(MYSQL_IDS, null), "DROP TABLE t"));
        assertThat(taken).isEmpty();
    }

    @Test
    void otherTransactionsMayHaveNoId() throws Exception {
        take(assembler("", null), "BEGIN", "COMMIT", "DROP TABLE t");
        TransactionAssembler byIds = assembler(MYSQL_IDS, null);
        byIds.take(anonymous());
        take(byIds, "BEGIN", "COMMIT");
        byIds.take(anonymous());
        take(byIds, "DROP TABLE t");
        assertThat(taken).hasSize(4);
    }

    private static Event anonymous() {
        EventHeaderV4 header = new EventHeaderV4();
        header.setEventType(EventType.ANONYMOUS_GTID);
        header.setNextPosition(10);
        return new Event(header, null);
    }
}
