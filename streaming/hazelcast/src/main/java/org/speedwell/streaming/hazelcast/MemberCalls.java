package org.speedwell.streaming.hazelcast;

import com.hazelcast.cluster.Member;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import com.hazelcast.nio.serialization.HazelcastSerializationException;
import java.io.InvalidClassException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Remote calls to members. */
final class MemberCalls {
    private static final String EXECUTOR = "speedwell";

    private MemberCalls() {}

    /**
     * Runs a call on a member and returns its result.
     *
     * @throws IllegalStateException if the member rejects or does not know a class, or the calling thread is
     *     interrupted
     */
    static <R extends @Nullable Object> R call(HazelcastInstance hazelcast, Member member, Callable<R> question) {
        IExecutorService executor = hazelcast.getExecutorService(EXECUTOR);
        try {
            return executor.submitToMember(question, member).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("An interrupt stopped the call of member " + member.getAddress() + ".", e);
        } catch (ExecutionException e) {
            throw told(member, e.getCause() == null ? e : e.getCause());
        } catch (HazelcastSerializationException e) {
            throw told(member, e);
        }
    }

    /** Returns the message of a deserialization filter that rejected a class. Null if there is none. */
    private static @Nullable String rejection(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof SecurityException || each instanceof InvalidClassException && isOfFilter(each)) {
                return each.getMessage();
            }
        }
        return null;
    }

    private static boolean isOfFilter(Throwable thrown) {
        return ("" + thrown.getMessage()).contains("filter status");
    }

    private static RuntimeException told(Member member, Throwable thrown) {
        String rejected = rejection(thrown);
        if (rejected != null) {
            return new IllegalStateException(
                    "Member " + member.getAddress() + " rejects a class of this library or of the job: " + rejected
                            + ". Add org.speedwell. and the packages of the job's classes as prefixes to the whitelist"
                            + " of its JavaSerializationFilterConfig.",
                    thrown);
        }
        if (thrown instanceof HazelcastSerializationException) {
            return new IllegalStateException(
                    "Member " + member.getAddress() + " does not know this library (" + thrown.getMessage()
                            + "). Put the same version of streaming-hazelcast on its class path.",
                    thrown);
        }
        return thrown instanceof RuntimeException known
                ? known
                : new IllegalStateException("Member " + member.getAddress() + " failed: " + thrown, thrown);
    }
}
