import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkLimit, signingKeys } from '@earworm/contracts';
import { type Bus, natsServers } from '@earworm/service-kit/bus';
import { connectNatsBus } from '@earworm/service-kit/bus/nats';
import { createLog } from '@earworm/service-kit/log';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { connect, errors, type NatsConnection } from '@nats-io/transport-node';
import { Guard } from '../harness/guard.js';
import { natsChild, type NatsServer } from '../harness/nats-server.js';
import { ROOT } from '../harness/root.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { describeWithNats } from './support/describe-with-nats.js';

describeWithNats('the NATS server as it is shipped', (source) => {
  let guard: Guard;
  let nats: NatsServer;
  const connections: NatsConnection[] = [];
  const buses: Bus[] = [];
  beforeAll(async () => {
    const folder = await temporaryFolder('nats');
    guard = new Guard(folder);
    nats = await natsChild(source, guard, folder);
    await nats.child?.start();
  });
  afterAll(async () => {
    await Promise.all([...connections.map((each) => each.close()), ...buses.map((bus) => bus.drain())]);
    await guard?.cleanUp();
  });

  /** A client with the service's password that is not the service. */
  async function as(service: string) {
    const connection = await connect(natsServers(nats.urlOf(service)));
    connections.push(connection);
    const refused: string[] = [];
    void (async () => {
      for await (const status of connection.status())
        if (status.type === 'error' && status.error instanceof errors.PermissionViolationError)
          refused.push(`${status.error.operation} ${status.error.subject}`);
    })();
    const received: string[] = [];
    const subscribe = (subject: string) =>
      connection.subscribe(subject, { callback: (error, message) => void (error ?? received.push(message.subject)) });
    return { connection, refused, received, subscribe };
  }
  async function busOf(service: string): Promise<Bus> {
    const log = createLog('spec', { level: 'silent' });
    const bus = await connectNatsBus({ url: nats.urlOf(service), name: service, log });
    buses.push(bus);
    return bus;
  }

  it('accepts users with their passwords and rejects all other credentials', async () => {
    const { servers, user = '' } = natsServers(nats.urlOf('game'));
    const { pass: ofAnother } = natsServers(nats.urlOf('feedback'));
    for (const credentials of [{}, { user }, { user, pass: ofAnother }, { user: 'unknown', pass: 'another' }])
      await expect(connect({ servers, reconnect: false, ...credentials })).rejects.toThrow(errors.AuthorizationError);
    const { connection } = await as('game');
    expect(connection.info?.max_payload).toBe(8 * 1024 * 1024);
  });

  it('listens on this machine alone unless a flag says otherwise', async () => {
    const config = await readFile(join(ROOT, 'deploy/nats/services.conf'), 'utf8');
    expect(config.match(/^listen: .*$/gm)).toEqual(['listen: "127.0.0.1:4222"']);
  });

  describe('permissions of NATS users', () => {
    it.each([
      ['feedback', 'game.command.7'],
      ['telemetry', 'game.events.some-game.full'],
      ['library', 'identity.revoked'],
      ['game', 'rate-limit.check'],
      ['rate-limit', 'game.presence.some-game'],
      ['identity', 'operations.wanted'],
    ])('%s publishes nothing on %s', async (service, subject) => {
      const [user, spec] = await Promise.all([as(service), as('spec')]);
      spec.subscribe(subject);
      await spec.connection.flush();
      user.connection.publish(subject, 'anything');
      user.connection.publish('operations.vitals', 'permitted');
      await user.connection.flush();
      await spec.connection.flush();
      expect(user.refused).toEqual([`publish ${subject}`]);
      expect(spec.received).toEqual([]);
    });

    it.each([
      ['feedback', 'game.events.*.*'],
      ['feedback', '>'],
      ['telemetry', 'game.command.*'],
      ['library', 'identity.sign-in'],
      ['game', 'identity.revoked'],
      ['rate-limit', '_INBOX.>'],
      ['feedback', '_INBOX.gateway.>'],
    ])('%s receives nothing from %s', async (service, subject) => {
      const [user, spec] = await Promise.all([as(service), as('spec')]);
      user.subscribe(subject);
      await user.connection.flush();
      for (const each of ['game.events.g.full', 'game.command.1', 'identity.sign-in', '_INBOX.gateway.a.1'])
        spec.connection.publish(each, 'a secret');
      await spec.connection.flush();
      await user.connection.flush();
      expect(user.refused).toEqual([`subscription ${subject}`]);
      expect(user.received).toEqual([]);
    });

    it('a call reaches the service that serves it, and its reply the caller alone', async () => {
      const [gateway, identity, library] = await Promise.all([busOf('gateway'), busOf('identity'), as('library')]);
      identity.serve(signingKeys, () => ({ keys: [], issuer: 'http://issuer' }) as never);
      await identity.flush();
      library.subscribe('_INBOX.gateway.>');
      await library.connection.flush();
      const reply = await gateway.request(signingKeys.subject, Buffer.from('{}'), 30_000);
      expect(Buffer.from(reply).toString()).toContain('"ok"');
      await library.connection.flush();
      expect(library.received).toEqual([]);
    });

    it('a service answers the caller of a request once, and no other subject', async () => {
      const [gateway, limiter] = await Promise.all([as('gateway'), as('rate-limit')]);
      const replies: string[] = [];
      gateway.connection.subscribe('_INBOX.gateway.spec.*', {
        callback: (_, message) => void replies.push(`${message.subject} ${message.string()}`),
      });
      limiter.connection.subscribe(checkLimit.subject, {
        callback: (_, message) => {
          for (const answer of ['first', 'second']) message.respond(Buffer.from(answer));
          limiter.connection.publish('_INBOX.gateway.spec.2', 'forged');
        },
      });
      await limiter.connection.flush();
      gateway.connection.publish(checkLimit.subject, '{}', { reply: '_INBOX.gateway.spec.1' });
      await gateway.connection.flush();
      await eventually(() =>
        expect(limiter.refused).toEqual(['publish _INBOX.gateway.spec.1', 'publish _INBOX.gateway.spec.2']),
      );
      await gateway.connection.flush();
      expect(replies).toEqual(['_INBOX.gateway.spec.1 first']);
    });

    it('a service with the password of another one logs one line for each kind of subject', async () => {
      const lines: { subject?: string; operation?: string }[] = [];
      const log = createLog('spec', { level: 'warn', to: { write: (line) => void lines.push(JSON.parse(line)) } });
      const bus = await connectNatsBus({ url: nats.urlOf('feedback'), name: 'library', log });
      buses.push(bus);
      for (const game of ['a', 'b']) bus.publish(`game.events.${game}.full`, Buffer.from('x'));
      await bus.flush();
      await eventually(() => expect(lines).toHaveLength(2));
      expect(lines.map(({ operation, subject = '' }) => `${operation} ${subject.split('.')[0]}`)).toEqual([
        'subscription _INBOX',
        'publish game',
      ]);
    });
  });
});
