package org.speedwell.shop;

import org.speedwell.spring.data.StreamRepository;
import org.springframework.data.jpa.repository.JpaRepository;

/** The languages in the database and in memory. */
public interface LanguageRepository extends JpaRepository<Language, Integer>, StreamRepository<Language> {}
