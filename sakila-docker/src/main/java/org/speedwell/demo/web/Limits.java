package org.speedwell.demo.web;

import java.time.Duration;

/**
 * What the server takes from others before it looks after itself.
 *
 * @param request how long a connection may take to bring a whole request, from its start or from the last response
 * @param pages how many pages may listen at once, give or take those that come at the same moment
 * @param tenure how long a page may listen before it gives way to a new one, if there is no room for that
 */
record Limits(Duration request, int pages, Duration tenure) {
    static final Limits DEFAULTS = new Limits(Duration.ofSeconds(15), 500, Duration.ofMinutes(1));
}
