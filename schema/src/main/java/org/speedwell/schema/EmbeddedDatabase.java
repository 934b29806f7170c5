package org.speedwell.schema;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A MariaDB server as a child process.
 *
 * <p>Its home directory contains {@code data}, the server's log, its pid file, and the lock that excludes other JVMs.
 * The operating system releases the lock when the JVM ends. A JVM that gets the lock may still find the pid of a server
 * that runs on the same data. This server is an orphan, and the JVM stops it.
 */
final class EmbeddedDatabase implements Database {

    private static final String HOST = "127.0.0.1";
    private static final String USER = "speedwell";
    private static final int START_SECONDS = 60;
    private static final int STOP_SECONDS = 20;
    private static final int LOG_LINES = 15;
    private static final int LOWEST_PORT = 10_000;
    private static final int HIGHEST_PORT = 32_767;
    private static final int PORT_TRIES = 100;

    /**
     * The options for data that the server deletes at its end. Such data need not survive a power failure. Without
     * syncs, DDL is four times as fast.
     */
    private static final List<String> NOT_KEPT = List.of("--debug-no-sync");

    private final Path home;
    private final boolean keep;
    private final DirectoryLock lock;
    private final int port;
    private final String password = HexFormat.of().formatHex(new SecureRandom().generateSeed(16));
    private final Path initFile;
    private final Process server;
    private final Object login = new Object(); // not this: the end of the JVM must stop a server that is starting
    private @Nullable String version;
    private final Thread stopAtExit = new Thread(this::stop, "stop embedded database");

    /**
     * Starts a server on a new directory below the cache, which exists as long as the server. First deletes the
     * directories of dead servers.
     */
    static EmbeddedDatabase startFresh(Path cache) {
        Binaries binaries = Binaries.unpacked(cache);
        Path scratch = cache.resolve("scratch");
        try {
            DirectoryLock lock = freshHome(scratch);
            EmbeddedDatabase database = new EmbeddedDatabase(binaries, lock.directory(), false, lock, NOT_KEPT);
            database.version();
            return database;
        } catch (IOException e) {
            throw new DatabaseException("Cannot create an embedded database in " + scratch + ": " + e.getMessage(), e);
        }
    }

    /** Starts a server on a directory that outlives it. The server may not accept a login yet. */
    static EmbeddedDatabase startKept(Path cache, Path dir, List<String> options) {
        Path home = dir.toAbsolutePath().normalize();
        Binaries binaries = Binaries.unpacked(cache);
        try {
            Files.createDirectories(home);
            return new EmbeddedDatabase(binaries, home, true, DirectoryLock.take(home), options);
        } catch (IOException e) {
            throw new DatabaseException("Cannot start an embedded database in " + home + ": " + e.getMessage(), e);
        }
    }

    /**
     * Creates and locks a new home directory. One JVM at a time does this. Otherwise a JVM could delete a directory
     * that another has created and not yet locked.
     */
    private static synchronized DirectoryLock freshHome(Path scratch) throws IOException {
        Files.createDirectories(scratch);
        DirectoryLock sweeping = DirectoryLock.await(scratch);
        try {
            sweep(scratch);
            return DirectoryLock.take(Files.createTempDirectory(scratch, "db-"));
        } finally {
            sweeping.release();
        }
    }

    private EmbeddedDatabase(Binaries binaries, Path home, boolean keep, DirectoryLock lock, List<String> options)
            throws IOException {
        this.home = home;
        this.keep = keep;
        this.lock = lock;
        try {
            stopOrphan(home);
            if (!Files.exists(data(home))) {
                // Copy first and then move, so that an existing data directory is always complete.
                Path copy = home.resolve("data.new");
                Folders.delete(copy);
                Folders.copy(binaries.freshData(), copy);
                Files.move(copy, data(home), StandardCopyOption.ATOMIC_MOVE);
            }
            this.port = freePort();
            this.initFile = Files.createTempFile(home, "init", ".sql"); // only this user can read it
            this.server = launch(binaries, options);
        } catch (IOException | RuntimeException e) {
            lock.release();
            throw e;
        }
        Runtime.getRuntime().addShutdownHook(stopAtExit);
    }

    private Process launch(Binaries binaries, List<String> options) throws IOException {
        Files.createDirectories(home.resolve("tmp"));
        Files.write(
                initFile,
                List.of(
                        "SET SESSION sql_log_bin = 0;",
                        // The anonymous user would shadow every other user who logs in from this machine.
                        "DROP USER IF EXISTS ''@'localhost';",
                        "CREATE OR REPLACE USER '" + USER + "'@'" + HOST + "' IDENTIFIED BY '" + password + "';",
                        "GRANT ALL PRIVILEGES ON *.* TO '" + USER + "'@'" + HOST + "' WITH GRANT OPTION;"));
        List<String> command = new ArrayList<>(List.of(
                binaries.server().toString(),
                "--no-defaults",
                "--basedir=" + binaries.base(),
                "--datadir=" + data(home),
                "--tmpdir=" + home.resolve("tmp"),
                "--pid-file=" + pidFile(home),
                "--init-file=" + initFile,
                "--bind-address=" + HOST,
                "--port=" + port,
                "--socket=server.sock", // relative to the data directory: socket paths must be short
                "--skip-ssl",
                "--skip-name-resolve",
                "--character-set-server=utf8mb4",
                "--collation-server=utf8mb4_general_ci",
                "--default-time-zone=+00:00",
                "--max-allowed-packet=64M",
                "--innodb-buffer-pool-size=256M",
                "--innodb-flush-log-at-trx-commit=2",
                "--server-id=77",
                "--log-bin=binlog",
                "--binlog-format=ROW",
                "--binlog-row-metadata=FULL",
                "--binlog-expire-logs-seconds=86400"));
        command.addAll(options);
        if (System.getProperty("user.name").equals("root")) {
            command.add("--user=root"); // the server refuses to run as root without this option
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectErrorStream(true)
                .redirectOutput(logFile().toFile());
        builder.environment().putAll(binaries.environment());
        return builder.start();
    }

    /**
     * Waits until the server accepts the login, and returns its version. A different server on this port would not know
     * the password.
     */
    private String awaitLogin() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
        DatabaseException last = new DatabaseException("it did not answer");
        try {
            while (!server.waitFor(20, TimeUnit.MILLISECONDS) && System.nanoTime() < deadline) {
                try {
                    return RemoteDatabase.at(url(""), USER, password).version();
                } catch (DatabaseException e) {
                    last = e;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DatabaseException("Interrupted while the embedded database was starting", e);
        }
        String end = server.isAlive() ? "did not answer within " + START_SECONDS + " s" : "ended during its start";
        throw new DatabaseException(
                "The embedded MariaDB in " + home + " " + end + ". Its log ends with:\n" + logEnd(), last);
    }

    private String logEnd() {
        try {
            List<String> lines = Files.readAllLines(logFile());
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
        } catch (IOException e) {
            return "(" + logFile() + " cannot be read: " + e.getMessage() + ")";
        }
    }

    private static void sweep(Path scratch) throws IOException {
        List<Path> homes;
        try (Stream<Path> entries = Files.list(scratch)) {
            homes = entries.filter(Files::isDirectory).toList();
        }
        for (Path home : homes) {
            try {
                DirectoryLock.tryTake(home).ifPresent(lock -> {
                    stopOrphan(home);
                    lock.release();
                    deleteQuietly(home);
                });
            } catch (NoSuchFileException e) {
                // Another JVM has deleted it meanwhile.
            }
        }
    }

    /**
     * Stops the server that a killed JVM started on this directory. Leaves any other process with the same pid alone.
     */
    private static void stopOrphan(Path home) {
        Path pidFile = pidFile(home);
        if (Files.exists(pidFile)) {
            try {
                long pid = Long.parseLong(Files.readString(pidFile).strip());
                ProcessHandle.of(pid)
                        .filter(process -> isServerOf(process, home))
                        .ifPresent(EmbeddedDatabase::stop);
                Files.deleteIfExists(pidFile);
            } catch (NoSuchFileException e) {
                // The server has ended meanwhile.
            } catch (IOException | NumberFormatException e) {
                throw new DatabaseException(
                        "A server may still run on " + home + ", and its pid file cannot be read. Stop its process"
                                + " mariadbd, then delete " + pidFile + ".",
                        e);
            }
        }
    }

    private static boolean isServerOf(ProcessHandle process, Path home) {
        String dataArgument = "--datadir=" + data(home);
        return process.info()
                .arguments()
                .map(arguments -> Stream.of(arguments).anyMatch(dataArgument::equals))
                // Windows reports no arguments, so the name of the executable decides.
                .orElseGet(() -> process.info()
                        .command()
                        .map(command -> command.contains("mysqld") || command.contains("mariadbd"))
                        .orElse(false));
    }

    private static void stop(ProcessHandle process) {
        process.destroy();
        try {
            process.onExit().orTimeout(STOP_SECONDS, TimeUnit.SECONDS).join();
        } catch (RuntimeException e) {
            process.destroyForcibly();
            process.onExit().join();
        }
    }

    /** Stops the server. Runs only once, in {@link #close()} or at the exit of the JVM. */
    private synchronized void stop() {
        stop(server.toHandle());
        deleteQuietly(initFile);
        if (!keep) {
            deleteQuietly(data(home)); // under the lock, so that no other JVM deletes it at the same time
        }
        lock.release();
        if (!keep) {
            deleteQuietly(home);
        }
    }

    private static void deleteQuietly(Path folder) {
        try {
            Folders.delete(folder);
        } catch (IOException e) {
            // The next start tries again.
        }
    }

    /**
     * Returns a free port below the range for outgoing connections. In that range, a connection of another process
     * could take the port before the server does.
     */
    private static int freePort() throws IOException {
        for (int i = 0; i < PORT_TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST_PORT, HIGHEST_PORT + 1);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.ofLiteral(HOST))) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // Another program uses the port.
            }
        }
        throw new IOException(
                "none of %d tried ports from %d to %d is free".formatted(PORT_TRIES, LOWEST_PORT, HIGHEST_PORT));
    }

    private static Path data(Path home) {
        return home.resolve("data");
    }

    private static Path pidFile(Path home) {
        return home.resolve("server.pid");
    }

    private Path logFile() {
        return home.resolve("server.log");
    }

    @Override
    public String host() {
        return HOST;
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String user() {
        return USER;
    }

    @Override
    public String password() {
        return password;
    }

    /** Returns the version. The first call waits until the server accepts the login, and stops a server that does not. */
    @Override
    public String version() {
        synchronized (login) {
            if (version == null) {
                try {
                    version = awaitLogin();
                    Files.deleteIfExists(initFile);
                } catch (IOException e) {
                    close();
                    throw new DatabaseException("Cannot delete " + initFile + ": " + e.getMessage(), e);
                } catch (RuntimeException e) {
                    close();
                    throw e;
                }
            }
            return version;
        }
    }

    @Override
    public Connection connect(String schema) throws SQLException {
        version();
        return Database.super.connect(schema);
    }

    @Override
    public String url(String schema) {
        return "jdbc:mysql://" + HOST + ":" + port + "/" + schema + "?sslMode=DISABLED&allowPublicKeyRetrieval=true";
    }

    @Override
    public void close() {
        try {
            if (!Runtime.getRuntime().removeShutdownHook(stopAtExit)) {
                return; // stopped already
            }
        } catch (IllegalStateException e) {
            return; // the JVM exits, and the hook stops the server
        }
        stop();
    }

    @Override
    public String toString() {
        return version() + " embedded in " + home;
    }
}
