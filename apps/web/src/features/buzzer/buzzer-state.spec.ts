import { describe, expect, it } from '@jest/globals';
import { DEFAULT_SETTINGS } from '@earworm/rules';
import { buzzerStateOf, type SentBuzz, type Verdict } from './buzzer-state.js';
import { anOwnSeat, aCurrent, aState, aView, buzzOn } from '../../testing/views.js';

const wrong: Verdict = { correct: false, gain: -150 };
const right: Verdict = { correct: true, gain: 300 };

interface Row {
  readonly when: string;
  readonly state: Parameters<typeof buzzerStateOf>[0];
  readonly sent?: SentBuzz;
  readonly verdict?: Verdict;
  readonly lockedForMs?: number;
  readonly shows: object;
}

const maya = { playerId: 'maya', name: 'Maya', at: 0 };
const playing = (over = {}) => aView({ current: aCurrent(over) });

const locking = { ...playing(), settings: { attempts: 'unlimited', musicOn: 'desk', lockOutSeconds: 5 } as const };

const allPlayed = aView().categories.map((category) => ({
  ...category,
  questions: category.questions.map((question) => ({ ...question, answered: true })),
}));

const measured = (behindMs: number, lot?: number) => ({
  evidence: { arrivedAt: 9, creditMs: 4, errorMs: 3, behindMs, ...(lot !== undefined && { lot }) },
});
const ownBuzz = (behindMs: number, lot?: number) => ({
  ...{ playerId: 'leo', name: 'Leo', at: maya.at + behindMs, heardMs: 0 },
  ...measured(behindMs, lot),
});
const strict = (falseStart: number | 'out') => ({ settings: { ...DEFAULT_SETTINGS, falseStart } });

const rows: Row[] = [
  {
    when: 'nothing has come from the server yet',
    state: aState({ view: null, seat: null }),
    shows: { kind: 'connecting', canBuzz: false },
  },
  {
    when: 'the game is still being set up',
    state: aState({ view: aView({ status: 'setup' }) }),
    shows: { kind: 'lobby' },
  },
  {
    when: 'Ada picks',
    state: aState({ view: aView({ nextSelector: { id: 'ada', name: 'Ada' } }) }),
    shows: { kind: 'wait', picker: 'Ada', youPick: false, canBuzz: false },
  },
  {
    when: 'it is this player who picks',
    state: aState({ view: aView({ nextSelector: { id: 'leo', name: 'Leo' } }) }),
    shows: { kind: 'wait', youPick: true, allPlayed: false },
  },
  {
    when: 'every question has been played and nobody has anything to pick',
    state: aState({ view: aView({ categories: allPlayed, nextSelector: { id: 'leo', name: 'Leo' } }) }),
    shows: { kind: 'wait', youPick: false, allPlayed: true },
  },
  {
    when: 'the moderator has left between two questions',
    state: aState({ view: aView({ moderatorLeft: true }) }),
    shows: { kind: 'away', canBuzz: false },
  },
  {
    when: 'a question plays',
    state: aState({ view: playing() }),
    shows: { kind: 'armed', place: 1, answering: null, canBuzz: true },
  },
  {
    when: 'another player answers already',
    state: aState({ view: playing({ queue: [maya], queueLength: 1, musicPaused: true }) }),
    shows: { kind: 'armed', place: 2, answering: 'Maya', canBuzz: true },
  },
  {
    when: 'the moderator paused the music',
    state: aState({ view: playing({ musicPaused: true }) }),
    shows: { kind: 'paused', canBuzz: true },
  },
  {
    when: 'the game is paused',
    state: aState({ view: aView({ current: aCurrent(), paused: { since: 0 } }) }),
    shows: { kind: 'gamePaused', canBuzz: false },
  },
  {
    when: 'the game is paused between two questions',
    state: aState({ view: aView({ nextSelector: { id: 'leo', name: 'Leo' }, paused: { since: 0 } }) }),
    shows: { kind: 'gamePaused', canBuzz: false },
  },
  {
    when: 'the game is paused and this player is second',
    state: aState({
      view: aView({ current: aCurrent({ queue: [maya], queueLength: 2 }), paused: { since: 0 } }),
      seat: anOwnSeat({ place: 2 }),
    }),
    shows: { kind: 'inLine', place: 2, canBuzz: false },
  },
  {
    when: 'the answer was wrong in a game that is paused',
    state: aState({ view: aView({ current: aCurrent(), paused: { since: 0 } }) }),
    verdict: wrong,
    shows: { kind: 'wrong', canBuzz: false },
  },
  {
    when: 'the connection is lost in a paused game',
    state: aState({ view: aView({ current: aCurrent(), paused: { since: 0 } }), connection: 'reconnecting' }),
    shows: { kind: 'reconnecting', held: false, canBuzz: false },
  },
  {
    when: 'the buzz has not been answered yet',
    state: aState({ view: playing(), pending: [buzzOn('q1')] }),
    shows: { kind: 'sent', canBuzz: false },
  },
  {
    when: 'the buzz is answered and its event is still on the way',
    state: aState({ view: playing(), version: 7 }),
    sent: { questionId: 'q1', version: 8 },
    shows: { kind: 'sent', canBuzz: false },
  },
  {
    when: 'the buzz changed nothing and the game has moved on',
    state: aState({ view: playing(), version: 8 }),
    sent: { questionId: 'q1', version: 8 },
    shows: { kind: 'armed' },
  },
  {
    when: 'the buzz was for the question before',
    state: aState({ view: playing(), pending: [buzzOn('q0')] }),
    sent: { questionId: 'q0', version: null },
    shows: { kind: 'armed', canBuzz: true },
  },
  {
    when: 'the buzz is held with others until their order is settled',
    state: aState({ view: playing({ musicPaused: true, hold: { version: 8 } }), version: 9 }),
    sent: { questionId: 'q1', version: 9 },
    shows: { kind: 'sent', canBuzz: false },
  },
  {
    when: 'buzzes of others are held',
    state: aState({ view: playing({ musicPaused: true, heardSince: null, hold: { version: 8 } }), version: 9 }),
    sent: { questionId: 'q1', version: 7 },
    shows: { kind: 'armed', answering: null, canBuzz: true },
  },
  {
    when: 'the own buzz was a little later than the first',
    state: aState({ view: playing({ queue: [maya, ownBuzz(120)], queueLength: 2 }), seat: anOwnSeat({ place: 2 }) }),
    shows: { kind: 'inLine', place: 2, behindMs: 120 },
  },
  {
    when: 'the own buzz was level with the first and lost the draw',
    state: aState({
      view: playing({ queue: [{ ...maya, ...measured(0, 1) }, ownBuzz(12, 1)], queueLength: 2 }),
      seat: anOwnSeat({ place: 2 }),
    }),
    shows: { kind: 'inLine', place: 2, behindMs: null },
  },
  {
    when: 'the own buzz was level with the first, and all who are level answer',
    state: aState({
      view: {
        ...playing({ queue: [{ ...maya, ...measured(0, 1) }, ownBuzz(12, 1)], queueLength: 2 }),
        settings: {
          ...DEFAULT_SETTINGS,
          buzzOrder: { mode: 'level', holdMs: 80, creditMs: 150, ties: 'allAnswer' } as const,
        },
      },
      seat: anOwnSeat({ place: 2 }),
    }),
    shows: { kind: 'inLine', place: 2, behindMs: null, answers: true },
  },
  {
    when: 'the own buzz has the same number of a lot as the first, of another hold',
    state: aState({
      view: {
        ...playing({
          queue: [
            { ...maya, ...measured(0, 1) },
            { ...ownBuzz(12, 1), at: 900 },
          ],
          queueLength: 2,
        }),
        settings: {
          ...DEFAULT_SETTINGS,
          buzzOrder: { mode: 'level', holdMs: 80, creditMs: 150, ties: 'allAnswer' } as const,
        },
      },
      seat: anOwnSeat({ place: 2 }),
    }),
    shows: { kind: 'inLine', place: 2, behindMs: 900 },
  },
  {
    when: 'the player buzzed before the song and has to wait',
    state: aState({ view: aView({ ...strict(3), current: aCurrent() }), seat: anOwnSeat({ falseStart: true }) }),
    lockedForMs: 2_100,
    shows: { kind: 'locked', seconds: 3, early: true, canBuzz: false },
  },
  {
    when: 'the player buzzed before the song and is out',
    state: aState({ view: aView({ ...strict('out'), current: aCurrent() }), seat: anOwnSeat({ falseStart: true }) }),
    lockedForMs: 8e15,
    shows: { kind: 'early', canBuzz: false },
  },
  {
    when: 'this player is first',
    state: aState({ view: playing({ queueLength: 1 }), seat: anOwnSeat({ place: 1 }) }),
    shows: { kind: 'first', canBuzz: false },
  },
  {
    when: 'this player is third',
    state: aState({ view: playing({ queue: [maya], queueLength: 3 }), seat: anOwnSeat({ place: 3 }) }),
    shows: { kind: 'inLine', place: 3, answering: 'Maya', canBuzz: false },
  },
  {
    when: 'the answer was right',
    state: aState({ view: aView({}) }),
    verdict: right,
    shows: { kind: 'right', gain: 300 },
  },
  {
    when: 'the answer was wrong and another try is allowed',
    state: aState({ view: playing() }),
    verdict: wrong,
    shows: { kind: 'wrong', gain: -150, canBuzz: true },
  },
  {
    when: 'the answer was wrong in a game with one try each',
    state: aState({ view: playing(), seat: anOwnSeat({ out: true }) }),
    verdict: wrong,
    shows: { kind: 'wrong', canBuzz: false },
  },
  {
    when: 'this player has had the one try',
    state: aState({ view: playing(), seat: anOwnSeat({ out: true }) }),
    shows: { kind: 'out', canBuzz: false },
  },
  {
    when: 'the connection is lost before a buzz',
    state: aState({ view: playing(), connection: 'reconnecting' }),
    shows: { kind: 'reconnecting', held: false, canBuzz: true },
  },
  {
    when: 'the connection is lost and a buzz waits for it',
    state: aState({ view: playing(), connection: 'reconnecting', pending: [buzzOn('q1')] }),
    shows: { kind: 'reconnecting', held: true, canBuzz: false },
  },
  {
    when: 'the player was wrong and has to wait',
    state: aState({ view: locking }),
    lockedForMs: 3_100,
    shows: { kind: 'locked', seconds: 4, canBuzz: false },
  },
  {
    when: 'the player still sees the verdict and has to wait',
    state: aState({ view: locking }),
    verdict: wrong,
    lockedForMs: 3_100,
    shows: { kind: 'wrong', canBuzz: false },
  },
  {
    when: 'the game is paused while the player has to wait',
    state: aState({ view: { ...locking, paused: { since: 0, byName: null } } as never }),
    lockedForMs: 3_100,
    shows: { kind: 'gamePaused', canBuzz: false },
  },
  {
    when: 'the connection is lost between two questions',
    state: aState({ view: aView({}), connection: 'reconnecting' }),
    shows: { kind: 'reconnecting', held: false, canBuzz: false },
  },
  {
    when: 'the game is over, whatever the connection',
    state: aState({ view: aView({ status: 'completed' }), connection: 'reconnecting' }),
    shows: { kind: 'over', canBuzz: false },
  },
];

describe('what the buzzer shows', () => {
  it.each(rows)('when $when', ({ state, sent, verdict, lockedForMs, shows }) => {
    expect(buzzerStateOf(state, sent ?? null, verdict ?? null, lockedForMs)).toMatchObject(shows);
  });
});
