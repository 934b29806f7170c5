package org.speedwell.accelerator.database;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** A connection that fails is told as such; only a server that refuses is said to have no binlog, or to deny a privilege. */
class BinlogStatusTest {
    /** A connection every statement of which ends with an error. */
    private static Connection failing(String message, String state, int code) {
        return proxy(Connection.class, proxy(Statement.class, new SQLException(message, state, code)));
    }

    /** An object whose methods give {@code result}, or throw it. */
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
    void aLostConnectionIsNoMissingPrivilege() {
        Connection lost = failing("Communications link failure", "08S01", 0);

        assertThatThrownBy(() -> ExactSnapshot.begin(lost))
                .isInstanceOf(SQLException.class)
                .hasMessage("Communications link failure");
        assertThatThrownBy(() -> BinlogStatus.currentPosition(lost)).isInstanceOf(SQLException.class);
        assertThatThrownBy(() -> BinlogStatus.end(lost))
                .isInstanceOf(LoadException.class)
                .hasMessage("The end of the binlog could not be read: Communications link failure");
    }

    @Test
    void aRefusalIsAMissingPrivilege() {
        assertThatThrownBy(
                        () -> ExactSnapshot.begin(failing("Access denied; you need REPLICATION CLIENT", "42000", 1227)))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("the user lacks REPLICATION CLIENT");
    }
}
