import { describe, expect, it } from '@jest/globals';
import { buzzerStateOf, type SentBuzz, type Verdict } from './buzzer-state.js';
import { anOwnSeat, aCurrent, aState, aView, pressOn } from '../../testing/views.js';

const wrong: Verdict = { correct: false, gain: -150 };
const right: Verdict = { correct: true, gain: 300 };

interface Row {
  readonly when: string;
  readonly state: Parameters<typeof buzzerStateOf>[0];
  readonly pressed?: SentBuzz;
  readonly verdict?: Verdict;
  readonly shows: object;
}

const maya = { playerId: 'maya', name: 'Maya', at: 0 };
const playing = (over = {}) => aView({ current: aCurrent(over) });

const allPlayed = aView().categories.map((category) => ({
  ...category,
  questions: category.questions.map((question) => ({ ...question, answered: true })),
}));

const rows: Row[] = [
  {
    when: 'nothing has come from the server yet',
    state: aState({ view: null, seat: null }),
    shows: { kind: 'connecting', pressable: false },
  },
  {
    when: 'the game is still being set up',
    state: aState({ view: aView({ status: 'setup' }) }),
    shows: { kind: 'lobby' },
  },
  {
    when: 'Ada picks',
    state: aState({ view: aView({ nextSelector: { id: 'ada', name: 'Ada' } }) }),
    shows: { kind: 'wait', picker: 'Ada', youPick: false, pressable: false },
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
    shows: { kind: 'away', pressable: false },
  },
  {
    when: 'a question plays',
    state: aState({ view: playing() }),
    shows: { kind: 'armed', place: 1, answering: null, pressable: true },
  },
  {
    when: 'another player answers already',
    state: aState({ view: playing({ queue: [maya], queueLength: 1, musicPaused: true }) }),
    shows: { kind: 'armed', place: 2, answering: 'Maya', pressable: true },
  },
  {
    when: 'the moderator paused the music',
    state: aState({ view: playing({ musicPaused: true }) }),
    shows: { kind: 'paused', pressable: true },
  },
  {
    when: 'the press has not been answered yet',
    state: aState({ view: playing(), pending: [pressOn('q1')] }),
    shows: { kind: 'sent', pressable: false },
  },
  {
    when: 'the press is answered and its event is still on the way',
    state: aState({ view: playing(), version: 7 }),
    pressed: { questionId: 'q1', version: 8 },
    shows: { kind: 'sent', pressable: false },
  },
  {
    when: 'the press changed nothing and the game has moved on',
    state: aState({ view: playing(), version: 8 }),
    pressed: { questionId: 'q1', version: 8 },
    shows: { kind: 'armed' },
  },
  {
    when: 'the press was for the question before',
    state: aState({ view: playing(), pending: [pressOn('q0')] }),
    pressed: { questionId: 'q0', version: null },
    shows: { kind: 'armed', pressable: true },
  },
  {
    when: 'this player is first',
    state: aState({ view: playing({ queueLength: 1 }), seat: anOwnSeat({ place: 1 }) }),
    shows: { kind: 'first', pressable: false },
  },
  {
    when: 'this player is third',
    state: aState({ view: playing({ queue: [maya], queueLength: 3 }), seat: anOwnSeat({ place: 3 }) }),
    shows: { kind: 'inLine', place: 3, answering: 'Maya', pressable: false },
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
    shows: { kind: 'wrong', gain: -150, pressable: true },
  },
  {
    when: 'the answer was wrong in a game with one try each',
    state: aState({ view: playing(), seat: anOwnSeat({ out: true }) }),
    verdict: wrong,
    shows: { kind: 'wrong', pressable: false },
  },
  {
    when: 'this player has had the one try',
    state: aState({ view: playing(), seat: anOwnSeat({ out: true }) }),
    shows: { kind: 'out', pressable: false },
  },
  {
    when: 'the connection is lost before a press',
    state: aState({ view: playing(), connection: 'reconnecting' }),
    shows: { kind: 'reconnecting', held: false, pressable: true },
  },
  {
    when: 'the connection is lost and a press waits for it',
    state: aState({ view: playing(), connection: 'reconnecting', pending: [pressOn('q1')] }),
    shows: { kind: 'reconnecting', held: true, pressable: false },
  },
  {
    when: 'the connection is lost between two questions',
    state: aState({ view: aView({}), connection: 'reconnecting' }),
    shows: { kind: 'reconnecting', held: false, pressable: false },
  },
  {
    when: 'the game is over, whatever the connection',
    state: aState({ view: aView({ status: 'completed' }), connection: 'reconnecting' }),
    shows: { kind: 'over', pressable: false },
  },
];

describe('what the buzzer shows', () => {
  it.each(rows)('when $when', ({ state, pressed, verdict, shows }) => {
    expect(buzzerStateOf(state, pressed ?? null, verdict ?? null)).toMatchObject(shows);
  });
});
