package org.speedwell.bench.tpch;

import com.speedment.runtime.core.Speedment;
import com.speedment.runtime.core.manager.Manager;
import java.util.stream.Stream;
import org.speedwell.accelerator.DataStoreComponent;
import org.speedwell.accelerator.query.Reference;
import org.speedwell.accelerator.query.ReferenceKey;
import org.speedwell.tpch.Customer;
import org.speedwell.tpch.CustomerManager;
import org.speedwell.tpch.LineItem;
import org.speedwell.tpch.LineItemManager;
import org.speedwell.tpch.Nation;
import org.speedwell.tpch.NationManager;
import org.speedwell.tpch.Order;
import org.speedwell.tpch.OrderManager;
import org.speedwell.tpch.Part;
import org.speedwell.tpch.PartSupplier;
import org.speedwell.tpch.PartSupplierManager;
import org.speedwell.tpch.Region;
import org.speedwell.tpch.Supplier;
import org.speedwell.tpch.SupplierManager;

/** The input of the queries: streams of the tables, and the references between the tables. */
public final class TpchTables {
    private final LineItemManager lineItems;
    private final OrderManager orders;
    private final CustomerManager customers;
    private final SupplierManager suppliers;
    private final PartSupplierManager supplies;
    private final NationManager nations;
    private final Streams streams;

    /** The order of a line item. This and the next eight references start at a line item. */
    final Reference<LineItem, Order> order;

    final Reference<LineItem, Customer> customer;
    final Reference<LineItem, Nation> customerNation;
    final Reference<LineItem, Region> customerRegion;
    final Reference<LineItem, Part> part;
    final Reference<LineItem, Supplier> supplier;
    final Reference<LineItem, Nation> supplierNation;
    final Reference<LineItem, Region> supplierRegion;
    final Reference<LineItem, PartSupplier> supply;

    /** The part of a supply. This and the next three references start at a supply. */
    final Reference<PartSupplier, Part> suppliedPart;

    final Reference<PartSupplier, Supplier> supplyingSupplier;
    final Reference<PartSupplier, Nation> supplyingNation;
    final Reference<PartSupplier, Region> supplyingRegion;

    final Reference<Supplier, Nation> nation;

    /** Any order of a customer. */
    final Reference<Customer, Order> anyOrder;

    /** A function that creates a stream from a manager. */
    @FunctionalInterface
    interface Streams {
        <E> Stream<E> of(Manager<E> manager);
    }

    /**
     * Creates the tables of an application whose store is loaded.
     *
     * @param parallel true for parallel streams
     */
    public TpchTables(Speedment app, boolean parallel) {
        this(app, parallel ? new ParallelStreams() : Manager::stream);
    }

    /** A class instead of a lambda, because a lambda cannot implement a generic method. */
    private static final class ParallelStreams implements Streams {
        @Override
        public <E> Stream<E> of(Manager<E> manager) {
            return manager.stream().parallel();
        }
    }

    TpchTables(Speedment app, Streams streams) {
        this.streams = streams;
        lineItems = app.getOrThrow(LineItemManager.class);
        orders = app.getOrThrow(OrderManager.class);
        customers = app.getOrThrow(CustomerManager.class);
        suppliers = app.getOrThrow(SupplierManager.class);
        supplies = app.getOrThrow(PartSupplierManager.class);
        nations = app.getOrThrow(NationManager.class);
        DataStoreComponent store = app.getOrThrow(DataStoreComponent.class);
        order = store.reference(LineItem.ORDER_KEY);
        customer = order.then(Order.CUSTOMER_KEY);
        customerNation = customer.then(Customer.NATION_KEY);
        customerRegion = customerNation.then(Nation.REGION_KEY);
        part = store.reference(LineItem.PART_KEY);
        supplier = store.reference(LineItem.SUPPLIER_KEY);
        supplierNation = supplier.then(Supplier.NATION_KEY);
        supplierRegion = supplierNation.then(Nation.REGION_KEY);
        supply = store.reference(
                ReferenceKey.of(LineItem.PART_KEY, PartSupplier.PART_KEY),
                ReferenceKey.of(LineItem.SUPPLIER_KEY, PartSupplier.SUPPLIER_KEY));
        suppliedPart = store.reference(PartSupplier.PART_KEY);
        supplyingSupplier = store.reference(PartSupplier.SUPPLIER_KEY);
        supplyingNation = supplyingSupplier.then(Supplier.NATION_KEY);
        supplyingRegion = supplyingNation.then(Nation.REGION_KEY);
        nation = store.reference(Supplier.NATION_KEY);
        anyOrder = store.reference(ReferenceKey.of(Customer.CUSTOMER_KEY, Order.CUSTOMER_KEY));
    }

    Stream<LineItem> lineItems() {
        return streams.of(lineItems);
    }

    Stream<Order> orders() {
        return streams.of(orders);
    }

    Stream<Customer> customers() {
        return streams.of(customers);
    }

    Stream<PartSupplier> supplies() {
        return streams.of(supplies);
    }

    Stream<Supplier> suppliers() {
        return streams.of(suppliers);
    }

    Stream<Nation> nations() {
        return streams.of(nations);
    }
}
