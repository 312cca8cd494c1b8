import { describe, expect, it } from '@jest/globals';
import { loadGatewayConfig, LIST_WITHIN_MS } from './gateway.config.js';

describe('the configuration of the gateway', () => {
  it('refuses presence or vitals that would expire between two messages', () => {
    const env = { PRESENCE_EVERY_MS: '6000', PRESENCE_EXPIRES_MS: '12000', OPERATIONS_GONE_MS: '2000' };
    expect(() => loadGatewayConfig(env)).toThrow(/PRESENCE_EXPIRES_MS: .+\n.*OPERATIONS_GONE_MS: /);
  });
});

describe('the defaults of the gateway', () => {
  const config = loadGatewayConfig({});

  it('close a socket without a hello in 5 seconds, without a frame in 25, or that takes nothing for 20', () => {
    expect(config).toMatchObject({ HELLO_WITHIN_MS: 5_000, SILENT_AFTER_MS: 25_000, STALLED_AFTER_MS: 20_000 });
  });

  it('keep events and games without sockets for 100 seconds', () => {
    expect(config).toMatchObject({ RING_MS: 100_000, ROOM_IDLE_MS: 100_000 });
  });

  it('publish presence every 5 seconds and expire it after 12', () => {
    expect(config).toMatchObject({ PRESENCE_EVERY_MS: 5_000, PRESENCE_EXPIRES_MS: 12_000 });
  });

  it('close a slow reader that is overrun twice within 30 seconds', () => {
    expect(config.OVERRUN_AGAIN_MS).toBe(30_000);
  });

  it('let a seated player with an expired token play for 15 minutes', () => {
    expect(config.TOKEN_GRACE_MS).toBe(900_000);
  });

  it('ask for revoked tokens every 5 seconds', () => {
    expect(config.REVOCATIONS_EVERY_MS).toBe(5_000);
  });

  it('close an open socket within 10 seconds after its token is revoked, also when the announcement was lost', () => {
    const [waitsFor, most] = [LIST_WITHIN_MS, 8_000];
    expect(most + waitsFor).toBe(10_000);
    expect(loadGatewayConfig({ REVOCATIONS_EVERY_MS: String(most) }).REVOCATIONS_EVERY_MS).toBe(most);
    expect(() => loadGatewayConfig({ REVOCATIONS_EVERY_MS: String(most + 1) })).toThrow(/REVOCATIONS_EVERY_MS: /);
  });

  it('report lost sockets to telemetry every 5 seconds', () => {
    expect(config.SESSION_SIGNS_EVERY_MS).toBe(5_000);
  });

  it('refresh the operations page every second and drop a silent instance after 30', () => {
    expect(config).toMatchObject({ OPERATIONS_EVERY_MS: 1_000, OPERATIONS_GONE_MS: 30_000 });
  });

  it('wait 300 ms for the rate-limit service', () => {
    expect(config.LIMIT_WITHIN_MS).toBe(300);
  });

  it('answer a command within 4 seconds, each attempt within 800 ms', () => {
    expect(config).toMatchObject({ COMMAND_DEADLINE_MS: 4_000, ATTEMPT_MS: 800 });
  });

  it('allow the headers of a request 10 seconds, and each 4 KiB of its body as long', () => {
    expect(config).toMatchObject({ HEADERS_WITHIN_MS: 10_000, BODY_PROGRESS_MS: 10_000 });
  });

  it('allow one address 8,000 connections, and reserve 128 descriptors', () => {
    expect(config).toMatchObject({ CONNECTIONS_PER_ADDRESS: 8_000, DESCRIPTOR_RESERVE: 128 });
  });

  it('spread the closing of sockets over 20 seconds', () => {
    expect(config.DRAIN_MS).toBe(20_000);
  });
});
