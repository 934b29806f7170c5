package org.speedwell.docs;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks Kubernetes manifests. It reads them with the API types, refuses unknown fields, and resolves the names that
 * they refer to.
 */
final class Manifest {
    private static final Map<String, Class<? extends HasMetadata>> KINDS =
            Map.of("v1 Service", Service.class, "apps/v1 StatefulSet", StatefulSet.class);
    private static final Set<String> PROBED = Set.of("/actuator/health/readiness", "/actuator/health/liveness");
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .annotationIntrospector(new JacksonAnnotationIntrospector() {
                @Override
                public @Nullable Boolean hasAnySetter(MapperConfig<?> config, Annotated member) {
                    return false; // an any-setter would accept every unknown field
                }
            })
            .build();

    private final Snippet snippet;
    private final List<String> failures = new ArrayList<>();
    private final List<Service> services = new ArrayList<>();
    private final List<StatefulSet> sets = new ArrayList<>();

    private Manifest(Snippet snippet) {
        this.snippet = snippet;
    }

    static List<String> failures(Snippet snippet) {
        Manifest manifest = new Manifest(snippet);
        try {
            for (Object document : new Yaml().loadAll(snippet.text())) {
                manifest.read((Map<?, ?>) document);
            }
            manifest.sets.forEach(manifest::check);
            manifest.services.forEach(manifest::check);
        } catch (JacksonException e) {
            manifest.failures.add(snippet.message(e.toString()));
        }
        return manifest.failures;
    }

    private void read(Map<?, ?> document) {
        String kind = document.get("apiVersion") + " " + document.get("kind");
        Class<? extends HasMetadata> type = KINDS.get(kind);
        if (type == null) {
            expect(false, "nothing is known of " + kind);
            return;
        }
        switch (MAPPER.convertValue(document, type)) {
            case Service service -> services.add(service);
            case StatefulSet set -> sets.add(set);
            default -> throw new AssertionError(kind);
        }
    }

    private void expect(boolean holds, String otherwise) {
        if (!holds) {
            failures.add(snippet.message(otherwise));
        }
    }

    private void check(Service service) {
        Map<String, String> selector = service.getSpec().getSelector();
        List<StatefulSet> chosen = sets.stream()
                .filter(set -> set.getSpec()
                        .getTemplate()
                        .getMetadata()
                        .getLabels()
                        .entrySet()
                        .containsAll(selector.entrySet()))
                .toList();
        expect(chosen.size() == 1, "the service chooses " + chosen.size() + " sets of pods by " + selector);
        for (ServicePort port : service.getSpec().getPorts()) {
            expect(
                    chosen.stream()
                            .flatMap(set -> ports(set.getSpec().getTemplate().getSpec()))
                            .anyMatch(port.getTargetPort().getStrVal()::equals),
                    "no pod has the port " + port.getTargetPort().getStrVal());
        }
    }

    private static Stream<String> ports(PodSpec pod) {
        return pod.getContainers().stream()
                .flatMap(container -> container.getPorts().stream())
                .map(ContainerPort::getName);
    }

    private void check(StatefulSet set) {
        PodSpec pod = set.getSpec().getTemplate().getSpec();
        expect(
                set.getSpec()
                        .getTemplate()
                        .getMetadata()
                        .getLabels()
                        .entrySet()
                        .containsAll(
                                set.getSpec().getSelector().getMatchLabels().entrySet()),
                "the pods do not have the labels by which they are chosen");
        expect(
                services.stream()
                        .anyMatch(service -> service.getMetadata()
                                .getName()
                                .equals(set.getSpec().getServiceName())),
                "there is no service " + set.getSpec().getServiceName());
        Set<String> volumes = new HashSet<>();
        pod.getVolumes().stream().map(Volume::getName).forEach(volumes::add);
        set.getSpec()
                .getVolumeClaimTemplates()
                .forEach(claim -> volumes.add(claim.getMetadata().getName()));
        for (Container container : pod.getContainers()) {
            for (VolumeMount mount : container.getVolumeMounts()) {
                expect(volumes.contains(mount.getName()), "there is no volume " + mount.getName());
            }
            check(container, pod);
        }
    }

    private void check(Container container, PodSpec pod) {
        Stream.of(container.getStartupProbe(), container.getReadinessProbe(), container.getLivenessProbe())
                .forEach(probe -> check(probe, pod));
        Quantity limit = container.getResources().getLimits().get("memory");
        Quantity request = container.getResources().getRequests().get("memory");
        expect(
                limit != null
                        && request != null
                        && Quantity.getAmountInBytes(limit).equals(Quantity.getAmountInBytes(request)),
                "memory that is not requested may be gone when the tables need it");
        expect(
                limit != null && Quantity.getAmountInBytes(limit).longValueExact() >= 4L << 30,
                "the page tells how 4Gi are shared out");
        container.getEnv().stream()
                .filter(variable -> variable.getName().equals("JDK_JAVA_OPTIONS"))
                .forEach(
                        variable -> JvmFlags.failure(List.of(variable.getValue().split("\\s+")))
                                .ifPresent(why -> expect(false, why)));
    }

    private void check(@Nullable Probe probe, PodSpec pod) {
        if (probe == null) {
            expect(false, "a probe is missing");
            return;
        }
        expect(
                PROBED.contains(probe.getHttpGet().getPath()),
                "nothing answers at " + probe.getHttpGet().getPath());
        expect(
                ports(pod).anyMatch(probe.getHttpGet().getPort().getStrVal()::equals),
                "there is no port " + probe.getHttpGet().getPort().getStrVal());
    }
}
