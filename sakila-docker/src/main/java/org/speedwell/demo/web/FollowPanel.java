package org.speedwell.demo.web;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.model.Position;
import org.speedwell.demo.shop.Shop;

/** A panel that sends the state of the replication to the pages. Thread-safe. */
final class FollowPanel implements AutoCloseable {
    private static final int PERIOD_MILLIS = 250;

    private final Shop shop;
    private final Broadcast broadcast;
    private final SnapshotPanel snapshot;
    private final Ticker ticker = new Ticker("follow panel", PERIOD_MILLIS, this::look);

    /**
     * The state of the replication.
     *
     * @param phase the phase; null if memory does not follow the database
     * @param ageMillis the maximum age of the data that new streams read
     * @param version the version that new streams read
     * @param held the number of rows in this version
     * @param rows the number of rows that all transactions have changed
     * @param trouble why the replication has a problem; null if it has none
     * @param stopped the tables that the replication no longer follows, and the reasons
     */
    record State(
            FollowStatus.@Nullable Phase phase,
            long ageMillis,
            long version,
            long held,
            long transactions,
            long rows,
            long reloads,
            @Nullable String position,
            @Nullable String trouble,
            Map<String, String> stopped) {}

    FollowPanel(Shop shop, Broadcast broadcast, SnapshotPanel snapshot) {
        this.shop = shop;
        this.broadcast = broadcast;
        this.snapshot = snapshot;
        broadcast.publish("follow", state());
        ticker.start();
    }

    private void look() {
        if (broadcast.listeners() > 0) {
            broadcast.publish("follow", state());
            snapshot.look();
        }
    }

    private State state() {
        DataStoreComponent store = shop.store();
        long age = store.age().toMillis();
        String position = store.position().map(Position::toString).orElse(null);
        return store.followStatus()
                .map(status -> new State(
                        status.phase(),
                        age,
                        store.version(),
                        store.rows(),
                        status.transactions(),
                        status.rows(),
                        status.reloads(),
                        position,
                        status.problem().orElse(null),
                        status.stopped()))
                .orElseGet(() -> new State(
                        null,
                        age,
                        store.version(),
                        store.rows(),
                        0,
                        0,
                        0,
                        position,
                        shop.applications().replicationProblem(),
                        Map.of()));
    }

    @Override
    public void close() {
        ticker.close();
    }
}
