package org.speedwell.init;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.speedwell.init.model.Finding;
import org.speedwell.init.model.Model;

/** Whether the views that an application loads as tables can be. */
record ViewCheck(Connection connection, Model model, List<Finding> findings) {
    /** Those that can. */
    List<AskedView> loadable(List<AskedView> views) {
        List<AskedView> loadable = new ArrayList<>();
        for (AskedView view : views) {
            Optional<String> trouble;
            try {
                trouble = view.trouble(connection, model);
            } catch (SQLException e) { // as of a view of a table that is gone, or that the user may not read
                trouble = Optional.of("It cannot be read: " + e.getMessage() + ".");
            }
            if (trouble.isPresent()) {
                findings.add(Finding.error("--view " + view.name(), "cannot be loaded as a table", trouble.get()));
            } else {
                findings.add(Finding.note(view.name(), view.told(), AskedView.MEANING));
                loadable.add(view);
            }
        }
        return loadable;
    }
}
