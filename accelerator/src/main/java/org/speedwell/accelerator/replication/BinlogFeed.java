package org.speedwell.accelerator.replication;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.binlog.BinlogAddress;
import org.speedwell.accelerator.binlog.BinlogEntry;
import org.speedwell.accelerator.binlog.BinlogException;
import org.speedwell.accelerator.binlog.BinlogReader;
import org.speedwell.accelerator.binlog.LogOrder;
import org.speedwell.accelerator.database.LoadConnection;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.model.Position;

/** A reader of a server's binlog. Each attempt opens a connection to the next of the servers that have the binlog. */
final class BinlogFeed extends FeedThread {
    /** The number of connections that find the same damage before the reader takes the server's file for damaged. */
    private static final int MAX_DAMAGES = 5;

    /** The number of missed heartbeats after which a server counts as silent. */
    private static final int MISSED_HEARTBEATS = 4;

    /** The shortest time after which a server counts as silent. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final ReplicationSource source;
    private final ReplicationSettings settings;
    private final BiPredicate<String, String> follows;
    private final LogOrder order = new LogOrder();

    /** This and the next fields are used by the reading thread only. */
    private BinlogProgress reached;

    private List<BinlogAddress> addresses = List.of();
    private int attempt;
    private int damages;
    private @Nullable Position damagedAt;
    private volatile @Nullable BinlogReader reader;

    /**
     * Creates a feed.
     *
     * @param onConnection receives the reason why there is no connection, and null when there is one
     */
    BinlogFeed(
            ReplicationSource source,
            ReplicationSettings settings,
            Position from,
            BiPredicate<String, String> follows,
            Consumer<@Nullable String> onConnection) {
        super("speedwell-binlog", settings, onConnection);
        this.source = source;
        this.settings = settings;
        this.follows = follows;
        this.reached = new BinlogProgress(from);
    }

    @Override
    public Optional<String> silence() {
        BinlogReader reading = reader;
        Duration most = settings.heartbeat().multipliedBy(MISSED_HEARTBEATS);
        return Optional.ofNullable(reading)
                .map(BinlogReader::waiting)
                .filter(now -> now.compareTo(most.compareTo(PATIENCE) < 0 ? PATIENCE : most) > 0)
                .map(now -> "The server has sent no complete binlog event for %d ms.".formatted(now.toMillis()));
    }

    @Override
    protected boolean isFinal(BinlogException reason) {
        return switch (reason.reason()) {
            case POSITION, EVENT -> true;
            case CONNECTION, ACCESS -> false;
            case DAMAGED -> {
                Position at = reached.decided();
                damages = at.equals(damagedAt) ? damages + 1 : 1;
                damagedAt = at;
                yield damages >= MAX_DAMAGES; // then the server's file is damaged
            }
        };
    }

    @Override
    protected void read() throws LoadException, BinlogException, InterruptedException {
        int number = attempt++;
        if (addresses.isEmpty()) {
            addresses = addresses();
        }
        read(addresses.get(number % addresses.size()));
    }

    private List<BinlogAddress> addresses() throws LoadException, InterruptedException {
        try (LoadConnection connection = source.connect()) {
            return source.addresses(connection.jdbc());
        }
    }

    private void read(BinlogAddress address) throws BinlogException, InterruptedException {
        Position from = reached.decided();
        reached = new BinlogProgress(from);
        try (BinlogReader opened = new BinlogReader(
                address,
                from,
                settings.serverId(),
                settings.heartbeat(),
                settings.silence(),
                order,
                this::follows,
                this::take)) {
            reader = opened;
            if (!isClosed()) { // else the closing thread may have missed the reader
                opened.read();
            }
        } finally {
            reader = null;
        }
    }

    private boolean follows(String schema, String table) {
        return follows.test(schema, table) || isTapped(schema, table);
    }

    private void take(BinlogEntry entry) throws InterruptedException {
        deliver(entry);
        reached.advance(entry.end());
        if (entry.end().isDecided() && beginTaps()) {
            requireNonNull(reader).recheckTables(); // the reader exists: it has just delivered this entry
        }
    }

    @Override
    protected Position position() {
        return reached.position();
    }

    @Override
    protected void cancel() {
        BinlogReader open = reader;
        if (open != null) {
            open.close();
        }
    }
}
