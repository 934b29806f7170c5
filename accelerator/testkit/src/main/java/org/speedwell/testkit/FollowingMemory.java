package org.speedwell.testkit;

import java.util.function.Consumer;
import org.speedwell.accelerator.MemoryStore;
import org.speedwell.accelerator.source.BinlogLogin;
import org.speedwell.accelerator.source.DataSourceConnections;
import org.testcontainers.containers.JdbcDatabaseContainer;

/**
 * A {@link MemoryStore} that follows a database, for tests. {@link #close()} closes the store, but does not stop the
 * server.
 * {@snippet :
 * record Actor(int actorId, String firstName, String lastName) {}
 *
 * try (FollowingMemory memory = FollowingMemory.start(
 *         tables -> tables.table(Actor.class), "jdbc:mysql://127.0.0.1:3306/sakila", "root", "secret")) {
 *     memory.change("UPDATE actor SET last_name = 'DAY' WHERE actor_id = 1");
 *     boolean changed = memory.store().stream(Actor.class).anyMatch(actor -> actor.lastName().equals("DAY"));
 * }
 * }
 */
public final class FollowingMemory extends FollowedServer {
    private final MemoryStore memory;

    private FollowingMemory(MemoryStore memory, String url, String user, String password) {
        super(url, user, password);
        this.memory = memory;
    }

    /**
     * Loads tables of a running container, and follows it.
     *
     * @param tables adds tables to the store, and changes its settings
     * @throws org.speedwell.accelerator.mapping.MappingException if a class does not fit its table
     * @throws org.speedwell.accelerator.DataStoreException if the tables cannot be loaded or followed; the message has
     *     the remedy
     */
    public static FollowingMemory start(Consumer<MemoryStore.Builder> tables, JdbcDatabaseContainer<?> server) {
        return start(tables, server.getJdbcUrl(), server.getUsername(), server.getPassword());
    }

    /**
     * Loads tables of a running server, and follows it.
     *
     * @param tables adds tables to the store, and changes its settings
     * @param url the JDBC URL of the schema
     * @throws org.speedwell.accelerator.mapping.MappingException if a class does not fit its table
     * @throws org.speedwell.accelerator.DataStoreException if the tables cannot be loaded or followed; the message has
     *     the remedy
     */
    public static FollowingMemory start(
            Consumer<MemoryStore.Builder> tables, String url, String user, String password) {
        MemoryStore.Builder builder = MemoryStore.builder(
                        DataSourceConnections.of(new DriverDataSource(url, user, password))
                                .withBinlog(BinlogLogin.of(() -> password)))
                .follow();
        tables.accept(builder);
        return new FollowingMemory(builder.open(), url, user, password);
    }

    @Override
    public MemoryStore store() {
        return memory;
    }

    @Override
    public void close() {
        memory.close();
    }
}
