package org.speedwell.hazelcast;

import com.hazelcast.config.Config;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** The members of a separate Hazelcast cluster in this JVM. They communicate over the loopback interface. */
final class TestCluster implements AutoCloseable {
    private final String name = "test-" + UUID.randomUUID();
    private final List<HazelcastInstance> members = new ArrayList<>();

    HazelcastInstance start() {
        return start(false);
    }

    HazelcastInstance startLite() {
        return start(true);
    }

    private HazelcastInstance start(boolean isLite) {
        Config config = new Config(name + "-" + members.size());
        config.setClusterName(name);
        config.setLiteMember(isLite);
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.shutdownhook.enabled", "false");
        config.setProperty("hazelcast.wait.seconds.before.join", "0");
        config.setProperty("hazelcast.partition.count", "7");
        config.setProperty("hazelcast.operation.thread.count", "2");
        config.getJetConfig().setEnabled(false);
        config.getNetworkConfig().setPublicAddress(null).setPort(0).setReuseAddress(true);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        var join = config.getNetworkConfig().getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true).setConnectionTimeoutSeconds(60);
        for (HazelcastInstance member : members) {
            if (member.getLifecycleService().isRunning()) {
                var address = member.getCluster().getLocalMember().getAddress();
                join.getTcpIpConfig().addMember(address.getHost() + ":" + address.getPort());
            }
        }
        HazelcastInstance started = Hazelcast.newHazelcastInstance(config);
        members.add(started);
        return started;
    }

    @Override
    public void close() {
        members.forEach(member -> member.getLifecycleService().terminate());
    }
}
