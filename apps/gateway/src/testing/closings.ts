import type { RunningGateway } from './running-gateway.js';

/** How many sockets this gateway has closed for this reason, by its own counter. */
export async function closings(gateway: Pick<RunningGateway, 'metrics'>, reason: string): Promise<number> {
  const line = new RegExp(`gateway_closings_total\\{reason="${reason}".*\\} (\\d+)`).exec(await gateway.metrics());
  return Number(line?.[1] ?? 0);
}
