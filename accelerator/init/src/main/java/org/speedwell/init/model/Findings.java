package org.speedwell.init.model;

import java.util.ArrayList;
import java.util.List;

/** A collector of findings. Findings that differ only in their subject become one. For one thread. */
public final class Findings {
    private final List<Finding> all = new ArrayList<>();

    /** Returns the findings in the order of their first subjects. */
    public List<Finding> all() {
        return all;
    }

    /** Adds a note. */
    public void note(String subject, String what, String meaning) {
        add(Finding.note(subject, what, meaning));
    }

    /** Adds a warning. */
    public void warning(String subject, String what, String meaning) {
        add(Finding.warning(subject, what, meaning));
    }

    private void add(Finding finding) {
        for (int i = 0; i < all.size(); i++) {
            Finding known = all.get(i);
            if (known.what().equals(finding.what()) && known.meaning().equals(finding.meaning())) {
                all.set(i, known.at(known.subject() + ", " + finding.subject()));
                return;
            }
        }
        all.add(finding);
    }
}
