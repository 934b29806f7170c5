package org.speedwell.spring;

import java.util.LinkedHashMap;
import java.util.Map;
import org.speedwell.accelerator.DataStore;
import org.speedwell.accelerator.model.Position;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;

/** A contributor of facts about the version in memory: its number, time, rows and bytes, and the binlog position. */
final class StoreInfoContributor implements InfoContributor {
    private final DataStore store;

    StoreInfoContributor(DataStore store) {
        this.store = store;
    }

    @Override
    public void contribute(Info.Builder info) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("version", store.version());
        if (store.version() > 0) {
            details.put("takenAt", store.snapshot().takenAt().toString());
            details.put("rows", store.rows());
            details.put("bytes", store.bytes());
            store.position().map(Position::toString).ifPresent(position -> details.put("position", position));
        }
        info.withDetail("speedwell", details);
    }
}
