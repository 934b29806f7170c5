package org.speedwell.demo.web;

import java.time.Duration;

/**
 * The limits that protect the server from its clients.
 *
 * @param request the time in which a connection must deliver a complete request, from its start or from the last
 * response
 * @param pages the maximum number of listening pages; simultaneous arrivals may exceed it slightly
 * @param tenure the time that a page may listen before the server may close it in favour of a new page
 */
record Limits(Duration request, int pages, Duration tenure) {
    static final Limits DEFAULTS = new Limits(Duration.ofSeconds(15), 500, Duration.ofMinutes(1));
}
