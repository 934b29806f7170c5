package org.speedwell.bench.htap;

import static java.util.stream.Collectors.toMap;
import static java.util.stream.Collectors.toSet;
import static org.speedwell.accelerator.query.ColumnFunctions.value;
import static org.speedwell.accelerator.query.Expressions.substring;

import com.speedment.common.tuple.Tuple2;
import com.speedment.common.tuple.Tuple3;
import com.speedment.common.tuple.Tuple4;
import com.speedment.common.tuple.Tuples;
import com.speedment.runtime.compute.ToString;
import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import com.speedment.runtime.field.IntField;
import com.speedment.runtime.field.predicate.SpeedmentPredicate;
import com.speedment.runtime.join.Join;
import com.speedment.runtime.join.JoinComponent;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.SnapshotView;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.accelerator.query.ReferenceKey;
import org.speedwell.chbench.Customer;
import org.speedwell.chbench.CustomerManager;
import org.speedwell.chbench.District;
import org.speedwell.chbench.DistrictManager;
import org.speedwell.chbench.Item;
import org.speedwell.chbench.ItemManager;
import org.speedwell.chbench.Nation;
import org.speedwell.chbench.NationManager;
import org.speedwell.chbench.NewOrder;
import org.speedwell.chbench.NewOrderManager;
import org.speedwell.chbench.Order;
import org.speedwell.chbench.OrderLine;
import org.speedwell.chbench.OrderLineManager;
import org.speedwell.chbench.OrderManager;
import org.speedwell.chbench.Region;
import org.speedwell.chbench.RegionManager;
import org.speedwell.chbench.Stock;
import org.speedwell.chbench.StockManager;
import org.speedwell.chbench.Supplier;
import org.speedwell.chbench.SupplierManager;
import org.speedwell.chbench.Warehouse;
import org.speedwell.chbench.WarehouseManager;
import org.speedwell.schema.ChBenchmark;

/** The input of the questions: streams of the tables, and the references between the tables. */
final class ChTables {
    /** The code of the nation of a customer: the first character of the state. */
    static final ToString<Customer> NATION_CODE = substring(Customer.STATE.asString(), 0, 1);

    private final Speedment app;
    private final Streams streams;

    /** The order of a line. This and the next reference start at an order line. */
    final Reference<OrderLine, Order> order;

    final Reference<OrderLine, Item> item;

    final Reference<Stock, Item> stockItem;

    /** An order of a customer, if there is one. */
    final Reference<Customer, Order> anyOrder;

    /** A function that creates a stream from a manager. */
    @FunctionalInterface
    interface Streams {
        <E> Stream<E> of(Manager<E> manager);
    }

    /** Returns the tables of the newest version. Later streams of them see the same version, but joins see newer ones. */
    static ChTables ofNewestVersion(Speedment app) {
        SnapshotView version = app.getOrThrow(DataStoreComponent.class).snapshot();
        return new ChTables(app, new Streams() {
            @Override
            public <E> Stream<E> of(Manager<E> manager) {
                return version.stream(manager);
            }
        });
    }

    ChTables(Speedment app, Streams streams) {
        this.app = app;
        this.streams = streams;
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        order = store.reference(
                ReferenceKey.of(OrderLine.WAREHOUSE_ID, Order.WAREHOUSE_ID),
                ReferenceKey.of(OrderLine.DISTRICT_ID, Order.DISTRICT_ID),
                ReferenceKey.of(OrderLine.ORDER_ID, Order.ID));
        item = store.reference(ReferenceKey.of(OrderLine.ITEM_ID, Item.ID));
        stockItem = store.reference(ReferenceKey.of(Stock.ITEM_ID, Item.ID));
        anyOrder = store.reference(
                ReferenceKey.of(Customer.WAREHOUSE_ID, Order.WAREHOUSE_ID),
                ReferenceKey.of(Customer.DISTRICT_ID, Order.DISTRICT_ID),
                ReferenceKey.of(Customer.ID, Order.CUSTOMER_ID));
    }

    /** Returns the orders with their lines. The filters make the join one of all three columns of the key. */
    Stream<Tuple2<Order, OrderLine>> ordersWithLines() {
        return ofSameOrder(joinOrdersAndLines().stream());
    }

    /** Returns the join of orders and lines with equal numbers, which several districts share. */
    Join<Tuple2<Order, OrderLine>> joinOrdersAndLines() {
        return app.getOrThrow(JoinComponent.class)
                .from(OrderManager.IDENTIFIER)
                .innerJoinOn(OrderLine.ORDER_ID)
                .equal(Order.ID)
                .build(Tuples::of);
    }

    /** Restricts the tuples of {@link #joinOrdersAndLines} to lines of the order. */
    static Stream<Tuple2<Order, OrderLine>> ofSameOrder(Stream<Tuple2<Order, OrderLine>> tuples) {
        return tuples.filter(t -> t.get0().getWarehouseId() == t.get1().getWarehouseId())
                .filter(t -> t.get0().getDistrictId() == t.get1().getDistrictId());
    }

    /** Returns some customers with their orders and the lines of these. */
    Stream<Tuple3<Customer, Order, OrderLine>> customersWithLines(SpeedmentPredicate<Customer> customers) {
        return app
                .getOrThrow(JoinComponent.class)
                .from(CustomerManager.IDENTIFIER)
                .where(customers)
                .innerJoinOn(Order.CUSTOMER_ID)
                .equal(Customer.ID)
                .innerJoinOn(OrderLine.ORDER_ID)
                .equal(Order.ID)
                .build(Tuples::of)
                .stream()
                .filter(t -> t.get0().getWarehouseId() == t.get1().getWarehouseId())
                .filter(t -> t.get0().getDistrictId() == t.get1().getDistrictId())
                .filter(t -> t.get1().getWarehouseId() == t.get2().getWarehouseId())
                .filter(t -> t.get1().getDistrictId() == t.get2().getDistrictId());
    }

    /** Returns some customers with their new orders and the lines of these. */
    Stream<Tuple4<NewOrder, Order, Customer, OrderLine>> newOrdersWithLines(SpeedmentPredicate<Customer> customers) {
        return app
                .getOrThrow(JoinComponent.class)
                .from(NewOrderManager.IDENTIFIER)
                .innerJoinOn(Order.ID)
                .equal(NewOrder.ORDER_ID)
                .innerJoinOn(Customer.ID)
                .equal(Order.CUSTOMER_ID)
                .where(customers)
                .innerJoinOn(OrderLine.ORDER_ID)
                .equal(Order.ID)
                .build(Tuples::of)
                .stream()
                .filter(t -> t.get0().getWarehouseId() == t.get1().getWarehouseId())
                .filter(t -> t.get0().getDistrictId() == t.get1().getDistrictId())
                .filter(t -> t.get1().getWarehouseId() == t.get2().getWarehouseId())
                .filter(t -> t.get1().getDistrictId() == t.get2().getDistrictId())
                .filter(t -> t.get1().getWarehouseId() == t.get3().getWarehouseId())
                .filter(t -> t.get1().getDistrictId() == t.get3().getDistrictId());
    }

    Stream<OrderLine> lines() {
        return streams.of(app.getOrThrow(OrderLineManager.class));
    }

    Stream<Order> orders() {
        return streams.of(app.getOrThrow(OrderManager.class));
    }

    Stream<NewOrder> newOrders() {
        return streams.of(app.getOrThrow(NewOrderManager.class));
    }

    Stream<Customer> customers() {
        return streams.of(app.getOrThrow(CustomerManager.class));
    }

    Stream<Stock> stocks() {
        return streams.of(app.getOrThrow(StockManager.class));
    }

    Stream<Supplier> suppliers() {
        return streams.of(app.getOrThrow(SupplierManager.class));
    }

    Stream<District> districts() {
        return streams.of(app.getOrThrow(DistrictManager.class));
    }

    Stream<Warehouse> warehouses() {
        return streams.of(app.getOrThrow(WarehouseManager.class));
    }

    /** Returns the name of each nation, by key. */
    Map<Integer, String> nations() {
        return streams.of(app.getOrThrow(NationManager.class))
                .collect(toMap(Nation::getNationKey, nation -> nation.getName()));
    }

    /** Returns the keys of the nations of a region. */
    Set<Integer> nationsOf(String region) {
        Set<Integer> regions = streams.of(app.getOrThrow(RegionManager.class))
                .filter(Region.NAME.equal(region))
                .map(value(Region.REGION_KEY))
                .collect(toSet());
        return streams.of(app.getOrThrow(NationManager.class))
                .filter(Nation.REGION_KEY.in(regions))
                .map(value(Nation.NATION_KEY))
                .collect(toSet());
    }

    /** Returns the key of a nation. It is also the code in the states of its customers. */
    int nation(String name) {
        return streams.of(app.getOrThrow(NationManager.class))
                .filter(Nation.NAME.equal(name))
                .map(value(Nation.NATION_KEY))
                .findFirst()
                .orElseThrow();
    }

    /** Returns the nation of each supplier, by the keys of both. */
    Map<Integer, Integer> nationsOfSuppliers() {
        return suppliers().collect(toMap(Supplier::getSupplierKey, Supplier::getNationKey));
    }

    /** Returns the keys of the suppliers of some nations. */
    Set<Integer> suppliersOf(Set<Integer> nations) {
        return suppliers()
                .filter(Supplier.NATION_KEY.in(nations))
                .map(value(Supplier.SUPPLIER_KEY))
                .collect(toSet());
    }

    /** Returns a predicate that holds for customers of some nations. */
    static SpeedmentPredicate<Customer> isOf(Set<Integer> nations) {
        return nations.stream()
                .map(nation -> (SpeedmentPredicate<Customer>) Customer.STATE.startsWith(Character.toString(nation)))
                .reduce(SpeedmentPredicate::or)
                .orElseThrow();
    }

    /** Returns a predicate that holds for the stocks of some suppliers. */
    SpeedmentPredicate<Stock> stockOf(Set<Integer> suppliers) {
        return itemsOf(suppliers).entrySet().stream()
                .map(of -> (SpeedmentPredicate<Stock>)
                        Stock.WAREHOUSE_ID.equal(of.getKey()).and(Stock.ITEM_ID.in(of.getValue())))
                .reduce(SpeedmentPredicate::or)
                .orElseThrow();
    }

    /**
     * Returns a predicate that holds for the order lines of some suppliers.
     *
     * @param warehouse the field with the warehouse of the stock
     */
    SpeedmentPredicate<OrderLine> suppliedBy(Set<Integer> suppliers, IntField<OrderLine, Integer> warehouse) {
        return itemsOf(suppliers).entrySet().stream()
                .map(of -> (SpeedmentPredicate<OrderLine>)
                        warehouse.equal(of.getKey()).and(OrderLine.ITEM_ID.in(of.getValue())))
                .reduce(SpeedmentPredicate::or)
                .orElseThrow();
    }

    /** Returns the items of some suppliers for each warehouse: the solutions of warehouse × item = supplier. */
    private Map<Integer, Set<Integer>> itemsOf(Set<Integer> suppliers) {
        int items = (int) streams.of(app.getOrThrow(ItemManager.class)).count();
        Map<Integer, Set<Integer>> all = new HashMap<>();
        for (int warehouse : warehouses().map(value(Warehouse.ID)).toList()) {
            Set<Integer> found = new HashSet<>();
            for (int each = 1; each <= items; each++) {
                if (suppliers.contains(warehouse * each % ChBenchmark.SUPPLIERS)) {
                    found.add(each);
                }
            }
            all.put(warehouse, found);
        }
        return all;
    }
}
