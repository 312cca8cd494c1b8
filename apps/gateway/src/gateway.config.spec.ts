import { describe, expect, it } from '@jest/globals';
import { loadGatewayConfig, LIST_WITHIN_MS } from './gateway.config.js';

describe('the defaults of the gateway', () => {
  const config = loadGatewayConfig({});

  it('close a socket without a hello in 5 seconds, without a frame in 25, or that takes nothing for 20', () => {
    expect(config).toMatchObject({ helloWithinMs: 5_000, silentAfterMs: 25_000, stalledAfterMs: 20_000 });
  });

  it('keep events and games without sockets for 100 seconds', () => {
    expect(config).toMatchObject({ ringMs: 100_000, roomIdleMs: 100_000 });
  });

  it('publish presence every 5 seconds and expire it after 12', () => {
    expect(config).toMatchObject({ presenceEveryMs: 5_000, presenceExpiresMs: 12_000 });
    expect(config.presenceExpiresMs).toBeGreaterThan(2 * config.presenceEveryMs);
  });

  it('close a slow reader that is overrun twice within 30 seconds', () => {
    expect(config.overrunAgainMs).toBe(30_000);
  });

  it('let a seated player with an expired token play for 15 minutes', () => {
    expect(config.TOKEN_GRACE_MS).toBe(900_000);
  });

  it('ask for revoked tokens every 5 seconds', () => {
    expect(config.revocationsEveryMs).toBe(5_000);
  });

  it('close an open socket within 10 seconds after its token is revoked, also when the announcement was lost', () => {
    expect(config.revocationsEveryMs + LIST_WITHIN_MS).toBeLessThanOrEqual(10_000);
  });

  it('report lost sockets to telemetry every 5 seconds', () => {
    expect(config.sessionSignsEveryMs).toBe(5_000);
  });

  it('refresh the operations page every second and drop a silent instance after 30', () => {
    expect(config).toMatchObject({ operationsEveryMs: 1_000, operationsGoneMs: 30_000 });
  });

  it('wait 300 ms for the rate-limit service', () => {
    expect(config.limitWithinMs).toBe(300);
  });

  it('answer a command within 4 seconds, each attempt within 800 ms', () => {
    expect(config).toMatchObject({ commandDeadlineMs: 4_000, attemptMs: 800 });
  });

  it('allow the headers of a request 10 seconds, each 4 KiB of its body as long, and all of it 5 minutes', () => {
    expect(config).toMatchObject({ headersWithinMs: 10_000, bodyProgressMs: 10_000, requestWithinMs: 300_000 });
  });

  it('close a connection whose client takes nothing of a response for a minute', () => {
    expect(config.responseProgressMs).toBe(60_000);
  });

  it('allow one address 8,000 connections, and reserve 128 descriptors', () => {
    expect(config).toMatchObject({ CONNECTIONS_PER_ADDRESS: 8_000, descriptorReserve: 128 });
  });

  it('spread the closing of sockets over 20 seconds', () => {
    expect(config.DRAIN_MS).toBe(20_000);
  });
});
