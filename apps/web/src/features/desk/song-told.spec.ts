import { describe, expect, it } from '@jest/globals';
import { isSongNews, QuestionId, songHeardMs } from '@earworm/rules';
import { type HeardNow, isOwnNews, type SongTold, toldOf } from './song-told.js';

const LENGTH_MS = 180_000;

/** A room in which each desk's player is so far into the song a moment after it began; they look once a second. */
function roomOf(...aheadMs: readonly number[]) {
  const song = { questionId: QuestionId.parse('q1'), heardMs: 0, heardSince: 0, songLengthMs: null as number | null };
  const desks = aheadMs.map((ahead) => ({ ahead, told: null as SongTold | null, notes: 0 }));
  let now = 0;
  const look = () => {
    for (const desk of desks) {
      const heard: HeardNow = { now, lengthMs: LENGTH_MS, heardMs: now + desk.ahead };
      if (!isOwnNews(song, desk.told, heard)) continue;
      desk.notes++;
      desk.told = toldOf(song, heard);
      if (isSongNews(song, now, heard.lengthMs, heard.heardMs))
        Object.assign(song, { heardMs: heard.heardMs, heardSince: now, songLengthMs: heard.lengthMs });
    }
  };
  return {
    desks,
    goesOn(seconds: number) {
      for (let at = 0; at < seconds; at++, now += 1_000) look();
    },
    heardMs: () => songHeardMs(song, now),
    now: () => now,
  };
}

describe('what a desk tells the room of its song', () => {
  it('is told once by each of two desks that hear it three seconds apart, and they leave it at that', () => {
    const room = roomOf(0, 3_000);
    room.goesOn(60);
    expect(room.desks.map(({ notes }) => notes)).toEqual([1, 1]);
  });

  it('is told again when that player itself has jumped', () => {
    const room = roomOf(0);
    room.goesOn(10);
    room.desks[0]!.ahead = -10_000;
    room.goesOn(10);
    expect(room.desks[0]!.notes).toBe(2);
    expect(room.heardMs()).toBe(room.now() - 10_000);
  });

  it('is told of each question anew, and never when the room knows it already', () => {
    const song = { questionId: QuestionId.parse('q2'), heardMs: 0, heardSince: 0, songLengthMs: null };
    const heard = { now: 5_000, lengthMs: LENGTH_MS, heardMs: 5_000 };
    const told = { questionId: QuestionId.parse('q1'), offsetMs: 0 };
    expect(isOwnNews(song, told, heard)).toBe(true);
    expect(isOwnNews({ ...song, songLengthMs: LENGTH_MS }, null, heard)).toBe(false);
  });
});
