package org.speedwell.demo.web;

import java.util.concurrent.TimeUnit;
import org.speedwell.demo.live.CommitTimes;
import org.speedwell.demo.live.LiveRentals;
import org.speedwell.demo.shop.Shop;

/** A panel with live rentals. The generator stops when no page listens any more. Thread-safe. */
final class LivePanel implements AutoCloseable {
    private static final int PERIOD_MILLIS = 250;
    private static final long UNWATCHED = TimeUnit.SECONDS.toNanos(20);

    private final Broadcast broadcast;
    private final LiveRentals rentals;
    private final Ticker ticker = new Ticker("live panel", PERIOD_MILLIS, this::look);
    private final boolean writable;
    private long seen = System.nanoTime();
    private long events;
    private long counted = System.nanoTime();
    private double perSecond;
    private boolean isReported;

    /**
     * The state of the panel.
     *
     * @param writable true if the generator may write, because the demo created the schema
     * @param perSecond the events per second that the windows take
     * @param windows the newest windows
     */
    record State(boolean writable, double perSecond, LiveRentals.Reading windows) {}

    LivePanel(Shop shop, Broadcast broadcast) {
        this.broadcast = broadcast;
        writable = shop.isWritable();
        rentals = new LiveRentals(shop);
        ticker.start();
    }

    /**
     * Starts the generator.
     *
     * @param rate the rentals per second
     * @throws Refusal if the rate is out of range
     */
    void start(int rate) {
        if (rate < 1 || rate > LiveRentals.MAX_RATE) {
            throw new Refusal(
                    400,
                    "The rate is " + rate + " rentals per second, but must be from 1 to " + LiveRentals.MAX_RATE + ".");
        }
        rentals.start(rate);
    }

    void stop() {
        rentals.stop();
    }

    /** Returns when the generator last wrote or removed rows, in milliseconds since 1970; 0 for never. */
    long lastWrite() {
        return rentals.lastWrite();
    }

    /** Returns the times of the generator's last commits. */
    CommitTimes commits() {
        return rentals.commits();
    }

    private void look() {
        boolean on = rentals.isOn();
        if (broadcast.listeners() > 0) {
            seen = System.nanoTime();
        } else if (on && System.nanoTime() - seen > UNWATCHED) {
            rentals.stop();
        }
        if (on || !isReported) {
            LiveRentals.Reading reading = rentals.read();
            long now = System.nanoTime();
            if (on && isReported) { // it was off before; that time does not count
                perSecond = 0;
                events = reading.events();
                counted = now;
            } else if (!on || now - counted > TimeUnit.SECONDS.toNanos(1)) {
                perSecond = on ? (reading.events() - events) * 1e9 / (now - counted) : 0;
                events = reading.events();
                counted = now;
            }
            broadcast.publish("live", new State(writable, perSecond, reading));
        }
        isReported = !on; // the state after a stop is published once
    }

    @Override
    public void close() {
        ticker.close();
        rentals.close();
    }
}
