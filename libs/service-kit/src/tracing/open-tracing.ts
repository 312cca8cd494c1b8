import { z } from 'zod';
import { url } from '../config.js';
import { NO_TRACING, type ProcessTracing } from './tracing.js';

export * from './tracing.js';

export const tracingVariables = {
  /** Address of a collector that speaks OTLP/HTTP. Unset: there are no traces. */
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http', 'https').optional(),
  /** Share of traces recorded, 0 to 1. */
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .default('1')
    .refine((text) => text.trim() !== '' && Number(text) >= 0 && Number(text) <= 1, 'must be a number from 0 to 1')
    .transform(Number),
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
