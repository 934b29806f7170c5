package org.speedwell.demo.web;

import com.google.gson.Gson;
import io.javalin.http.sse.SseClient;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tells all open pages what changes, as server-sent events. An event is the whole state of a topic, so a page that is
 * slow misses states and never the last one, and one that comes later is told the present state of all. Thread-safe; a
 * page holds nobody up.
 */
final class Broadcast implements AutoCloseable {
    private final Gson json;
    private final Limits limits;
    private final Map<String, String> latest = new ConcurrentHashMap<>();
    private final Set<Page> pages = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Broadcast(Gson json, Limits limits) {
        this.json = json;
        this.limits = limits;
    }

    /** Tells the new state of a topic. */
    void publish(String topic, Object state) {
        String text = json.toJson(state);
        latest.put(topic, text);
        pages.forEach(page -> page.tell(topic, text));
    }

    /**
     * Makes room for one more page. Whether a page still reads cannot be seen before much has been sent, so the one that
     * has listened longest gives way: one that is still there comes back by itself.
     *
     * @throws Refusal if there are too many pages, and all came just now
     */
    void makeRoom() {
        if (pages.size() < limits.pages()) {
            return;
        }
        long now = System.nanoTime();
        Page first = Collections.max(List.copyOf(pages), Comparator.comparing(page -> now - page.since));
        if (now - first.since < limits.tenure().toNanos()) {
            throw new Refusal(
                    503, "Too many pages are open: " + pages.size() + " listen already. Try again in a minute.");
        }
        first.leave();
    }

    /** Lets a page listen until it goes away. */
    void join(SseClient client) {
        Page page = new Page(client);
        pages.add(page);
        client.keepAlive();
        client.onClose(page::leave);
        latest.forEach(page::tell);
        Thread.ofVirtual().name("page").start(page::send);
        if (closed) {
            page.leave();
        }
    }

    /** How many pages listen. A page that went away counts until it is written to. */
    int listeners() {
        return pages.size();
    }

    @Override
    public void close() {
        closed = true;
        pages.forEach(Page::leave);
    }

    /** One open page: what it has still to be told, and the thread that tells it. */
    private final class Page {
        private final SseClient client;
        private final long since = System.nanoTime();
        private final Map<String, String> untold = new LinkedHashMap<>();
        private boolean left;

        Page(SseClient client) {
            this.client = client;
        }

        synchronized void tell(String topic, String text) {
            untold.remove(topic); // to its place in the order of news
            untold.put(topic, text);
            notifyAll();
        }

        synchronized void leave() {
            left = true;
            pages.remove(this);
            notifyAll();
        }

        private synchronized Map<String, String> next() throws InterruptedException {
            while (untold.isEmpty() && !left) {
                wait();
            }
            Map<String, String> events = left ? Map.of() : new LinkedHashMap<>(untold);
            untold.clear();
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
                // the page went away in the middle of an event
            } finally {
                leave();
                client.close();
            }
        }
    }
}
