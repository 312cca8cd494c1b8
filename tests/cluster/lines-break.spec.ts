import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GameClient } from '@earworm/client';
import { withClient } from '@earworm/service-kit/postgres';
import { check } from '../faults/check.js';
import { Crowd } from '../faults/crowd.js';
import { readLog } from '../faults/logged.js';
import { findNats, NO_NATS } from '../harness/nats-server.js';
import { Services } from '../harness/services.js';
import { TcpLine } from '../harness/tcp-line.js';
import { signInGuest } from '../load/guests.js';
import { LoadSession } from '../load/session.js';

/** More questions than are asked: `seconds` only says how many there are. */
const SHAPE = { games: 6, players: 6, rate: 60, seconds: 240, warmUp: 0 };
/** Games whose people all are at the second gateway. */
const BESIDE = { ...SHAPE, games: 2, rate: 20 };
const nats = await findNats();
/** Without a NATS server of our own there is nothing to break. */
const describeHere = nats && nats.kind !== 'url' ? describe : describe.skip;
if (nats === null) console.warn(`not run: ${NO_NATS}`);

describeHere('with every line between people, gateways and NATS breaking, one after another', () => {
  let services: Services;
  let session: LoadSession;
  let crowd: Crowd;
  let beside: LoadSession;
  /** From the people to each gateway. */
  const doors: TcpLine[] = [];
  /** One more player in every game, with lines of their own to both gateways; without them for 90 s. */
  const absent: GameClient[] = [];
  const theirDoors: TcpLine[] = [];
  let theirs: Crowd;
  let besideThem: Crowd;
  let cutAt = 0;

  const accepted = () => session.tally.acknowledged.length;
  const allThere = async (withinMs = 30_000) => {
    const until = performance.now() + withinMs;
    while (!crowd.areAllOnline && performance.now() < until) await pause(20);
    expect(crowd.areAllOnline).toBe(true);
  };
  /** Presses are accepted again, and no game is stuck. */
  const goesOn = async () => {
    await allThere();
    const before = accepted();
    const until = performance.now() + 30_000;
    while (accepted() < before + SHAPE.rate && performance.now() < until) await pause(20);
    expect(accepted()).toBeGreaterThanOrEqual(before + SHAPE.rate);
    expect([...session.tally.stuck, ...beside.tally.stuck]).toEqual([]);
  };
  const counted = (name: 'gaps' | 'resumes' | 'snapshots') =>
    session.games.reduce((sum, game) => sum + game.connections[name], 0);

  beforeAll(async () => {
    if (nats === null) return;
    services = await Services.start({ nats, gateways: 2, gameReplicas: 1, cuttable: true });
    for (const { url } of services.gateways) doors.push(await TcpLine.to(Number(new URL(url).port)));
    crowd = new Crowd(
      doors.map(({ port }) => `http://127.0.0.1:${port}`),
      5,
    );
    session = new LoadSession(services.urls, SHAPE, crowd.entrance);
    besideThem = new Crowd([`http://127.0.0.1:${doors[1]?.port}`], 7);
    beside = new LoadSession(services.urls, BESIDE, besideThem.entrance);
    for (const each of [session, beside]) {
      each.tally.measureFrom = 0;
      await each.open();
      each.play(5);
    }
    await goesOn();

    for (const { url } of services.gateways) theirDoors.push(await TcpLine.to(Number(new URL(url).port)));
    theirs = new Crowd(
      theirDoors.map(({ port }) => `http://127.0.0.1:${port}`),
      6,
    );
    for (const { gameId } of session.games) {
      const guest = await signInGuest(services.urls[0] ?? '');
      const client = theirs.entrance()({ gameId, as: 'player', guest });
      absent.push(client);
      expect(await client.send({ type: 'joinGame', name: 'Absent' })).toMatchObject({ ok: true });
    }
    for (const door of theirDoors) door.cut();
    cutAt = performance.now();
  }, 120_000);
  afterAll(async () => {
    for (const client of absent) client.close();
    session?.close();
    beside?.close();
    for (const door of [...doors, ...theirDoors]) door.close();
    await services?.close();
  }, 120_000);

  it('goes on after NATS was killed and started again', async () => {
    await services.nats?.kill();
    await services.nats?.start();
    await goesOn();
  }, 120_000);

  it('goes on after NATS was away for 5 s, and throws nobody out for it', async () => {
    const resumes = counted('resumes');
    await services.nats?.kill();
    await pause(5_000);
    expect(crowd.areAllOnline).toBe(true);
    await services.nats?.start();
    await goesOn();
    expect(counted('resumes')).toBe(resumes);
  }, 120_000);

  it('keeps those on the other gateway playing while one is cut off from NATS alone', async () => {
    const [cutOff] = services.gateways;
    const playedBeside = () => beside.tally.acknowledged.length;
    cutOff?.line?.cut();
    await pause(500);
    const before = playedBeside();
    await pause(2_500);
    // A press every 50 ms, of which a busy machine may keep some for later; stuck games would take none.
    expect(playedBeside()).toBeGreaterThan(before + BESIDE.rate);
    cutOff?.line?.mend();
    await goesOn();
  }, 120_000);

  it('decides a press once that stood still on the line for longer than its deadline', async () => {
    const [still] = services.gateways;
    still?.line?.stall('both');
    await pause(4_500);
    still?.line?.flow();
    await goesOn();
  }, 120_000);

  it('lets everybody go on, through either gateway, who was without a network for 2 s again and again', async () => {
    const before = { resumes: counted('resumes'), snapshots: counted('snapshots') };
    for (let round = 0; round < 3; round++) {
      for (const door of doors) door.cut();
      await pause(2_000);
      for (const door of doors) door.mend();
      await allThere();
    }
    await goesOn();
    const comings = 3 * SHAPE.games * (SHAPE.players + 1);
    const resumes = counted('resumes') - before.resumes;
    const snapshots = counted('snapshots') - before.snapshots;
    // A gateway that has not followed the game for long enough gives a snapshot, never silence.
    expect(resumes + snapshots).toBeGreaterThanOrEqual(comings);
    expect(resumes).toBeGreaterThan(comings * 0.7);
  }, 180_000);

  it('shows every event once, through either gateway, to players of every game who were without a network for 90 s', async () => {
    await pause(Math.max(0, cutAt + 90_000 - performance.now()));
    const missedFrom = absent.map(({ state }) => state.version);
    for (const door of theirDoors) door.mend();
    const until = performance.now() + 30_000;
    while (!theirs.areAllOnline && performance.now() < until) await pause(20);
    await goesOn();
    for (const [i, { state }] of absent.entries()) {
      // That each was shown everything once and in order, the checker says at the end.
      expect(state.counters).toMatchObject({ snapshots: 1, resumes: 1, gaps: 0 });
      expect(state.version).toBeGreaterThan((missedFrom[i] ?? 0) + 50);
    }
  }, 240_000);

  it('lets everybody throw away what they have and begin anew when the history is another one', async () => {
    const before = counted('snapshots');
    const people = SHAPE.games * (SHAPE.players + 1);
    await withClient(services.database.adminUrl, (client) => client.query('select game.renew_log_ids()'));
    const until = performance.now() + 30_000;
    while (counted('snapshots') < before + people && performance.now() < until) await pause(20);
    expect(counted('snapshots')).toBeGreaterThanOrEqual(before + people);
    await goesOn();
  }, 120_000);

  it('has lost, doubled, misplaced and invented nothing at the end, and everybody shows what the log says', async () => {
    await Promise.all([session.finish(), beside.finish()]);
    const gameIds = [...session.games, ...beside.games].map(({ gameId }) => gameId);
    const games = await readLog(services.database.adminUrl, gameIds);
    const heads = new Map(games.map(({ gameId, rows }) => [gameId, rows.length]));
    const crowds = [crowd, theirs, besideThem];
    const until = performance.now() + 30_000;
    while (!crowds.every((each) => each.areAllAt(heads)) && performance.now() < until) await pause(50);
    for (const each of crowds) each.settle();
    session.close();
    beside.close();
    const findings = check(
      games,
      crowds.flatMap(({ records }) => records),
    );
    expect(findings.descriptions).toEqual([]);
    expect(accepted()).toBeGreaterThan(300);
  }, 120_000);
});
