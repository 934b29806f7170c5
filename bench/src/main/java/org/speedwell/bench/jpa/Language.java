package org.speedwell.bench.jpa;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** A language of films. */
@Entity
class Language {
    @Id
    private Integer languageId = 0;

    private String name = "";

    Integer getLanguageId() {
        return languageId;
    }

    String getName() {
        return name;
    }
}
