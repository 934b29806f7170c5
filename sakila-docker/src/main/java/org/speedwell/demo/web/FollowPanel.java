package org.speedwell.demo.web;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.follow.FollowStatus;
import org.speedwell.accelerator.model.Position;
import org.speedwell.demo.shop.Shop;

/** Tells the pages how memory follows the database. Thread-safe. */
final class FollowPanel implements AutoCloseable {
    private static final int PERIOD_MILLIS = 250;

    private final Shop shop;
    private final Broadcast broadcast;
    private final SnapshotPanel snapshot;
    private final Ticker ticker = new Ticker("follow panel", PERIOD_MILLIS, this::look);

    /**
     * How far it is.
     *
     * @param phase null where the database is not followed
     * @param ageMillis of what new streams show, at most
     * @param version that they show
     * @param held rows in it
     * @param rows changed by all transactions
     * @param trouble why it does not follow as it should, if it does not
     * @param stopped tables that are followed no longer, and why
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
                        shop.applications().followTrouble(),
                        Map.of()));
    }

    @Override
    public void close() {
        ticker.close();
    }
}
