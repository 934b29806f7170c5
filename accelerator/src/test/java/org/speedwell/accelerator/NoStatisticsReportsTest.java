package org.speedwell.accelerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.component.StatisticsReporterComponent;
import com.speedment.runtime.core.component.StatisticsReporterSchedulerComponent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.speedwell.accelerator.speedment.NoStatisticsReports;
import org.speedwell.sakila.SakilaApplicationBuilder;

/**
 * Verifies that an application sends no statistics to Speedment. Outgoing calls go to a local port without a server.
 */
@Tag("unit")
class NoStatisticsReportsTest {
    private final ProxySelector before = ProxySelector.getDefault();
    private final List<URI> outgoingCalls = new CopyOnWriteArrayList<>();

    @BeforeEach
    void blockOutgoingCalls() {
        awaitCalls(); // calls of other tests
        ProxySelector.setDefault(new ProxySelector() {
            @Override
            public List<Proxy> select(URI target) {
                if (Set.of("localhost", "127.0.0.1").contains(String.valueOf(target.getHost()))) {
                    return List.of(Proxy.NO_PROXY);
                }
                outgoingCalls.add(target);
                return List.of(new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved("127.0.0.1", 1)));
            }

            @Override
            public void connectFailed(URI target, SocketAddress proxy, IOException failure) {}
        });
    }

    @AfterEach
    void restoreProxySelector() {
        awaitCalls();
        ProxySelector.setDefault(before);
    }

    /** Waits for running calls. Applications make them in the background, when they start and when they stop. */
    private static boolean awaitCalls() {
        return ForkJoinPool.commonPool().awaitQuiescence(2, TimeUnit.MINUTES);
    }

    @Test
    void bundlePreventsStatisticsReports() {
        Set<Thread> threads = Thread.getAllStackTraces().keySet();

        Speedment app = builder().withBundle(InMemoryBundle.class).build();

        assertThat(app.getOrThrow(StatisticsReporterComponent.class)).isInstanceOf(NoStatisticsReports.class);
        assertThat(app.getOrThrow(StatisticsReporterSchedulerComponent.class)).isInstanceOf(NoStatisticsReports.class);
        assertThat(newSchedulers(threads)).isEmpty();
        app.stop();
        assertThat(awaitCalls()).isTrue();
        assertThat(outgoingCalls).isEmpty();
    }

    @Test
    void withoutTheBundleSpeedmentReports() {
        Set<Thread> threads = Thread.getAllStackTraces().keySet();

        Speedment app = builder().build();

        await().atMost(2, TimeUnit.MINUTES).until(() -> !newSchedulers(threads).isEmpty() && !outgoingCalls.isEmpty());
        assertThat(outgoingCalls).first().asString().contains("speedment");
        app.stop();
    }

    private static SakilaApplicationBuilder builder() {
        return new SakilaApplicationBuilder()
                .withPassword("")
                .withSkipCheckDatabaseConnectivity()
                .withSkipLogoPrintout();
    }

    /** Returns the names of new threads that wait for a scheduled task. */
    private static List<String> newSchedulers(Set<Thread> before) {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(thread -> !before.contains(thread.getKey()))
                .filter(thread -> Stream.of(thread.getValue())
                        .anyMatch(
                                frame -> frame.getClassName().startsWith(ScheduledThreadPoolExecutor.class.getName())))
                .map(thread -> thread.getKey().getName())
                .toList();
    }
}
