package org.speedwell.streaming.hazelcast;

import com.hazelcast.client.HazelcastClient;
import com.hazelcast.client.config.ClientConfig;
import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The members of a separate Hazelcast cluster. They run in this JVM and use only the loopback interface. */
public final class Members implements AutoCloseable {
    private final String cluster = "speedwell-test-" + UUID.randomUUID();
    private final int threads;
    private final boolean jet;
    private final List<HazelcastInstance> members = new ArrayList<>();
    private final List<HazelcastInstance> clients = new ArrayList<>();

    /**
     * Starts the members of a new cluster.
     *
     * @param threads the number of threads of each member for cooperative processors
     */
    public Members(int count, int threads) {
        this(count, threads, true);
    }

    Members(int count, int threads, boolean jet) {
        this.threads = threads;
        this.jet = jet;
        for (int i = 0; i < count; i++) {
            add(new Config());
        }
    }

    public HazelcastInstance add(Config config) {
        config.setClusterName(cluster);
        config.setProperty("hazelcast.logging.type", System.getProperty("speedwell.hazelcastLog", "none"));
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        // In tests many members share few processors.
        config.setProperty("hazelcast.operation.thread.count", "2");
        config.setProperty("hazelcast.operation.generic.thread.count", "2");
        config.setProperty("hazelcast.io.thread.count", "1");
        config.setProperty("hazelcast.max.no.heartbeat.seconds", "300");
        config.getNetworkConfig().setPort(free()).setPortAutoIncrement(true);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        JoinConfig join = config.getNetworkConfig().getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true);
        for (HazelcastInstance member : members) {
            if (member.getLifecycleService().isRunning()) {
                join.getTcpIpConfig()
                        .addMember("127.0.0.1:"
                                + member.getCluster()
                                        .getLocalMember()
                                        .getAddress()
                                        .getPort());
            }
        }
        config.getJetConfig().setEnabled(jet).setCooperativeThreadCount(threads);
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        members.add(member);
        return member;
    }

    private static int free() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public HazelcastInstance get(int member) {
        return members.get(member);
    }

    HazelcastInstance client() {
        ClientConfig config = new ClientConfig();
        config.setClusterName(cluster);
        config.setProperty("hazelcast.logging.type", "none");
        members.stream()
                .filter(member -> member.getLifecycleService().isRunning())
                .forEach(member -> config.getNetworkConfig()
                        .addAddress("127.0.0.1:"
                                + member.getCluster()
                                        .getLocalMember()
                                        .getAddress()
                                        .getPort()));
        HazelcastInstance client = HazelcastClient.newHazelcastClient(config);
        clients.add(client);
        return client;
    }

    /** Terminates a member at once, like a crash. */
    void kill(int member) {
        members.get(member).getLifecycleService().terminate();
    }

    @Override
    public void close() {
        clients.forEach(HazelcastInstance::shutdown);
        members.forEach(member -> member.getLifecycleService().terminate());
    }
}
