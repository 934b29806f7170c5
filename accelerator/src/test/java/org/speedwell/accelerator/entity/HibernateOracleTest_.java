package org.speedwell.accelerator.entity;

import jakarta.persistence.metamodel.SingularAttribute;
import jakarta.persistence.metamodel.StaticMetamodel;
import org.speedwell.accelerator.entity.HibernateOracleTest.Copy;
import org.speedwell.accelerator.entity.HibernateOracleTest.CopyKey;
import org.speedwell.accelerator.entity.HibernateOracleTest.Film;
import org.speedwell.accelerator.entity.HibernateOracleTest.Rating;
import org.speedwell.accelerator.entity.HibernateOracleTest.Size;
import org.speedwell.accelerator.entity.HibernateOracleTest.Studio;
import org.speedwell.accelerator.entity.HibernateOracleTest.Versioned;

/**
 * The static metamodel of the entities of {@link HibernateOracleTest}, as the annotation processor of a JPA provider
 * writes it. Hibernate finds it by its name, and fills it.
 */
@SuppressWarnings("NullAway.Init")
public abstract class HibernateOracleTest_ {
    @StaticMetamodel(Versioned.class)
    public abstract static class Versioned_ {
        public static volatile SingularAttribute<Versioned, Integer> version;
    }

    @StaticMetamodel(Film.class)
    public abstract static class Film_ extends Versioned_ {
        public static volatile SingularAttribute<Film, String> title;
        public static volatile SingularAttribute<Film, Short> runningTime;
        public static volatile SingularAttribute<Film, Rating> rating;
        public static volatile SingularAttribute<Film, Size> screen;
        public static volatile SingularAttribute<Film, Studio> studio;

        /** No attribute has this name, so that it stays null, as all do before Hibernate starts. */
        static SingularAttribute<Film, Integer> secondVersion;
    }

    @StaticMetamodel(Size.class)
    public abstract static class Size_ {
        public static volatile SingularAttribute<Size, Integer> width;
    }

    @StaticMetamodel(Copy.class)
    public abstract static class Copy_ {
        public static volatile SingularAttribute<Copy, CopyKey> key;
    }

    @StaticMetamodel(CopyKey.class)
    public abstract static class CopyKey_ {
        public static volatile SingularAttribute<CopyKey, Integer> number;
    }
}
