package org.speedwell.shop;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** A language of films. */
@Entity
public class Language {
    @Id
    private Integer languageId = 0;

    private String name = "";

    public Integer getLanguageId() {
        return languageId;
    }

    public String getName() {
        return name;
    }
}
