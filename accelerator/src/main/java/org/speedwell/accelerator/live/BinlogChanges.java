package org.speedwell.accelerator.live;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.DataStoreException;
import org.speedwell.accelerator.binlog.BinlogException;
import org.speedwell.accelerator.changes.ChangeLog;
import org.speedwell.accelerator.changes.ChangedRow;
import org.speedwell.accelerator.changes.CommittedRows;
import org.speedwell.accelerator.database.LoadException;
import org.speedwell.accelerator.expression.SpeedmentIds;
import org.speedwell.accelerator.follow.ChangeSet;
import org.speedwell.accelerator.follow.ChangeStream;
import org.speedwell.accelerator.follow.RowChange;
import org.speedwell.accelerator.model.Position;

/** The stream of an application's changes, read from a binlog. */
final class BinlogChanges implements ChangeStream {
    private final ChangeLog log;
    private final Consumer<ChangeStream> onClose;
    private @Nullable Exception end;

    BinlogChanges(ChangeLog log, Consumer<ChangeStream> onClose) {
        this.log = log;
        this.onClose = onClose;
    }

    @Override
    public Optional<ChangeSet> poll(Duration timeout) throws InterruptedException {
        Exception ended = end;
        if (ended != null) {
            throw ended(ended);
        }
        try {
            return Optional.ofNullable(log.poll(timeout)).map(Committed::new);
        } catch (BinlogException | LoadException e) {
            end = e;
            throw ended(e);
        }
    }

    private DataStoreException ended(Exception reason) {
        return new DataStoreException(
                "The stream of changes has ended at " + position() + ": " + reason.getMessage(), reason);
    }

    @Override
    public Position position() {
        return log.position();
    }

    @Override
    public Optional<String> problem() {
        return Optional.ofNullable(log.problem());
    }

    @Override
    public void close() {
        log.close();
        onClose.accept(this);
    }

    /** One transaction. */
    private final class Committed implements ChangeSet {
        private final CommittedRows rows;
        private boolean isRequested;

        Committed(CommittedRows rows) {
            this.rows = rows;
        }

        @Override
        public Position before() {
            return rows.before();
        }

        @Override
        public Position position() {
            return rows.position();
        }

        @Override
        public String transaction() {
            return rows.id();
        }

        @Override
        public Instant committedAt() {
            return rows.at();
        }

        @Override
        public Stream<RowChange<?>> changes() {
            if (isRequested) {
                throw new IllegalStateException("A transaction returns its changes once. Call changes() only once.");
            }
            isRequested = true;
            return StreamSupport.stream(new Changes(), false);
        }

        private final class Changes extends Spliterators.AbstractSpliterator<RowChange<?>> {
            Changes() {
                super(Long.MAX_VALUE, Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.IMMUTABLE);
            }

            @Override
            public boolean tryAdvance(Consumer<? super RowChange<?>> action) {
                ChangedRow<?> next = next();
                if (next != null) {
                    action.accept(change(next));
                }
                return next != null;
            }
        }

        private @Nullable ChangedRow<?> next() {
            try {
                return rows.next();
            } catch (IllegalStateException e) { // closed, or called too late
                throw e;
            } catch (LoadException | RuntimeException e) {
                end = e;
                throw ended(e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new DataStoreException("The thread was interrupted while it read changes.", e);
            }
        }

        private <E> RowChange<E> change(ChangedRow<E> row) {
            return new RowChange<>(
                    SpeedmentIds.identifier(row.table()),
                    rows.id(),
                    rows.at(),
                    Optional.ofNullable(row.before()),
                    Optional.ofNullable(row.after()));
        }
    }
}
