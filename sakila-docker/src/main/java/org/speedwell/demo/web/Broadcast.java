package org.speedwell.demo.web;

import com.google.gson.Gson;
import io.javalin.http.sse.SseClient;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A sender of server-sent events to all open pages. An event is the whole state of a topic. A slow page may miss
 * intermediate states, but never the last one. A new page receives the present state of all topics. Thread-safe. A slow
 * page does not block the publisher.
 */
final class Broadcast implements AutoCloseable {
    private final Gson json;
    private final Limits limits;
    private final Map<String, String> latest = new HashMap<>();
    private final Set<Page> pages = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Broadcast(Gson json, Limits limits) {
        this.json = json;
        this.limits = limits;
    }

    /** Sends the new state of a topic to all pages. */
    void publish(String topic, Object state) {
        String text = json.toJson(state);
        synchronized (latest) { // a page that joins now must not receive this state before an older one
            latest.put(topic, text);
            pages.forEach(page -> page.enqueue(topic, text));
        }
    }

    /**
     * Makes room for one more page. The server cannot see whether a page still reads before it has sent much data. It
     * therefore closes the page that has listened longest. If that page still exists, it connects again by itself.
     *
     * @throws Refusal if too many pages are open, and all of them connected just now
     */
    void makeRoom() {
        List<Page> open = List.copyOf(pages); // pages leave at any time
        if (open.size() < limits.pages()) {
            return;
        }
        long now = System.nanoTime();
        Page first = Collections.max(open, Comparator.comparing(page -> now - page.since));
        if (now - first.since < limits.tenure().toNanos()) {
            throw new Refusal(
                    503, "Too many pages are open: " + open.size() + " listen already. Try again in a minute.");
        }
        first.leave();
    }

    /** Registers a page, which then listens until it disconnects. */
    void join(SseClient client) {
        Page page = new Page(client);
        client.keepAlive();
        client.onClose(page::leave);
        synchronized (latest) {
            pages.add(page);
            latest.forEach(page::enqueue);
        }
        Thread.ofVirtual().name("page").start(page::send);
        if (closed) {
            page.leave();
        }
    }

    /** Returns the number of listening pages. A disconnected page counts until the server writes to it. */
    int listeners() {
        return pages.size();
    }

    @Override
    public void close() {
        closed = true;
        pages.forEach(Page::leave);
    }

    /** An open page, with the events that it has not received and a thread that sends them. */
    private final class Page {
        private final SseClient client;
        private final long since = System.nanoTime();
        private final Map<String, String> unsent = new LinkedHashMap<>();
        private boolean left;

        Page(SseClient client) {
            this.client = client;
        }

        synchronized void enqueue(String topic, String text) {
            unsent.remove(topic); // so that the new event goes to the end of the order
            unsent.put(topic, text);
            notifyAll();
        }

        synchronized void leave() {
            left = true;
            pages.remove(this);
            notifyAll();
        }

        private synchronized Map<String, String> next() throws InterruptedException {
            while (unsent.isEmpty() && !left) {
                wait();
            }
            Map<String, String> events = left ? Map.of() : new LinkedHashMap<>(unsent);
            unsent.clear();
            return events;
        }

        private void send() {
            try {
                for (Map<String, String> events = next(); !events.isEmpty(); events = next()) {
                    events.forEach((topic, text) -> client.sendEvent(topic, text));
                    if (client.terminated()) {
                        leave();
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                // the page disconnected during an event
            } finally {
                leave();
                client.close();
            }
        }
    }
}
