import fc from 'fast-check';
import { wildSteps } from './commands.js';
import type { Step } from './steps.js';

/** What a user in a running game wants next, with how often. It becomes a step only in its turn: whom to judge depends on the queue. */
const WISHES = {
  buzz: 16,
  order: 4,
  judge: 2,
  judgeRight: 1,
  select: 2,
  unanswered: 1,
  propose: 2,
  withdraw: 1,
  delete: 1,
  undo: 2,
  changeVerdict: 1,
  changeScore: 1,
  undoScoreChange: 1,
  end: 1,
  pauseGame: 1,
  remove: 1,
  nameSet: 1,
  review: 2,
  report: 1,
  lock: 1,
  requestSeat: 2,
  answerSeat: 1,
  endRequest: 1,
  pause: 1,
  song: 1,
  timeTrial: 1,
  leave: 2,
  rejoin: 1,
  rename: 1,
  move: 1,
  settings: 1,
  add: 1,
  update: 1,
  moveCategory: 1,
  moveQuestion: 1,
  absence: 1,
  desk: 2,
  musicDesk: 1,
  sound: 2,
  timer: 1,
  moveUser: 1,
  crew: 2,
  takeOver: 1,
  help: 1,
  announce: 1,
  team: 1,
  room: 1,
  advance: 2,
  wild: 1,
} as const;

export interface Wish {
  readonly what: keyof typeof WISHES;
  readonly who: number;
  readonly flag: boolean;
  readonly after: number;
  readonly wild: Step;
}

export const wishesOf = (weights: Partial<Record<Wish['what'], number>>): fc.Arbitrary<Wish> =>
  fc.record({
    what: fc.oneof(
      ...Object.entries(weights).map(([what, weight]) => ({ weight, arbitrary: fc.constant(what as Wish['what']) })),
    ),
    who: fc.nat(1000),
    flag: fc.boolean(),
    after: fc.nat(9_000),
    wild: wildSteps.filter(({ command }) => command.type !== 'completeGame' && command.type !== 'createGame'),
  });

export const wishes = wishesOf(WISHES);

const longStories = (weights: Partial<Record<Wish['what'], number>>): fc.Arbitrary<Wish[]> =>
  fc.array(wishesOf(weights), { minLength: 40, maxLength: 80 });

/** About verdicts and what is corrected of them. */
export const correctedStories = longStories({
  buzz: 8,
  order: 3,
  judge: 4,
  select: 3,
  settings: 2,
  unanswered: 1,
  undo: 2,
  changeVerdict: 1,
  changeScore: 1,
  undoScoreChange: 1,
  end: 1,
  leave: 1,
  rejoin: 1,
  remove: 1,
  nameSet: 1,
  review: 2,
  rename: 1,
  requestSeat: 2,
  answerSeat: 2,
  endRequest: 1,
  move: 1,
  moveUser: 1,
  timeTrial: 1,
  pause: 1,
  pauseGame: 1,
  song: 1,
  desk: 1,
  musicDesk: 1,
  sound: 1,
  timer: 1,
  propose: 2,
  withdraw: 1,
  delete: 1,
});

/** About who picks, and what they propose. */
export const pickingStories = longStories({
  buzz: 2,
  order: 2,
  judgeRight: 2,
  select: 2,
  propose: 3,
  withdraw: 1,
  delete: 1,
  leave: 1,
  rejoin: 1,
  remove: 1,
  undo: 1,
  move: 1,
  moveUser: 1,
  rename: 1,
  settings: 1,
});

/** About names that wait for a review. */
export const reviewedStories = longStories({
  review: 6,
  report: 6,
  rename: 5,
  move: 2,
  leave: 2,
  rejoin: 2,
  remove: 1,
  nameSet: 1,
  requestSeat: 1,
  answerSeat: 1,
  moveUser: 1,
  advance: 3,
  select: 2,
  buzz: 4,
  order: 2,
  judge: 2,
  judgeRight: 1,
  undo: 1,
  changeScore: 1,
  propose: 1,
  end: 1,
});
