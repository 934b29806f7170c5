package org.speedwell.accelerator.speedment;

import com.speedment.common.injector.Injector;
import com.speedment.common.injector.State;
import com.speedment.common.injector.annotation.ExecuteBefore;
import com.speedment.common.injector.annotation.Inject;
import com.speedment.common.injector.annotation.OnlyIfMissing;
import com.speedment.common.injector.annotation.WithState;
import com.speedment.runtime.config.identifier.TableIdentifier;
import com.speedment.runtime.core.component.ManagerComponent;
import com.speedment.runtime.core.component.PasswordComponent;
import com.speedment.runtime.core.component.ProjectComponent;
import com.speedment.runtime.core.component.StreamSupplierComponent;
import com.speedment.runtime.core.component.connectionpool.ConnectionPoolComponent;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.core.stream.parallel.ParallelStrategy;
import com.speedment.runtime.field.trait.HasFinder;
import com.speedment.runtime.join.Join;
import com.speedment.runtime.join.JoinComponent;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.StoreConfiguration;
import org.speedwell.accelerator.database.TableModel;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.live.DatabaseAccess;
import org.speedwell.accelerator.live.LiveStore;
import org.speedwell.accelerator.live.OwnRows;
import org.speedwell.accelerator.live.StoreReference;
import org.speedwell.accelerator.maintain.MaintainedQuery;
import org.speedwell.accelerator.model.Position;
import org.speedwell.accelerator.model.TableId;
import org.speedwell.accelerator.monitor.Explanation;
import org.speedwell.accelerator.monitor.RowDifference;
import org.speedwell.accelerator.plan.ExecutionTrace;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.accelerator.query.ReferenceKey;
import org.speedwell.accelerator.table.Rows;

/** The data store of a Speedment application. It connects Speedment's components with the tables in memory. */
public final class MemoryDataStore extends LiveStore implements DataStoreComponent {
    private static final System.Logger LOG = System.getLogger(MemoryDataStore.class.getName());

    private Predicate<TableIdentifier<?>> isCached = table -> true;
    private @Nullable Application application;

    /** The components of the application, which the store receives when the application has started. */
    private record Application(
            Models models,
            ManagerComponent managers,
            DatabaseAccess access,
            StreamSupplierComponent streams,
            JoinComponent joins,
            RowUpdates updates) {}

    /** Creates a store for an application without a {@link StoreConfiguration}. The injector calls it. */
    @OnlyIfMissing(StoreConfiguration.class)
    public MemoryDataStore() {
        this(StoreConfiguration.defaults());
    }

    /** Creates a store with a configuration. The injector calls it. */
    @Inject
    public MemoryDataStore(StoreConfiguration configuration) {
        super(configuration);
    }

    /** Ends the store when the application stops. The injector calls it. */
    @ExecuteBefore(State.STOPPED)
    public void stop() {
        end();
    }

    /** Selects the tables to hold; all unless called. Must be called before the first load. */
    void selectTables(Predicate<TableIdentifier<?>> tables) {
        isCached = tables;
    }

    /** Returns whether the table is to be in memory. A view is only if the configuration names it. */
    boolean isCached(TableIdentifier<?> table) {
        return isCached.test(table)
                && configuration().isLoaded(table)
                && (configuration().views().containsKey(table) || !isView(table));
    }

    /** Returns whether the application's model has a view of this name. */
    private boolean isView(TableIdentifier<?> table) {
        return application != null && application.models.isView(table);
    }

    @Override
    protected boolean isView(TableId<?> table) {
        return isView(SpeedmentIds.identifier(table));
    }

    /**
     * Returns the components of the started application.
     *
     * @param what the requested operation, for the message
     */
    private Application started(String what) {
        if (application == null) {
            throw new DataStoreException("The application has not started yet. Call build() before you " + what + ".");
        }
        return application;
    }

    /** Receives the other components from the injector. */
    @ExecuteBefore(State.STARTED)
    public void use(
            @WithState(State.RESOLVED) ProjectComponent projects,
            @WithState(State.RESOLVED) ManagerComponent managers,
            @WithState(State.RESOLVED) ConnectionPoolComponent connections,
            @WithState(State.RESOLVED) PasswordComponent passwords,
            Injector injector) {
        JoinComponent joins = injector.getOrThrow(JoinComponent.class);
        Models models = new Models(projects.getProject(), configuration());
        this.application = new Application(
                models,
                managers,
                new SpeedmentAccess(models, connections, passwords),
                injector.getOrThrow(StreamSupplierComponent.class),
                joins,
                new RowUpdates(injector));
        if (!(joins instanceof MemoryJoins)) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "Joins read the database, not the tables in memory. Add the InMemoryBundle after the JoinBundle,"
                            + " or leave the JoinBundle out.");
        }
    }

    @Override
    public <E> E update(Manager<E> manager, E read, Consumer<? super E> change) {
        return started("update").updates.update(manager, read, change);
    }

    @Override
    public <E> Explanation explain(Manager<E> manager, Function<? super Stream<E>, ?> pipeline) {
        return explain(SpeedmentIds.of(manager.getTableIdentifier()), pipeline, new ExecutionTrace());
    }

    @Override
    public <E> Explanation plan(Manager<E> manager, Function<? super Stream<E>, ?> pipeline) {
        return explain(SpeedmentIds.of(manager.getTableIdentifier()), pipeline, new ExecutionTrace(true));
    }

    @Override
    public <T> Explanation explain(Join<T> join, Function<? super Stream<T>, ?> pipeline) {
        return explain(InMemoryJoin.of(join), pipeline, new ExecutionTrace());
    }

    @Override
    public <T> Explanation plan(Join<T> join, Function<? super Stream<T>, ?> pipeline) {
        return explain(InMemoryJoin.of(join), pipeline, new ExecutionTrace(true));
    }

    @Override
    public <T> Join<T> fullOuterJoin(Join<T> leftJoin) {
        return InMemoryJoin.of(leftJoin).full();
    }

    @Override
    public JoinComponent joins(Rows<?>... rows) {
        if (!(started("join").joins instanceof MemoryJoins joins)) {
            throw new DataStoreException(
                    "Joins read the database, not the tables in memory. Add the InMemoryBundle after the JoinBundle,"
                            + " or leave the JoinBundle out.");
        }
        return joins.with(OwnRows.of(rows));
    }

    @Override
    public <E, R> Reference<E, R> reference(HasFinder<E, R> foreignKey) {
        return reference(StoreReference.keys(foreignKey));
    }

    @Override
    @SafeVarargs
    public final <E, R> Reference<E, R> reference(ReferenceKey<E, R> key, ReferenceKey<E, R>... further) {
        return reference(StoreReference.keys(key, further));
    }

    private <E, R> Reference<E, R> reference(List<ReferenceKey<E, R>> keys) {
        return StoreReference.of(keys, this::stream);
    }

    @Override
    public <E> Stream<E> stream(Class<E> rows) {
        return stream(SpeedmentIds.identifier(table(rows)));
    }

    private <T> Stream<T> stream(TableIdentifier<T> table) {
        return started("look up").streams.stream(table, ParallelStrategy.computeIntensityDefault());
    }

    @Override
    protected List<TableModel<?>> tables() {
        Application app = started("load");
        app.models.requireViews();
        return app.models.of(selectedManagers());
    }

    @Override
    protected List<TableModel<?>> allTables() {
        Application app = started("open");
        return app.managers.stream().<TableModel<?>>map(app.models::of).toList();
    }

    @Override
    protected DatabaseAccess access() {
        return started("load").access;
    }

    @Override
    @SuppressWarnings("unchecked") // a manager's entities have its entity class
    protected <E> TableId<E> table(Class<E> rows) {
        return started("stream").managers.stream()
                .<Manager<?>>map(manager -> manager)
                .filter(manager -> manager.getEntityClass() == rows)
                .findFirst()
                .map(manager -> (TableId<E>) SpeedmentIds.of(manager.getTableIdentifier()))
                .orElseThrow(() ->
                        new IllegalArgumentException("The application has no table of class " + rows.getName() + "."));
    }

    @Override
    @SuppressWarnings("unchecked") // the manager of a table has its entity class
    protected <E> Class<E> classOf(TableId<E> table) {
        return (Class<E>) started("look up").managers.stream()
                .<Manager<?>>map(manager -> manager)
                .filter(manager -> SpeedmentIds.of(manager.getTableIdentifier()).equals(table))
                .findFirst()
                .orElseThrow()
                .getEntityClass();
    }

    @Override
    protected String remedyOfAbsence(TableId<?> table) {
        return "Stream it with its manager, which reads the database.";
    }

    /**
     * Returns the managers of all tables to be in memory, sorted by name, because Speedment returns them in any order.
     */
    private List<Manager<?>> selectedManagers() {
        return started("load").managers.stream()
                .<Manager<?>>map(manager -> manager)
                .filter(manager -> isCached(manager.getTableIdentifier()))
                .sorted(Comparator.comparing(
                        Manager::getTableIdentifier,
                        Comparator.<TableIdentifier<?>, String>comparing(TableIdentifier::getDbmsId)
                                .thenComparing(TableIdentifier::getSchemaId)
                                .thenComparing(TableIdentifier::getTableId)))
                .toList();
    }

    private <E> TableId<E> requireHeld(Manager<E> manager) {
        return held(SpeedmentIds.of(manager.getTableIdentifier()));
    }

    @Override
    protected boolean isHeld(TableId<?> table) {
        return isCached(SpeedmentIds.identifier(table));
    }

    @Override
    public void reload(Manager<?> manager) {
        reload(requireHeld(manager));
    }

    @Override
    public Duration age(Manager<?> table) {
        return age(requireHeld(table));
    }

    @Override
    public boolean await(Manager<?> table, Duration timeout) throws InterruptedException {
        return await(requireHeld(table), timeout);
    }

    @Override
    public boolean await(Manager<?> table, Position position, Duration timeout) throws InterruptedException {
        return await(requireHeld(table), position, timeout);
    }

    @Override
    public ChangeStream changes(Collection<? extends Manager<?>> tables) {
        return changes(null, started("follow").models.of(tables));
    }

    @Override
    public ChangeStream changes(Position from, Collection<? extends Manager<?>> tables) {
        return changes(from, started("follow").models.of(tables));
    }

    @Override
    public <E> Stream<RowDifference<E>> changes(Manager<E> table, SnapshotView from, SnapshotView to) {
        return differences(SpeedmentIds.of(table.getTableIdentifier()), from, to);
    }

    @Override
    public <E, R> MaintainedQuery<R> maintain(Manager<E> table, Function<? super Stream<E>, ? extends R> query) {
        return maintained(requireHeld(table), query);
    }

    @Override
    public <T, R> MaintainedQuery<R> maintain(Join<T> join, Function<? super Stream<T>, ? extends R> query) {
        return maintained(InMemoryJoin.of(join), query);
    }
}
