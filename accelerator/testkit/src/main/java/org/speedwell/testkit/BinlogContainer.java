package org.speedwell.testkit;

import java.util.List;
import java.util.stream.Stream;
import org.testcontainers.mysql.MySQLContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A container of MySQL, Percona Server or MariaDB whose binlog a store can follow. It needs a Docker engine.
 *
 * <p>The application logs in as root, which has all privileges that a load and replication need. The settings of
 * {@link MySQLContainer}, such as the name of the database and scripts for its start, remain available.
 * {@snippet :
 * try (BinlogContainer server = new BinlogContainer("mysql:8.4")) {
 *     server.withDatabaseName("sakila").withInitScript("schema.sql").start();
 *     try (FollowingStore store = FollowingStore.start(new SakilaApplicationBuilder(), server)) {
 *         store.change("UPDATE film SET length = 90 WHERE film_id = 1");
 *         FilmManager shown = store.get(FilmManager.class);
 *     }
 * }
 * }
 */
public final class BinlogContainer extends MySQLContainer {
    private static final List<String> EVERY_SERVER = List.of(
            "--server-id=1",
            "--log-bin=binlog",
            "--binlog-format=ROW",
            "--binlog-row-image=FULL",
            "--binlog-row-metadata=FULL",
            "--max-allowed-packet=64M");

    /** The options that MariaDB does not know. It always writes GTIDs of its own kind. */
    private static final List<String> MYSQL_ONLY = List.of("--gtid-mode=ON", "--enforce-gtid-consistency=ON");

    /**
     * Creates a container. {@link #start()} starts it.
     *
     * @param image an image with the start script of the official ones: {@code mysql:8.4},
     *     {@code percona/percona-server:8.4} or {@code mariadb:11.4}. The options for MariaDB apply if the name contains
     *     {@code mariadb}
     */
    public BinlogContainer(String image) {
        super(DockerImageName.parse(image).asCompatibleSubstituteFor("mysql"));
        withUsername("root");
        withPassword("speedwell");
        withUrlParam("allowPublicKeyRetrieval", "true");
        withCommand(options(image).toArray(String[]::new));
    }

    /** Returns the options of the server that replication needs, for servers that other tools start. */
    public static List<String> options(String image) {
        return image.contains("mariadb")
                ? EVERY_SERVER
                : Stream.concat(EVERY_SERVER.stream(), MYSQL_ONLY.stream()).toList();
    }
}
