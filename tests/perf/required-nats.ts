import { findNats, type NatsSource, NO_NATS } from '../harness/nats-server.js';

/** A NATS server that may be started and killed; rejects where there is none. */
export async function requiredNats(): Promise<NatsSource> {
  const nats = await findNats({ ...process.env, NATS_URL: undefined });
  if (!nats) throw new Error(NO_NATS);
  return nats;
}
