"""Where spans and metrics go when nobody has set OpenTelemetry up: to an OTLP collector.

The usual variables say where that is and what the service is called: OTEL_EXPORTER_OTLP_ENDPOINT,
OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME.
"""

from __future__ import annotations

from collections.abc import Callable

from ..wiring import require


def export() -> Callable[[], None]:
    """Send what is measured in this process to the collector; what to call at the end."""
    for package in ("opentelemetry.sdk", "opentelemetry.exporter.otlp.proto.http"):
        require(package, "otel")
    from opentelemetry import metrics, trace
    from opentelemetry.exporter.otlp.proto.http.metric_exporter import OTLPMetricExporter
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.metrics import MeterProvider
    from opentelemetry.sdk.metrics.export import PeriodicExportingMetricReader
    from opentelemetry.sdk.resources import OTELResourceDetector, Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    own = Resource.create({"service.name": "recollect"})
    resource = own.merge(OTELResourceDetector().detect())
    tracers = TracerProvider(resource=resource, shutdown_on_exit=False)
    tracers.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    reader = PeriodicExportingMetricReader(OTLPMetricExporter())
    meters = MeterProvider([reader], resource=resource, shutdown_on_exit=False)
    trace.set_tracer_provider(tracers)
    metrics.set_meter_provider(meters)

    def end() -> None:
        tracers.shutdown()
        meters.shutdown()

    return end
