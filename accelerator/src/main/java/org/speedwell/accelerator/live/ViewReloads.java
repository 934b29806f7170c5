package org.speedwell.accelerator.live;

import java.time.Duration;
import java.util.List;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.replication.Replicator;

/** A thread that periodically reloads the views of a store that follows its database. */
final class ViewReloads implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(ViewReloads.class.getName());

    private final Replicator follower;
    private final List<TableId<?>> views;
    private final Duration period;
    private final Thread thread;

    private ViewReloads(Replicator follower, List<TableId<?>> views, Duration period) {
        this.follower = follower;
        this.views = views;
        this.period = period;
        this.thread = Thread.ofVirtual().name("speedwell-views").unstarted(this::run);
    }

    static ViewReloads start(Replicator follower, List<TableId<?>> views, Duration period) {
        ViewReloads reloads = new ViewReloads(follower, views, period);
        reloads.thread.start();
        return reloads;
    }

    private void run() {
        try {
            while (!follower.isStopped()) {
                Thread.sleep(period);
                for (TableId<?> view : views) {
                    reload(view);
                }
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    private void reload(TableId<?> view) throws InterruptedException {
        try {
            follower.reload(view);
        } catch (InterruptedException e) {
            throw e;
        } catch (Throwable e) { // the next reload may succeed
            LOG.log(
                    System.Logger.Level.WARNING,
                    () -> "View " + view.table()
                            + " could not be reloaded. Streams keep its last rows. Reason: "
                            + (e instanceof LoadException ? e.getMessage() : e));
        }
    }

    /** Ends the reloads. Does not wait for a running load, whose result is dropped. */
    @Override
    public void close() {
        thread.interrupt();
    }
}
