package org.speedwell.streaming.aggregate;

import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The n greatest events so far, the least of them at hand. */
final class Top<T> {
    private final int n;
    private final Comparator<? super T> order;
    private final PriorityQueue<T> greatest;

    Top(int n, Comparator<? super T> order) {
        this.n = n;
        this.order = order;
        this.greatest = new PriorityQueue<>(order);
    }

    void add(T event) {
        T least = greatest.peek();
        if (least == null || greatest.size() < n) {
            greatest.add(event);
        } else if (order.compare(event, least) > 0) {
            greatest.remove();
            greatest.add(event);
        }
    }

    void addAll(Top<T> other) {
        other.greatest.forEach(this::add);
    }

    List<T> descending() {
        return greatest.stream().sorted(order.reversed()).toList();
    }
}
