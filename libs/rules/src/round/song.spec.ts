import { describe, expect, it } from '@jest/globals';
import { songHeardMs } from '../clock.js';
import { given } from '../testing/given-when-then.js';
import {
  creates,
  joins,
  judges,
  later,
  leaves,
  marksUnanswered,
  notesSong,
  pausesMusic,
  buzzes,
  selects,
  starts,
  undoes,
  user,
} from '../testing/steps.js';
import { VIEW_KINDS } from '../views.js';
import { viewOf } from '../views/view-of.js';

const listening = given(creates(), joins('ann'), joins('bob'), starts(), selects('q100'));
const heardIn = (game: ReturnType<typeof given>) => songHeardMs(game.playing().current!, game.now);

describe('how much of the song has been played', () => {
  it('counts from the selection, stops while a player answers or the music is paused, and continues after', () => {
    expect(heardIn(listening)).toBe(0);
    const buzzed = given(creates(), joins('ann'), starts(), selects('q100'), later(4, buzzes('ann', 'q100')));
    expect(heardIn(buzzed)).toBe(4_000);
    const wrong = buzzed.when(later(9, judges('ann', false, 'q100')));
    expect(songHeardMs(wrong.playing().current!, wrong.now + 2_500)).toBe(6_500);
  });

  it('stands also for the moderator’s pause, and runs on when a lone player in line leaves', () => {
    const paused = given(creates(), joins('ann'), starts(), selects('q100'), later(3, pausesMusic(true, 'q100')));
    expect(songHeardMs(paused.playing().current!, paused.now + 60_000)).toBe(3_000);
    const left = given(creates(), joins('ann'), starts(), selects('q100'), later(3, buzzes('ann', 'q100'))).when(
      later(5, leaves('ann')),
    );
    expect(songHeardMs(left.playing().current!, left.now + 1_000)).toBe(4_000);
  });
});

describe('how much of the song a player had heard at their buzz', () => {
  it('keeps its value while the song plays on, restarts or is undone', () => {
    const heard = (game: ReturnType<typeof given>) =>
      game.playing().current?.answerQueue.map(({ playerId, heardMs }) => [playerId, heardMs]);
    const inLine = [
      ...[creates(), joins('ann'), joins('bob'), starts(), selects('q100')],
      ...[later(4, buzzes('ann', 'q100')), later(2, buzzes('bob', 'q100'))],
    ];
    expect(heard(given(...inLine))).toEqual([
      ['ann', 4_000],
      ['bob', 4_000],
    ]);
    const replayed = [...inLine, judges('ann', false, 'q100'), later(3, notesSong('q100', 30_000, 500))];
    expect(heard(given(...replayed))).toEqual([['bob', 4_000]]);
    const { version } = given(...replayed).playing().lastVerdict!;
    expect(heard(given(...replayed, later(3, buzzes('ann', 'q100')), undoes(version)))?.[1]).toEqual(['bob', 4_000]);
  });
});

describe('The song that the moderator’s player knows', () => {
  it('reports no length until it is known, and then the same one to all', () => {
    expect(listening.playing().current).toMatchObject({ songLengthMs: null });
    const noted = listening.when(notesSong('q100', 30_000, 500));
    expect(noted.events).toEqual([
      { type: 'songNoted', at: noted.now, questionId: 'q100', lengthMs: 30_000, heardMs: 500 },
    ]);
    for (const kind of VIEW_KINDS) {
      expect(viewOf(noted.game(), kind).current).toMatchObject({ songLengthMs: 30_000, heardMs: 500 });
    }
  });

  it.each([
    [14_249, 14_000],
    [400, 1_000],
    [59_700, 60_000],
    [62_400, 60_000],
    [212_973, 215_000],
    [354_947, 355_000],
  ])('a length of %d ms is told as %d: a recording is known by its exact length', (exact, shown) => {
    expect(listening.when(notesSong('q100', exact, 0)).playing().current?.songLengthMs).toBe(shown);
  });

  it('follows the moderator’s position: a replay restarts the wave, also while it is paused', () => {
    const noted = given(creates(), joins('ann'), starts(), selects('q100'), notesSong('q100', 30_000, 0));
    const replayed = noted.when(later(20, notesSong('q100', 30_000, 0)));
    expect(songHeardMs(replayed.playing().current!, replayed.now + 1_000)).toBe(1_000);
    const held = given(
      creates(),
      joins('ann'),
      starts(),
      selects('q100'),
      later(20, buzzes('ann', 'q100')),
      notesSong('q100', 30_000, 2_000),
    );
    expect(songHeardMs(held.playing().current!, held.now + 60_000)).toBe(2_000);
  });

  it('writes nothing down when the report says nothing new', () => {
    const noted = given(creates(), joins('ann'), starts(), selects('q100'), notesSong('q100', 30_000, 0));
    expect(noted.when(later(5, notesSong('q100', 30_200, 5_600))).events).toEqual([]);
    expect(noted.when(later(5, notesSong('q100', 31_000, 5_000))).events).toHaveLength(1);
    expect(noted.when(later(5, notesSong('q100', 30_000, 1_000))).events).toHaveLength(1);
  });

  it('accepts reports of the moderator for the question in play, and forgets them with it', () => {
    expect(listening.when({ ...notesSong('q100', 30_000, 0), by: user('ann') }).refusal).toBe('not-moderator');
    expect(listening.when(notesSong('q200', 30_000, 0)).refusal).toBe('question-not-current');
    const over = given(creates(), starts(), selects('q100'), marksUnanswered('q100'));
    expect(over.when(notesSong('q100', 30_000, 0)).refusal).toBe('no-active-question');
    expect(given(creates()).when(notesSong('q100', 30_000, 0)).refusal).toBe('no-active-question');
    const next = given(
      creates(),
      starts(),
      selects('q100'),
      notesSong('q100', 30_000, 0),
      marksUnanswered('q100'),
      selects('q200'),
    );
    expect(next.playing().current).toMatchObject({ songLengthMs: null, heardMs: 0 });
  });
});
