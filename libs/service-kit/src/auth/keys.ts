import { signingKeys } from '@earworm/contracts';
import { createLocalJWKSet, createRemoteJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import type { Bus } from '../bus/port.js';

export type KeySource =
  { readonly url: string } | { readonly bus: Bus; readonly cooldownMs?: number } | { readonly given: JSONWebKeySet };

/** At most one reload per cooldown for unknown key ids: forged tokens must not flood the issuer. */
const COOLDOWN_MS = 10_000;
const KEEP_MS = 10 * 60_000;

export function keysFrom(source: KeySource): JWTVerifyGetKey {
  if ('given' in source) return createLocalJWKSet(source.given);
  if ('url' in source)
    return createRemoteJWKSet(new URL(source.url), { timeoutDuration: 3000, cooldownDuration: COOLDOWN_MS });
  return keysFromBus(source.bus, source.cooldownMs ?? COOLDOWN_MS);
}

function keysFromBus(bus: Bus, cooldownMs: number): JWTVerifyGetKey {
  let current: { find: JWTVerifyGetKey; at: number } | undefined;
  let asking: Promise<JWTVerifyGetKey> | undefined;

  const ask = (): Promise<JWTVerifyGetKey> =>
    (asking ??= bus
      .call(signingKeys, {}, { timeoutMs: 2000 })
      .then(({ keys }) => {
        const find = createLocalJWKSet({ keys });
        current = { find, at: performance.now() };
        return find;
      })
      .finally(() => (asking = undefined)));

  return async (header, token) => {
    const age = current ? performance.now() - current.at : Infinity;
    // Stale keys stay valid while the issuer is down: an identity outage ends no game.
    const find =
      current && age < KEEP_MS ? current.find : await ask().catch((error) => current?.find ?? Promise.reject(error));
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || age < cooldownMs) throw error;
      return (await ask())(header, token);
    }
  };
}
