package org.speedwell.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import java.io.Serializable;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * What one member asks of another: a call of the service of that kind and name there, which is found in the user context of its
 * Hazelcast instance. Only the task's class name and values are sent.
 *
 * @param <S> the service
 * @param <R> serializable
 */
abstract class MemberTask<S, R> implements Callable<@Nullable R>, HazelcastInstanceAware, Serializable {
    private static final long serialVersionUID = 1;

    private final Class<S> service;
    private final String name;
    private transient @Nullable HazelcastInstance instance;

    MemberTask(Class<S> service, String name) {
        this.service = service;
        this.name = name;
    }

    /** Null as if there were no such service. */
    abstract @Nullable R call(S called) throws Exception;

    @Override
    public void setHazelcastInstance(HazelcastInstance runsHere) {
        instance = runsHere;
    }

    /** Null if there is no such service on the member. */
    @Override
    public @Nullable R call() throws Exception {
        HazelcastInstance here = instance;
        Object found = here == null ? null : here.getUserContext().get(key(service, name));
        return service.isInstance(found) ? call(service.cast(found)) : null;
    }

    /** Lets tasks find a service. */
    static <S> void register(HazelcastInstance hazelcast, Class<S> kind, String name, S service) {
        if (hazelcast.getUserContext().putIfAbsent(key(kind, name), service) != null) {
            throw new IllegalStateException("There is a " + kind.getSimpleName() + " of the name " + name
                    + " on this member already: close it first, or take another name.");
        }
    }

    static <S> void unregister(HazelcastInstance hazelcast, Class<S> kind, String name, S service) {
        hazelcast.getUserContext().remove(key(kind, name), service);
    }

    private static String key(Class<?> kind, String name) {
        return kind.getName() + " " + name;
    }
}
