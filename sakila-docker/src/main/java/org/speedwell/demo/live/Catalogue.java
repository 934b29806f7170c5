package org.speedwell.demo.live;

import com.speedment.runtime.core.Speedment;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.speedwell.sakila.Category;
import org.speedwell.sakila.CategoryManager;
import org.speedwell.sakila.Customer;
import org.speedwell.sakila.CustomerManager;
import org.speedwell.sakila.Film;
import org.speedwell.sakila.FilmCategory;
import org.speedwell.sakila.FilmCategoryManager;
import org.speedwell.sakila.FilmManager;
import org.speedwell.sakila.Inventory;
import org.speedwell.sakila.InventoryManager;

/**
 * The copies that customers can rent, and the customers who rent them. The catalogue reads them from memory with
 * streams.
 *
 * @param titles the titles of films by film id
 * @param categories the names of categories by category id
 */
record Catalogue(
        List<Copy> copies, List<Integer> customers, Map<Integer, String> titles, Map<Integer, String> categories) {

    /** A copy of a film, in the store that owns it. */
    record Copy(int inventoryId, int filmId, int storeId, int categoryId, long cents) {}

    static Catalogue of(Speedment app) {
        Map<Integer, Film> films =
                app.getOrThrow(FilmManager.class).stream().collect(Collectors.toMap(Film::getFilmId, film -> film));
        Map<Integer, Integer> categoryOfFilm = app.getOrThrow(FilmCategoryManager.class).stream()
                .collect(Collectors.toMap(
                        FilmCategory::getFilmId, each -> (int) each.getCategoryId(), (first, second) -> first));
        List<Copy> copies = app.getOrThrow(InventoryManager.class).stream()
                .map(copy -> copy(copy, films, categoryOfFilm))
                .toList();
        List<Integer> customers = app.getOrThrow(CustomerManager.class).stream()
                .filter(Customer.ACTIVE.equal(true))
                .map(Customer::getCustomerId)
                .toList();
        Map<Integer, String> titles =
                films.values().stream().collect(Collectors.toMap(Film::getFilmId, Film::getTitle));
        Map<Integer, String> categories = app.getOrThrow(CategoryManager.class).stream()
                .collect(Collectors.toMap(each -> (int) each.getCategoryId(), Category::getName));
        return new Catalogue(copies, customers, titles, categories);
    }

    /** Returns the ids of the stores in ascending order. */
    List<Integer> stores() {
        return copies.stream().map(Copy::storeId).distinct().sorted().toList();
    }

    private static Copy copy(Inventory copy, Map<Integer, Film> films, Map<Integer, Integer> categoryOfFilm) {
        Film film = Objects.requireNonNull(films.get(copy.getFilmId()), "the foreign key holds");
        return new Copy(
                copy.getInventoryId(),
                copy.getFilmId(),
                copy.getStoreId(),
                categoryOfFilm.getOrDefault(copy.getFilmId(), 0),
                film.getRentalRate().movePointRight(2).longValue());
    }
}
