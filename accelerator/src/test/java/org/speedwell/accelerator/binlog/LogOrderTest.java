package org.speedwell.accelerator.binlog;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Verifies the check that transaction ids have no gaps. */
@Tag("unit")
class LogOrderTest {
    private static final String SERVER = "11111111-2222-3333-4444-555555555555";
    private static final String OTHER = "11111111-2222-3333-4444-666666666666";

    private final LogOrder order = new LogOrder();

    @Test
    void gapIsAcceptedOnlyOnTheSecondConnection() {
        order.begin(SERVER + ":1-10");
        assertThat(order.admits(SERVER + ":11")).isTrue();
        assertThat(order.admits(SERVER + ":13")).isFalse();
        order.begin(SERVER + ":1-11");
        assertThat(order.admits(SERVER + ":13")).isTrue();
        assertThat(order.admits(SERVER + ":14")).isTrue();
    }

    @Test
    void repeatedTransactionIsNotAGap() {
        order.begin(SERVER + ":1-10");
        assertThat(order.admits(SERVER + ":5")).isTrue();
        assertThat(order.admits(SERVER + ":12")).isFalse();
    }

    @Test
    void unorderedReplicaMaySendGaps() {
        order.begin(SERVER + ":1-10:12");
        assertThat(order.admits(SERVER + ":11")).isTrue();
        assertThat(order.admits(SERVER + ":14")).isTrue();
    }

    @Test
    void eachServerAndTagIsNumberedSeparately() {
        order.begin(SERVER + ":1-10:tag:1-3");
        assertThat(order.admits(SERVER + ":tag:4")).isTrue();
        assertThat(order.admits(SERVER + ":11")).isTrue();
        assertThat(order.admits(OTHER + ":1")).isTrue();
        assertThat(order.admits(OTHER + ":3")).isFalse();
        assertThat(order.admits(SERVER + ":tag:6")).isFalse();
    }

    @Test
    void mariaDbDomainsAreChecked() {
        order.begin("0-1-100,7-1-5");
        assertThat(order.admits("0-2-101")).isTrue();
        assertThat(order.admits("7-1-7")).isFalse();
        assertThat(order.admits("7-1-7")).isTrue();
    }

    @Test
    void firstIdMayBeAnyIfNoneIsKnown() {
        order.begin("");
        assertThat(order.admits("0-1-100")).isTrue();
        assertThat(order.admits("0-1-102")).isFalse();
    }
}
