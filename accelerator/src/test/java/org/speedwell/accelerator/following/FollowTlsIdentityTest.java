package org.speedwell.accelerator.following;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.speedment.runtime.core.Speedment;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.SakilaApp;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.binlog.BinlogAddress;
import org.speedwell.accelerator.binlog.BinlogException;
import org.speedwell.accelerator.binlog.BinlogReader;
import org.speedwell.accelerator.binlog.LogOrder;
import org.speedwell.accelerator.model.Position;
import org.speedwell.sakila.ActorManager;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Sakila;

/**
 * Verifies replication over TLS with identities on both sides: the server's certificate names its host, and the client
 * has a certificate.
 */
@Tag("forked")
@Tag("database")
@DisabledIfEnvironmentVariable(
        named = "SPEEDWELL_TEST_URL",
        matches = ".+",
        disabledReason = "an embedded server of its own, whatever the others have")
@Timeout(600)
class FollowTlsIdentityTest {
    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private static Path folder;

    private static Database server;
    private static String trusted;
    private static String own;
    private static String others;

    /** Starts a server whose certificate names localhost, but no IP address. */
    @BeforeAll
    static void start() throws Exception {
        Certificates certificates = new Certificates(folder);
        certificates.key("server", "san=dns:localhost");
        own = Certificates.option(
                "clientCertificateKeyStore", certificates.key("follower", "bc:c=ca:true"), Certificates.PASSWORD);
        others = Certificates.option(
                "clientCertificateKeyStore", certificates.key("stranger", "bc:c=ca:true"), Certificates.PASSWORD);
        trusted = Certificates.option(
                "trustCertificateKeyStore",
                certificates.trusting(certificates.certificate("server")),
                Certificates.PASSWORD);
        server = Database.embedded(
                folder.resolve("database"),
                List.of(
                        "--debug-no-sync",
                        "--ssl",
                        "--ssl-cert=" + certificates.certificateFile("server"),
                        "--ssl-key=" + certificates.keyFile("server"),
                        "--ssl-ca=" + certificates.certificateFile("follower")));
        Sakila.scale(1).load(server, Progress.none());
        try (Connection connection = server.connect(Sakila.SCHEMA);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE USER known@'%' IDENTIFIED BY 'word' REQUIRE X509");
            statement.execute(
                    "GRANT SELECT, REPLICATION SLAVE, REPLICATION CLIENT, BINLOG MONITOR ON *.* TO known@'%'");
        }
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String url(String host, String options) {
        return "jdbc:mysql://" + host + ":" + server.port() + "/" + Sakila.SCHEMA
                + "?allowPublicKeyRetrieval=true&sslMode=" + options;
    }

    @Test
    void matchingServerNameAndClientCertificateReplicate() throws Exception {
        Speedment app = SakilaApp.at(url("localhost", "VERIFY_IDENTITY" + trusted + own), server, Sakila.SCHEMA)
                .withUsername("known")
                .withPassword("word")
                .withBundle(InMemoryBundle.class)
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder().follow().build())
                .build();
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        store.load();
        ActorManager actors = app.getOrThrow(ActorManager.class);
        long before = actors.stream().count();
        insertActor();
        assertThat(store.await(LONG)).as(() -> store.followStatus().toString()).isTrue();
        assertThat(actors.stream().count()).isEqualTo(before + 1);
        assertThat(store.verify().isEqual()).isTrue();
        app.stop();
    }

    private static void insertActor() throws SQLException {
        try (Connection connection = server.connect(Sakila.SCHEMA);
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO actor (first_name, last_name) VALUES ('ADA', 'LOVELACE')");
        }
    }

    @Test
    void certificateOfAnotherHostIsRefused() {
        assertThatThrownBy(() -> read(url("127.0.0.1", "VERIFY_IDENTITY" + trusted + own)))
                .isInstanceOf(BinlogException.class)
                .hasMessageContaining("127.0.0.1");
    }

    @Test
    void clientWithoutCertificateIsRejected() {
        assertThatThrownBy(() -> read(url("localhost", "VERIFY_CA" + trusted)))
                .isInstanceOf(BinlogException.class)
                .hasMessageContaining("refuses its binlog to user known");
    }

    @Test
    void untrustedClientCertificateIsRejected() {
        assertThatThrownBy(() -> read(url("localhost", "VERIFY_CA" + trusted + others)))
                .isInstanceOf(BinlogException.class)
                .hasMessageContaining("localhost");
    }

    private static void read(String url) throws BinlogException, InterruptedException {
        BinlogAddress address = BinlogAddress.of(url, "known", () -> "word").getFirst();
        Position begin = new Position("binlog.000001", 4, "");
        try (BinlogReader stream =
                new BinlogReader(address, begin, 4_000_019, LONG, LONG, new LogOrder(), (_, _) -> false, _ -> {})) {
            stream.read();
        }
    }
}
