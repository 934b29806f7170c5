package org.speedwell.accelerator.following;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mysql.cj.jdbc.MysqlDataSource;
import com.speedment.runtime.core.Speedment;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.speedwell.accelerator.BadValue;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.InMemoryBundle;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.binlog.BinlogAddress;
import org.speedwell.accelerator.binlog.BinlogException;
import org.speedwell.accelerator.binlog.BinlogReader;
import org.speedwell.accelerator.binlog.LogOrder;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.source.BinlogLogin;
import org.speedwell.accelerator.source.DataSourceConnections;
import org.speedwell.schema.Database;
import org.speedwell.schema.Progress;
import org.speedwell.schema.Torture;
import org.speedwell.torture.MixedManager;
import org.speedwell.torture.TortureApplicationBuilder;

/**
 * Verifies replication over TLS as a user that must use TLS. The driver's URL names the trusted certificate.
 *
 * <p>The test uses the test server if that has TLS, otherwise a separate one.
 */
@Tag("forked")
@Tag("database")
@DisabledIfEnvironmentVariable(
        named = "SPEEDWELL_TEST_URL",
        matches = ".+",
        disabledReason = "an embedded server of its own, whatever the others have")
@Timeout(600)
class FollowTlsTest {
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int NO_SUCH_THREAD = 1094;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private static Path folder;

    private static final String SCHEMA = "speedwell_test_tls";

    private static Database server;
    private static Path trusted;

    /** A user that must use TLS, if the server allows the test to create it; otherwise the test user. */
    private static String user;

    private static String password;

    @BeforeAll
    static void start() throws Exception {
        server = Database.forTests();
        Certificates certificates = new Certificates(folder);
        X509Certificate certificate = certificate(server);
        if (certificate == null) {
            certificates.key("server", "san=ip:127.0.0.1,dns:localhost");
            server = Database.embedded(
                    folder.resolve("database"),
                    List.of(
                            "--debug-no-sync",
                            "--ssl",
                            "--ssl-cert=" + certificates.certificateFile("server"),
                            "--ssl-key=" + certificates.keyFile("server")));
            certificate = certificate(server);
        }
        Torture.load(server, SCHEMA, Progress.none());
        execute("DELETE FROM unreadable_temporals", "CREATE USER tls@'%' IDENTIFIED BY 'word' REQUIRE SSL");
        try {
            execute("GRANT SELECT, REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO tls@'%'");
            user = "tls";
            password = "word";
        } catch (SQLException e) { // the test user may not grant its privileges
            user = server.user();
            password = server.password();
        }
        trusted = certificates.trusting(authority(requireNonNull(certificate)));
    }

    @AfterAll
    static void stop() throws SQLException {
        execute("DROP USER tls@'%'", "DROP DATABASE " + SCHEMA);
        server.close();
    }

    private static void execute(String... statements) throws SQLException {
        try (Connection connection = server.connect(SCHEMA);
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Returns the certificate of the authority that signed a certificate. Often the certificate signs itself. */
    private static Certificate authority(X509Certificate certificate) throws Exception {
        if (certificate.getIssuerX500Principal().equals(certificate.getSubjectX500Principal())) {
            return certificate;
        }
        try (Connection connection = server.connect(SCHEMA);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT @@datadir, @@ssl_ca")) {
            row.next();
            Path file = Path.of(row.getString(1)).resolve(row.getString(2));
            assumeTrue(Files.isReadable(file), "the certificate of the server's authority cannot be read");
            try (InputStream in = Files.newInputStream(file)) {
                return CertificateFactory.getInstance("X.509").generateCertificate(in);
            }
        }
    }

    /** Returns the server's certificate; null if it has none. The request for TLS answers the server's greeting. */
    private static @Nullable X509Certificate certificate(Database server) throws Exception {
        X509Certificate[] shown = new X509Certificate[1];
        try (Socket socket = new Socket(server.host(), server.port())) {
            DataInputStream in = new DataInputStream(socket.getInputStream());
            byte[] greeting = new byte[Integer.reverseBytes(in.readInt()) & 0xFFFFFF];
            in.readFully(greeting);
            byte[] request = new byte[36];
            request[0] = 32;
            request[3] = 1;
            request[5] = (byte) 0x8A; // protocol 4.1, TLS, secure connection
            request[6] = 0;
            request[11] = 1;
            request[12] = 45;
            socket.getOutputStream().write(request);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    null,
                    new TrustManager[] {
                        new X509TrustManager() {
                            @Override
                            public void checkClientTrusted(X509Certificate[] chain, String type) {}

                            @Override
                            public void checkServerTrusted(X509Certificate[] chain, String type) {
                                shown[0] = chain[0];
                            }

                            @Override
                            public X509Certificate[] getAcceptedIssuers() {
                                return new X509Certificate[0];
                            }
                        }
                    },
                    null);
            try (SSLSocket encrypted =
                    (SSLSocket) context.getSocketFactory().createSocket(socket, server.host(), server.port(), true)) {
                encrypted.startHandshake();
            } catch (IOException e) {
                return null;
            }
        }
        return shown[0];
    }

    private static String url(String options) {
        String url = server.url(SCHEMA);
        return url.substring(0, url.indexOf('?')) + "?allowPublicKeyRetrieval=true&" + options;
    }

    private static String trusting(Path store, String password) {
        return Certificates.option("trustCertificateKeyStore", store, password);
    }

    @ParameterizedTest
    @ValueSource(strings = {"REQUIRED", "VERIFY_CA"})
    void serverReplicatesOverTls(String mode) throws Exception {
        Speedment app = new TortureApplicationBuilder()
                .withSchema(SCHEMA)
                .withParam("statistics.scheduler.enabled", "false") // Speedment would contact its server
                .withSkipLogoPrintout()
                .withConnectionUrl(url(
                        "sslMode=" + mode + (mode.equals("VERIFY_CA") ? trusting(trusted, Certificates.PASSWORD) : "")))
                .withUsername(user)
                .withPassword(password)
                .withBundle(InMemoryBundle.class)
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder()
                                .badValue(BadValue.NULL)
                                .follow()
                                .build())
                .build();
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        store.load();
        MixedManager mixed = app.getOrThrow(MixedManager.class);
        long before = mixed.stream().count();
        try (Connection writer = server.connect(SCHEMA);
                Statement statement = writer.createStatement()) {
            statement.execute("DELETE FROM mixed ORDER BY id LIMIT 2");
            assertThat(store.await(writer, LONG))
                    .as(() -> store.followStatus().toString())
                    .isTrue();
        }
        assertThat(mixed.stream().count()).isEqualTo(before - 2);
        app.stop();
    }

    /**
     * Verifies passwords that change, like the tokens of a cloud. New connections need the current one; open
     * connections stay.
     */
    @Test
    void dataSourceWithChangingTokensLoadsAndReplicates() throws Exception {
        assumeTrue(user.equals("tls"), "the server lets us make no user");
        AtomicReference<String> token = new AtomicReference<>("word");
        MysqlDataSource source = new MysqlDataSource() {
            private static final long serialVersionUID = 1L;

            @Override
            public Connection getConnection() throws SQLException {
                return getConnection("tls", token.get());
            }
        };
        source.setUrl(url("sslMode=VERIFY_CA" + trusting(trusted, Certificates.PASSWORD)));
        Speedment app = new TortureApplicationBuilder()
                .withSchema(SCHEMA)
                .withBundle(InMemoryBundle.class)
                .withComponent(
                        DataSourceConnections.class,
                        () -> DataSourceConnections.of(source).withBinlog(BinlogLogin.of(token::get)))
                .withComponent(
                        StoreConfiguration.class,
                        () -> StoreConfiguration.builder()
                                .badValue(BadValue.NULL)
                                .follow()
                                .build())
                .build();
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        try {
            store.load();
            MixedManager mixed = app.getOrThrow(MixedManager.class);
            long before = mixed.stream().count();

            deleteOneAndAwait(store);
            assertThat(mixed.stream().count()).isEqualTo(before - 1);

            execute("ALTER USER tls@'%' IDENTIFIED BY 'another'");
            token.set("another");
            killOtherConnections(source.getConnection());
            deleteOneAndAwait(store);
            assertThat(mixed.stream().count()).isEqualTo(before - 2);
            store.reload();
            assertThat(mixed.stream().count()).isEqualTo(before - 2);
        } finally {
            app.stop();
            execute("ALTER USER tls@'%' IDENTIFIED BY 'word'");
        }
    }

    private static void deleteOneAndAwait(DataStoreComponent store) throws Exception {
        try (Connection writer = server.connect(SCHEMA);
                Statement statement = writer.createStatement()) {
            statement.execute("DELETE FROM mixed ORDER BY id LIMIT 1");
            assertThat(store.await(writer, LONG))
                    .as(() -> store.followStatus().toString())
                    .isTrue();
        }
    }

    /** Kills all other connections of the user. */
    private static void killOtherConnections(Connection own) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (own;
                Statement statement = own.createStatement()) {
            try (ResultSet rows = statement.executeQuery(
                    "SELECT ID FROM information_schema.PROCESSLIST WHERE USER = 'tls' AND ID <> CONNECTION_ID()")) {
                while (rows.next()) {
                    ids.add(rows.getLong(1));
                }
            }
            for (long id : ids) {
                kill(statement, id);
            }
        }
        assertThat(ids).as("one follows").isNotEmpty();
    }

    /** Kills a connection, unless it has ended already. */
    private static void kill(Statement statement, long id) throws SQLException {
        try {
            statement.execute("KILL " + id);
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_SUCH_THREAD) {
                throw e;
            }
        }
    }

    @Test
    void untrustedServerIsNotRead() {
        Path others = Path.of(System.getProperty("java.home"), "lib", "security", "cacerts");
        assertThatThrownBy(() -> read("sslMode=VERIFY_CA" + trusting(others, "changeit")))
                .isInstanceOf(BinlogException.class)
                .hasMessageContaining("certification path");
        assertThatThrownBy(() -> read("sslMode=VERIFY_CA" + trusting(folder.resolve("none"), Certificates.PASSWORD)))
                .isInstanceOf(BinlogException.class)
                .hasMessageContaining("none cannot be read");
        if (user.equals("tls")) {
            assertThatThrownBy(() -> read("sslMode=DISABLED"))
                    .isInstanceOf(BinlogException.class)
                    .hasMessageContaining("refuses its binlog to user tls");
        }
    }

    private static void read(String options) throws BinlogException, InterruptedException {
        BinlogAddress address =
                BinlogAddress.of(url(options), user, () -> password).getFirst();
        Position begin = new Position("binlog.000001", 4, "");
        try (BinlogReader stream =
                new BinlogReader(address, begin, 4_000_009, LONG, LONG, new LogOrder(), (_, _) -> false, _ -> {})) {
            stream.read();
        }
    }
}
