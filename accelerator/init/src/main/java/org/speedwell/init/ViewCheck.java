package org.speedwell.init;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.speedwell.init.model.Finding;
import org.speedwell.init.model.Model;

/** A check of the views that an application loads as tables. */
record ViewCheck(Connection connection, Model model, List<Finding> findings) {
    /** Returns the views that can be loaded. It adds a finding for each view. */
    List<ViewOption> loadable(List<ViewOption> views) {
        List<ViewOption> loadable = new ArrayList<>();
        for (ViewOption view : views) {
            Optional<String> trouble;
            try {
                trouble = view.problem(connection, model);
            } catch (SQLException e) { // for example, a table of the view is gone, or a grant is missing
                trouble = Optional.of("A query of it fails: " + e.getMessage() + ".");
            }
            if (trouble.isPresent()) {
                findings.add(Finding.error("--view " + view.name(), "not usable as a table", trouble.get()));
            } else {
                findings.add(Finding.note(view.name(), view.describe(), ViewOption.MEANING));
                loadable.add(view);
            }
        }
        return loadable;
    }
}
