import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import type { GameClient } from '@earworm/client';
import { withClient } from '@earworm/service-kit/postgres';
import { eventually } from '@earworm/service-kit/testing';
import { RecordedClients } from '../faults/recorded-clients.js';
import { Services } from '../harness/services.js';
import { TcpLine } from '../harness/tcp-line.js';
import { signInGuest } from '../load/guests.js';
import { describeWithNats } from './support/describe-with-nats.js';
import { RecordedGames } from './support/recorded-games.js';

const DEADLINE_MS = 1_500;
const TIMES = { commandDeadlineMs: DEADLINE_MS, attemptMs: 400 };
/** Events of each game that an absent player misses. */
const MISSED = 30;

describeWithNats('broken connections between browsers, gateways and NATS', (nats) => {
  let services: Services;
  /** From the browsers to each gateway. */
  const lines: TcpLine[] = [];
  const started: RecordedGames[] = [];
  const absent: GameClient[] = [];

  const linesToGateways = () => Promise.all(services.gateways.map(({ url }) => TcpLine.to(Number(new URL(url).port))));
  const urlOf = ({ port }: TcpLine) => `http://127.0.0.1:${port}`;
  const play = async (options: Partial<Parameters<typeof RecordedGames.start>[0]> = {}) => {
    const games = await RecordedGames.start({ urls: services.urls, socketUrls: lines.map(urlOf), ...options });
    started.push(games);
    return games;
  };
  const gatewaysAre = (status: number) =>
    eventually(async () =>
      expect(await Promise.all(['gateway-1', 'gateway-2'].map((name) => services.readiness(name)))).toEqual([
        status,
        status,
      ]),
    );

  beforeAll(async () => {
    services = await Services.start({
      nats,
      only: ['identity', 'rate-limit', 'game', 'gateway'],
      gateways: 2,
      cuttable: true,
      overrides: { gateway: TIMES },
    });
    lines.push(...(await linesToGateways()));
  });
  afterEach(async () => {
    for (const client of absent.splice(0)) client.close();
    for (const games of started.splice(0)) games.close();
    for (const line of lines) line.mend();
    for (const { line } of services.gateways) {
      line?.mend();
      line?.flow();
    }
    if (services.nats?.isRunning === false) await services.nats.start();
    await gatewaysAre(200);
  });
  afterAll(async () => {
    for (const line of lines) line.close();
    await services?.close();
  });

  it('games go on after NATS is killed and started again at once', async () => {
    const games = await play();
    await services.nats?.kill();
    await services.nats?.start();
    await games.goOn();
    await games.endWithoutFault(services.database.adminUrl);
  });

  it('no browser loses its connection while every gateway has lost NATS', async () => {
    const games = await play();
    const resumes = games.count('resumes');
    await services.nats?.kill();
    await gatewaysAre(503);
    expect(games.clients.areAllOnline).toBe(true);
    await services.nats?.start();
    await games.goOn();
    expect(games.count('resumes')).toBe(resumes);
    await games.endWithoutFault(services.database.adminUrl);
  });

  it('games at one gateway go on while the other gateway is cut off from NATS', async () => {
    const [cutOff] = services.gateways;
    const games = await play();
    const beside = await play({ socketUrls: lines.slice(1).map(urlOf), games: 2, rate: 20 });
    cutOff?.line?.cut();
    await eventually(async () => expect(await services.readiness('gateway-1')).toBe(503));
    await beside.accept(20);
    cutOff?.line?.mend();
    await games.goOn();
    for (const each of [games, beside]) await each.endWithoutFault(services.database.adminUrl);
  });

  it('a command that was stalled for longer than its deadline is decided once', async () => {
    const games = await play();
    const [stalled] = services.gateways;
    stalled?.line?.stall('both');
    const stalledAt = Date.now();
    const isOverdue = () =>
      games.clients.records.some(({ commands }) =>
        commands.some(
          ({ givenAt, answeredAt }) => givenAt >= stalledAt && (answeredAt ?? Date.now()) - givenAt >= DEADLINE_MS,
        ),
      );
    await eventually(() => expect(isOverdue()).toBe(true));
    stalled?.line?.flow();
    await games.goOn();
    await games.endWithoutFault(services.database.adminUrl);
  });

  it('all clients resume through either gateway after losing the network three times', async () => {
    const games = await play();
    const before = { resumes: games.count('resumes'), snapshots: games.count('snapshots') };
    for (let round = 0; round < 3; round++) {
      for (const line of lines) line.cut();
      await eventually(() => expect(games.clients.online).toBe(0));
      for (const line of lines) line.mend();
      await games.areOnline();
    }
    await games.goOn();
    const returns = 3 * games.clients.records.length;
    const resumes = games.count('resumes') - before.resumes;
    // A gateway that has not followed the game for long enough sends a snapshot instead.
    expect(resumes + games.count('snapshots') - before.snapshots).toBeGreaterThanOrEqual(returns);
    expect(resumes).toBeGreaterThan(returns / 2);
    await games.endWithoutFault(services.database.adminUrl);
  });

  it('a player who had no network while others played receives every missed event once', async () => {
    const games = await play();
    const theirLines = await linesToGateways();
    const players = new RecordedClients(theirLines.map(urlOf), 6);
    games.clientGroups.push(players);
    for (const gameId of games.gameIds) {
      const guest = await signInGuest(services.urls[0] ?? '');
      const client = players.clientFactory()({ gameId, as: 'player', guest });
      absent.push(client);
      expect(await client.send({ type: 'joinGame', name: 'Absent' })).toMatchObject({ ok: true });
    }
    for (const line of theirLines) line.cut();
    await eventually(() => expect(players.online).toBe(0));
    const leftAt = absent.map(({ state }) => state.version);
    const heads = () => games.session.games.map(({ version }) => version);
    await eventually(() => expect(heads().filter((version, i) => version <= (leftAt[i] ?? 0) + MISSED)).toEqual([]));
    for (const line of theirLines) line.mend();
    await eventually(() => expect(players.areAllOnline).toBe(true));
    await games.goOn();
    // That each saw every event once and in order is checked at the end.
    for (const { state } of absent) {
      const { snapshots, resumes, gaps } = state.counters;
      // The first is a snapshot; so is the second at a gateway that has not followed the game for long enough.
      expect([snapshots + resumes, gaps]).toEqual([2, 0]);
    }
    await games.endWithoutFault(services.database.adminUrl);
    for (const line of theirLines) line.close();
  });

  it('all clients start from a new snapshot when the log was replaced by another history', async () => {
    const games = await play();
    const before = games.count('snapshots');
    await withClient(services.database.adminUrl, (client) => client.query('select game.renew_log_ids()'));
    await eventually(() =>
      expect(games.count('snapshots')).toBeGreaterThanOrEqual(before + games.clients.records.length),
    );
    await games.goOn();
    await games.endWithoutFault(services.database.adminUrl);
  });
});
