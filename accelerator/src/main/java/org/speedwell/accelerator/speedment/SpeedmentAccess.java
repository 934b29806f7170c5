package org.speedwell.accelerator.speedment;

import com.speedment.runtime.config.Dbms;
import com.speedment.runtime.core.component.PasswordComponent;
import com.speedment.runtime.core.component.connectionpool.ConnectionPoolComponent;
import java.sql.Connection;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.speedwell.accelerator.binlog.BinlogAddress;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.live.DatabaseAccess;
import org.speedwell.accelerator.source.BinlogLogin;
import org.speedwell.accelerator.source.DataSourceConnections;

/** The access to databases through the components of a Speedment application. */
record SpeedmentAccess(Models models, ConnectionPoolComponent pool, PasswordComponent passwords)
        implements DatabaseAccess {

    @Override
    public Connection connect(String database) {
        return pool.newConnection(models.database(database));
    }

    @Override
    public List<BinlogAddress> addresses(String database, Connection connection) throws LoadException {
        Dbms dbms = models.database(database);
        Supplier<String> password = () -> passwords.get(dbms).map(String::new).orElse("");
        return pool instanceof DataSourceConnections given
                ? DatabaseAccess.addresses(connection, given.binlog().orElseGet(() -> BinlogLogin.of(password)))
                : DatabaseAccess.addresses(connection, Optional.empty(), dbms.getUsername(), password);
    }
}
