package org.speedwell.streaming.aggregate;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The n greatest events so far, in descending order. The caller passes n and the order to each call, so that this
 * object does not store them.
 */
final class Top<T> implements Serializable {
    private final ArrayList<T> greatest = new ArrayList<>();

    void add(T event, int n, Comparator<? super T> order) {
        int at = greatest.size();
        if (at == n) {
            if (order.compare(event, greatest.getLast()) <= 0) {
                return;
            }
            greatest.removeLast();
            at--;
        }
        while (at > 0 && order.compare(event, greatest.get(at - 1)) > 0) {
            at--;
        }
        greatest.add(at, event);
    }

    void addAll(Top<T> other, int n, Comparator<? super T> order) {
        other.greatest.forEach(event -> add(event, n, order));
    }

    List<T> descending() {
        return List.copyOf(greatest);
    }
}
