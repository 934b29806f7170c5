package org.speedwell.accelerator.live;

import java.util.Arrays;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.speedwell.accelerator.eval.Hop;
import org.speedwell.accelerator.eval.RowPath;
import org.speedwell.accelerator.store.KnownReferences;
import org.speedwell.accelerator.store.KnownReferences.Known;
import org.speedwell.accelerator.store.Snapshot;
import org.speedwell.accelerator.store.Versions;

/**
 * A listener that checks the changed rows of each version, for the foreign keys that queries have checked in the version
 * before. A query would otherwise check all rows again. Stateless.
 */
final class CarriedReferences implements Versions.Listener {
    private static final System.Logger LOG = System.getLogger(CarriedReferences.class.getName());

    /** The greatest number of changed rows. After more changes, the next query checks the foreign key. */
    private static final int MAX_CHANGES = 4096;

    /** The number of versions after which a foreign key that no query needs is forgotten. */
    private static final int MAX_AGE = 1000;

    @Override
    public void beforePublication(@Nullable Snapshot former, Snapshot next) {
        if (former == null) {
            return;
        }
        VersionStep step = new VersionStep(former, next);
        for (Known known : former.references().all()) {
            try {
                carry(known, step);
            } catch (RuntimeException | Error e) {
                LOG.log(System.Logger.Level.WARNING, "A foreign key must be checked again after a change.", e);
            }
        }
    }

    @Override
    public void afterPublication(Snapshot published) {}

    private static void carry(Known known, VersionStep step) {
        Hop hop = new Hop(known.from().identifier(), known.row());
        RowPath.Step before = hop.in(step.former());
        RowPath.Step after = hop.in(step.latter());
        if (before != null && after != null && known.age() < MAX_AGE) {
            VersionStep.Rows from = step.rows(hop.from());
            VersionStep.Rows to = step.rows(hop.to());
            boolean isKnown =
                    !from.isUnknown() && !to.isUnknown() && from.come().length + to.gone().length <= MAX_CHANGES;
            OptionalInt dangling = isKnown ? dangling(known.dangling(), before, after, from, to) : OptionalInt.empty();
            dangling.ifPresent(row -> step.latter()
                    .references()
                    .add(new Known(after.from(), known.row(), after.table(), row, known.age() + 1)));
        }
    }

    /**
     * Returns a row whose foreign key names no row, or {@link KnownReferences#ALL_THERE}. Returns empty if only a check
     * of all rows could tell.
     *
     * @param known the same of the former version
     */
    private static OptionalInt dangling(
            int known, RowPath.Step before, RowPath.Step after, VersionStep.Rows from, VersionStep.Rows to) {
        if (known != KnownReferences.ALL_THERE) {
            return after.isDangling(known) ? OptionalInt.of(known) : OptionalInt.empty();
        }
        for (int row : from.come()) {
            if (after.isDangling(row)) {
                return OptionalInt.of(row);
            }
        }
        if (to.gone().length > 0 && !before.isReversible()) {
            return OptionalInt.empty();
        }
        for (int row : to.gone()) {
            // all unchanged rows that refer to a row have one key, so that one of them tells
            OptionalInt referring =
                    before.anyReferring(row, 2 * MAX_CHANGES, each -> Arrays.binarySearch(from.gone(), each) < 0);
            if (referring.isEmpty() || referring.getAsInt() >= 0 && after.isDangling(referring.getAsInt())) {
                return referring;
            }
        }
        return OptionalInt.of(KnownReferences.ALL_THERE);
    }
}
