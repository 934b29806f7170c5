package org.speedwell.hazelcast;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceAware;
import java.io.Serializable;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * A call of a service on another member. The task finds the service by type and name in the user context of the
 * Hazelcast instance there. Hazelcast sends only the class name and the values of the task.
 *
 * @param <S> the type of the service
 * @param <R> the result, which must be serializable
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

    /** Calls the service. Null has the same effect as a missing service. */
    abstract @Nullable R call(S called) throws Exception;

    @Override
    public void setHazelcastInstance(HazelcastInstance runsHere) {
        instance = runsHere;
    }

    /** Returns the result of the service, or null if the member has no such service. */
    @Override
    public @Nullable R call() throws Exception {
        HazelcastInstance here = instance;
        Object found = here == null ? null : here.getUserContext().get(key(service, name));
        return service.isInstance(found) ? call(service.cast(found)) : null;
    }

    /** Registers a service, so that tasks of other members find it. */
    static <S> void register(HazelcastInstance hazelcast, Class<S> kind, String name, S service) {
        if (hazelcast.getUserContext().putIfAbsent(key(kind, name), service) != null) {
            throw new IllegalStateException(kind.getSimpleName() + " " + name
                    + " already runs on this member. Close it first, or choose another name.");
        }
    }

    static <S> void unregister(HazelcastInstance hazelcast, Class<S> kind, String name, S service) {
        hazelcast.getUserContext().remove(key(kind, name), service);
    }

    private static String key(Class<?> kind, String name) {
        return kind.getName() + " " + name;
    }
}
