import { describe, expect, it } from '@jest/globals';
import type { ServerFrame } from '@earworm/contracts';
import { Replica } from '../replica.js';
import { sharedReading } from './shared-reading.js';
import { gameInPlay } from './game-in-play.js';
import { LOG, snapshot } from './playing.js';

type Snapshot = Extract<ServerFrame, { type: 'snapshot' }>;
type Events = Extract<ServerFrame, { type: 'events' }>;

const away = (v: number, logId = LOG): Events => ({
  type: 'events',
  logId,
  from: v,
  list: [{ v, type: 'moderatorLeft', at: v, absent: false }],
});
const back = (v: number): Events => ({
  type: 'events',
  logId: LOG,
  from: v,
  list: [{ v, type: 'moderatorRejoined', at: v }],
});
const at = (version: number, logId = LOG) => snapshot(version, logId) as Snapshot;

describe('shared reading of several clients', () => {
  it('parses each text once into the same frame', () => {
    const reading = sharedReading();
    const text = JSON.stringify(away(11));
    expect(reading.parse(text)).toBe(reading.parse(`${text}`));
    expect(reading.parse(text)).toEqual(away(11));
    expect([reading.parse('{'), reading.parse('{'), reading.parse(7)]).toEqual([null, null, null]);
  });

  it('shows each client the same as one that reads alone, whenever it joined', () => {
    const reading = sharedReading();
    const alone = new Replica('player');
    const [early, late] = [new Replica('player', reading), new Replica('player', reading)];
    for (const each of [alone, early]) each.reset(at(10));
    for (const each of [alone, early]) each.take(away(11), []);
    late.reset({ ...at(11), state: { ...gameInPlay, moderatorLeft: true, lastAction: alone.view!.lastAction } });
    for (const each of [alone, early, late]) each.take(back(12), []);
    expect(early.view).toEqual(alone.view);
    expect(late.view).toBe(early.view);
  });

  it('separates histories and kinds of views', () => {
    const reading = sharedReading();
    const [player, moderator, replaced] = [
      new Replica('player', reading),
      new Replica('moderator', reading),
      new Replica('player', reading),
    ];
    player.reset(at(10));
    moderator.reset({ ...at(10), role: 'moderator', state: { ...gameInPlay, gameCode: 'FULLER' } });
    replaced.reset({ ...at(10, 'log-2'), state: { ...gameInPlay, gameCode: 'RENEWD' } });
    expect([player, moderator, replaced].map(({ view }) => view?.gameCode)).toEqual(['ABCDEF', 'FULLER', 'RENEWD']);
  });

  it('keeps only the newest views', () => {
    const reading = sharedReading();
    const made: number[] = [];
    const view = (version: number) => reading.viewAt('k', version, () => (made.push(version), gameInPlay));
    for (let version = 1; version <= 40; version++) view(version);
    view(40);
    view(1);
    expect(made).toHaveLength(41);
  });
});
