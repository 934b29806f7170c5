package org.speedwell.accelerator.database;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Verifies that a failed connection is reported as such. Only a refusal by the server counts as a missing binlog or
 * privilege.
 */
@Tag("fault")
class BinlogStatusTest {
    /** Creates a connection on which every statement throws an exception. */
    private static Connection failing(String message, String state, int code) {
        return proxy(Connection.class, proxy(Statement.class, new SQLException(message, state, code)));
    }

    /** Creates an object whose methods return {@code result}, or throw it if it is an exception. */
    private static <T> T proxy(Class<T> type, Object result) {
        return type.cast(Proxy.newProxyInstance(
                BinlogStatusTest.class.getClassLoader(),
                new Class<?>[] {type},
                (_, method, _) -> switch (method.getName()) {
                    case "close", "setTransactionIsolation", "rollback" -> null;
                    default -> {
                        if (result instanceof SQLException failure) {
                            throw failure;
                        }
                        yield result;
                    }
                }));
    }

    @Test
    void lostConnectionIsNotAMissingPrivilege() {
        Connection lost = failing("Communications link failure", "08S01", 0);

        assertThatThrownBy(() -> ExactSnapshot.begin(lost))
                .isInstanceOf(SQLException.class)
                .hasMessage("Communications link failure");
        assertThatThrownBy(() -> BinlogStatus.currentPosition(lost)).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> BinlogStatus.end(lost))
                .isInstanceOf(LoadException.class)
                .hasMessage("Speedwell could not read the end of the binlog: Communications link failure");
    }

    @Test
    void refusalIsAMissingPrivilege() {
        assertThatThrownBy(
                        () -> ExactSnapshot.begin(failing("Access denied; you need REPLICATION CLIENT", "42000", 1227)))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("the user lacks REPLICATION CLIENT");
    }
}
