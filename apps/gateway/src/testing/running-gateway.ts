import { beginAct, endAct, RefusedError, type RequestOf, type SignInEndpoints, signingKeys } from '@earworm/contracts';
import { createInProcessHub, type Bus } from '@earworm/service-kit/bus';
import { createLog, type Logger } from '@earworm/service-kit/log';
import { makeKit } from '@earworm/service-kit/bootstrap';
import { BusFaults, connectFaulty } from '@earworm/service-kit/testing/faulty-bus';
import { NestFactory } from '@nestjs/core';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import {
  type GatewayConfig,
  GatewayModule,
  type GatewayOptions,
  loadGatewayConfig,
  useSockets,
} from '../gateway.module.js';

const ISSUER = 'http://earworm.test/realms/earworm';

interface TokenWish {
  readonly roles?: readonly string[];
  /** Negative: it has expired already. */
  readonly expiresInS?: number;
  readonly issuer?: string;
  /** The session it belongs to; default: none. */
  readonly session?: string;
  /** How long ago it was issued, s; default: now. */
  readonly issuedAgoS?: number;
}

export interface RunningGateway {
  readonly port: number;
  readonly httpUrl: string;
  readonly wsUrl: string;
  /** The other services' connection to the bus. */
  readonly bus: Bus;
  /** What happens to messages from the services, and to those from the gateway. */
  readonly faults: { readonly services: BusFaults; readonly gateway: BusFaults };
  /** The audit log: its entries, and whether it refuses more. */
  readonly audit: ScriptedAudit;
  /** Whether the identity provider is an external one, and where users sign in. */
  readonly provider: { external: boolean; endpoints?: SignInEndpoints };
  token(userId: string, wish?: TokenWish): Promise<string>;
  metrics(): Promise<string>;
  /** Open TCP connections of clients. */
  connections(): Promise<number>;
  close(): Promise<void>;
}

interface ScriptedAudit {
  readonly begun: RequestOf<typeof beginAct>[];
  readonly ended: RequestOf<typeof endAct>[];
  isDown: boolean;
}

function serveAudit(bus: Bus): ScriptedAudit {
  const audit: ScriptedAudit = { begun: [], ended: [], isDown: false };
  const refuseWhileDown = () => {
    if (audit.isDown) throw new RefusedError('unavailable');
  };
  bus.serve(beginAct, (entry) => {
    refuseWhileDown();
    return { entryId: String(audit.begun.push(entry)) };
  });
  bus.serve(endAct, (outcome) => {
    refuseWhileDown();
    audit.ended.push(outcome);
    return {};
  });
  return audit;
}

/** A whole gateway on a free port, on an in-process bus; tokens are signed by the spec's own key. */
export async function runGateway(
  env: Record<string, string> = {},
  { overrides, ...options }: GatewayOptions & { overrides?: Partial<GatewayConfig> } = {},
  log: Logger = createLog('gateway', { level: 'silent' }),
): Promise<RunningGateway> {
  const hub = createInProcessHub(log);
  const faults = { services: new BusFaults(), gateway: new BusFaults() };
  const bus = connectFaulty(hub, faults.services, log);
  const kit = makeKit({ name: 'gateway', bus: connectFaulty(hub, faults.gateway, log), log });
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  const key = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'ES256', kty: 'EC' };
  const provider: RunningGateway['provider'] = { external: false };
  bus.serve(signingKeys, () => ({
    issuer: ISSUER,
    audience: 'earworm',
    keys: [key],
    ...(provider.external ? { external: true } : {}),
    ...(provider.endpoints ? { endpoints: provider.endpoints } : {}),
  }));

  const audit = serveAudit(bus);
  const given = loadGatewayConfig({ DRAIN_MS: '0', LIMIT_REQUESTS: '900000/60', ...env });
  const config = { ...given, floodAnswerMs: 0, ...overrides };
  const app = await NestFactory.create(GatewayModule.register(kit, config, options), {
    logger: false,
    bodyParser: false,
    abortOnError: false,
  });
  useSockets(app);
  await app.listen(0, '127.0.0.1');
  const server: Server = app.getHttpServer();
  const { port } = server.address() as AddressInfo;

  return {
    port,
    httpUrl: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port}/ws`,
    bus,
    faults,
    provider,
    audit,
    token: (userId, { roles = ['registered'], expiresInS = 3_600, issuer = ISSUER, issuedAgoS = 0, session } = {}) =>
      new SignJWT({ realm_access: { roles }, name: userId, sid: session })
        .setProtectedHeader({ alg: 'ES256', kid: 'k1', typ: 'at+jwt' })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience('earworm')
        .setIssuedAt(Math.floor(Date.now() / 1000) - issuedAgoS)
        .setExpirationTime(Math.floor(Date.now() / 1000) + expiresInS)
        .sign(privateKey),
    metrics: () => kit.metrics.metrics(),
    connections: () => promisify<number>((done) => server.getConnections(done))(),
    close: async () => {
      await app.close();
      await bus.drain();
    },
  };
}
