package org.speedwell.bench.scale;

import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.core.Hazelcast;
import java.io.IOException;

/**
 * The JVM of one member. Its arguments are its own address, followed by the addresses of all members. It ends when its
 * standard input ends.
 */
final class ScaleMember {
    static final String CLUSTER = "speedwell-scale";
    static final int PORT = 5701;

    private ScaleMember() {}

    public static void main(String[] arguments) throws IOException {
        Config config = new Config().setClusterName(CLUSTER);
        config.setProperty("hazelcast.logging.type", "none");
        config.setProperty("hazelcast.phone.home.enabled", "false");
        config.setProperty("hazelcast.socket.bind.any", "false");
        config.setProperty("hazelcast.operation.thread.count", "2"); // the minimum
        config.setProperty("hazelcast.operation.generic.thread.count", "2");
        config.setProperty("hazelcast.io.thread.count", "1");
        config.getNetworkConfig().setPort(PORT).setPortAutoIncrement(false);
        config.getNetworkConfig().getInterfaces().setEnabled(true).addInterface(arguments[0]);
        JoinConfig join = config.getNetworkConfig().getJoin();
        join.getAutoDetectionConfig().setEnabled(false);
        join.getMulticastConfig().setEnabled(false);
        join.getTcpIpConfig().setEnabled(true);
        for (int i = 1; i < arguments.length; i++) {
            join.getTcpIpConfig().addMember(arguments[i]);
        }
        config.getJetConfig().setEnabled(true).setCooperativeThreadCount(1);
        Hazelcast.newHazelcastInstance(config);
        while (System.in.read() >= 0) {
            // waits for the end of the input
        }
        Hazelcast.shutdownAll();
        System.exit(0);
    }
}
