package org.speedwell.streaming.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import com.hazelcast.jet.config.JetConfig;
import java.io.Serializable;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/** A call to a member that checks whether it can run a job. */
final class MemberProbe implements Callable<MemberProbe.Facts>, HazelcastInstanceAware, Serializable {
    private final JobSpec spec;
    private transient @Nullable HazelcastInstance member;

    MemberProbe(JobSpec spec) {
        this.spec = spec;
    }

    /**
     * The facts about a member.
     *
     * @param address the member's address
     * @param threads the number of its threads for cooperative processors
     * @param isEnabled true if Jet is enabled on the member
     * @param trouble the reason why the member cannot define the job; null if it can
     */
    record Facts(
            String address,
            int threads,
            boolean isEnabled,
            @Nullable String trouble) implements Serializable {

        /**
         * Throws if the member cannot run the job.
         *
         * @throws IllegalStateException if Jet is not enabled
         * @throws IllegalArgumentException if the member cannot define the job
         */
        void require(JobSpec spec) {
            if (!isEnabled) {
                throw new IllegalStateException("Job \"" + spec.name() + "\" cannot run on member " + address
                        + ", because Jet is off there. Call config.getJetConfig().setEnabled(true) before the member"
                        + " starts, or set hazelcast.jet.enabled: true in its hazelcast.yaml.");
            }
            if (trouble != null) {
                throw new IllegalArgumentException(trouble);
            }
        }
    }

    @Override
    public void setHazelcastInstance(HazelcastInstance hazelcastInstance) {
        member = hazelcastInstance;
    }

    @Override
    public Facts call() {
        HazelcastInstance here = Objects.requireNonNull(member);
        String address = "" + here.getCluster().getLocalMember().getAddress();
        JetConfig jet = here.getConfig().getJetConfig();
        return new Facts(address, jet.getCooperativeThreadCount(), jet.isEnabled(), trouble(here, address));
    }

    private @Nullable String trouble(HazelcastInstance here, String address) {
        ClassLoader loader = here.getConfig().getClassLoader();
        try {
            spec.requireClass(
                    loader == null ? Thread.currentThread().getContextClassLoader() : loader, "member " + address);
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }
}
