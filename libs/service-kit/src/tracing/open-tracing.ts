import { z } from 'zod';
import { described, url } from '../config.js';
import { NO_TRACING, type ProcessTracing } from './tracing.js';

export * from './tracing.js';

export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: described(
    'observability',
    url('http', 'https').optional(),
    'an OpenTelemetry collector (OTLP over HTTP); without it there are no traces',
  ),
  OTEL_TRACES_SAMPLER_ARG: described(
    'observability',
    z
      .string()
      .default('1')
      .refine((text) => text.trim() !== '' && Number(text) >= 0 && Number(text) <= 1, 'must be a number from 0 to 1')
      .transform(Number),
    'share of traces that are recorded, 0 to 1',
  ),
};
export interface TracingConfig {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}

const OFF: ProcessTracing = { of: () => NO_TRACING, close: () => Promise.resolve() };

export async function openTracing(config: TracingConfig): Promise<ProcessTracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER_ARG: ratio } = config;
  if (endpoint === undefined) return OFF;
  const { openOtlp } = await import('./otlp.js');
  return openOtlp({ endpoint, ratio });
}
