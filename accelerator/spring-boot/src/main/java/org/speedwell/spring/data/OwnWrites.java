package org.speedwell.spring.data;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.StaleMemoryException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.transaction.ConfigurableTransactionManager;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.util.ClassUtils;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;

/**
 * The commits of this application that memory may not show yet. A commit belongs to its thread, or to its web request,
 * which several threads may process. A transaction that is not read-only counts as a write, because Spring does not
 * know the statements. Thread-safe.
 */
final class OwnWrites implements SmartInitializingSingleton {
    private static final boolean HAS_REQUESTS = ClassUtils.isPresent(
            "org.springframework.web.context.request.RequestContextHolder", OwnWrites.class.getClassLoader());

    private final DataStore store;
    private final @Nullable Duration timeout;
    private final ObjectProvider<ConfigurableTransactionManager> managers;

    /** The classes whose tables show the last commit of the thread; null if the thread has committed nothing. */
    private final ThreadLocal<@Nullable Set<Class<?>>> ofThread = new ThreadLocal<>();

    /**
     * Creates a listener to all transaction managers of the context.
     *
     * @param timeout the maximum time that a stream waits; null if streams do not wait
     */
    OwnWrites(DataStore store, @Nullable Duration timeout, ObjectProvider<ConfigurableTransactionManager> managers) {
        this.store = store;
        this.timeout = timeout;
        this.managers = managers;
    }

    @Override
    public void afterSingletonsInstantiated() {
        if (timeout != null) {
            managers.forEach(manager -> manager.addListener(new Commits()));
        }
    }

    /** Notes commits. Callbacks of the transaction that run after the commit also see them. */
    private final class Commits implements TransactionExecutionListener {
        @Override
        public void beforeCommit(TransactionExecution transaction) {
            note(transaction);
        }

        /** Notes the commit again, because another thread of the request may have waited before it. */
        @Override
        public void afterCommit(TransactionExecution transaction, @Nullable Throwable failure) {
            note(transaction);
        }
    }

    private void note(TransactionExecution transaction) {
        if (!transaction.isReadOnly()) {
            Set<Class<?>> none = ConcurrentHashMap.newKeySet();
            if (!HAS_REQUESTS || !Requests.set(none)) {
                ofThread.set(none);
            }
        }
    }

    /**
     * Waits until new streams of a table show the commits of the calling thread and of its request.
     *
     * @throws StaleMemoryException if they do not within the timeout
     * @throws IllegalArgumentException if the table is not in memory
     */
    void await(Class<?> rows) {
        if (timeout != null) {
            await(ofThread.get(), rows, timeout);
            if (HAS_REQUESTS) {
                await(Requests.get(), rows, timeout);
            }
        }
    }

    /** @param shown the classes whose tables show the last commit */
    private void await(@Nullable Set<Class<?>> shown, Class<?> rows, Duration limit) {
        if (shown == null || shown.contains(rows)) {
            return;
        }
        try {
            if (!store.await(rows, limit)) {
                throw new StaleMemoryException(
                        "Memory does not show the last commit of this thread in the table of %s within %d ms. %s Raise"
                                        .formatted(rows.getSimpleName(), limit.toMillis(), status())
                                + " speedwell.read-your-writes-timeout, or find out why replication is late.");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DataStoreException("An interrupt ended the wait for the last commit of this thread.", e);
        }
        shown.add(rows);
    }

    private String status() {
        return store.followStatus()
                .map(status -> "Replication is " + status.phase()
                        + status.problem().map(problem -> ": " + problem).orElse("") + ".")
                .orElse("Replication is not running.");
    }

    /** The web requests of Spring. The JVM loads this class only if Spring Web is present. */
    private static final class Requests {
        private static final String ATTRIBUTE = OwnWrites.class.getName();

        /** Notes a commit in the current request. Returns false if there is none, or it has ended. */
        static boolean set(Set<Class<?>> shown) {
            RequestAttributes request = RequestContextHolder.getRequestAttributes();
            if (request == null) {
                return false;
            }
            try {
                request.setAttribute(ATTRIBUTE, shown, RequestAttributes.SCOPE_REQUEST);
                return true;
            } catch (IllegalStateException e) {
                return false; // a thread that has outlived the request
            }
        }

        @SuppressWarnings("unchecked") // set() alone writes the attribute
        static @Nullable Set<Class<?>> get() {
            RequestAttributes request = RequestContextHolder.getRequestAttributes();
            try {
                return request == null
                        ? null
                        : (Set<Class<?>>) request.getAttribute(ATTRIBUTE, RequestAttributes.SCOPE_REQUEST);
            } catch (IllegalStateException e) {
                return null; // the request has ended
            }
        }
    }
}
