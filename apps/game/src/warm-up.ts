import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AnyCommand, CategoryId, GameCode, GameId, QuestionId, UserId } from '@earworm/rules';
import { NO_TRACING } from '@earworm/service-kit/tracing';
import { Actor } from './actor/actor.js';
import { systemClock as clock } from './actor/clock.js';
import { GameMemory } from './actor/footprint.js';
import { Flush } from './log/flush.js';

const PLAYERS = 10;
/** From there on a buzz costs what it costs in the hundredth round. */
const ROUNDS = 60;
const MEMORY_BYTES = 8 * 1024 * 1024;
const PRESENCE = {
  expiresMs: 60_000,
  moderatorAwayMs: 60_000,
  deskDisconnectedMs: 60_000,
  seatRequestAwayMs: 60_000,
  seatRequestMs: 60_000,
};

const GAME = 'warm-up' as GameId;
const CATEGORY = 'category' as CategoryId;
const MODERATOR = 'moderator' as UserId;
const player = (number: number) => `player-${number}` as UserId;
const question = (round: number) => `question-${round}` as QuestionId;
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

type Step = readonly [UserId, AnyCommand];

const script = (): Step[] => [
  [
    MODERATOR,
    {
      type: 'createGame',
      gameCode: 'ABC234' as GameCode,
      moderatorName: 'Moderator',
      settings: {},
      categories: [
        {
          categoryId: CATEGORY,
          name: 'Category',
          questions: times(ROUNDS, (round) => ({
            questionId: question(round),
            youtubeLink: 'https://youtu.be/dQw4w9WgXcQ',
            clipId: null,
            youtubeSongName: 'Song',
            answer: 'Answer',
            points: 100,
          })),
        },
      ],
    },
  ],
  ...times(PLAYERS, (i): Step => [player(i), { type: 'joinGame', name: `Player ${i}` }]),
  [MODERATOR, { type: 'startGame' }],
  ...times(ROUNDS, (round) => roundOf(question(round))).flat(),
];

const roundOf = (questionId: QuestionId): Step[] => [
  [MODERATOR, { type: 'selectQuestion', categoryId: CATEGORY, questionId }],
  ...times(PLAYERS, (i): Step => [player(i), { type: 'buzz', questionId }]),
  [MODERATOR, { type: 'judgeAnswer', questionId, playerId: player(0), correct: false }],
  [MODERATOR, { type: 'judgeAnswer', questionId, playerId: player(1), correct: true }],
];

/**
 * Plays a game that exists only here, so that the code of a buzz is compiled before people buzz. It is decided and encoded
 * as any other, but it is neither logged nor published, and no metric counts it. One command per turn of the event
 * loop: requests are answered meanwhile. Resolves with the number of accepted commands.
 */
export async function warmUp(): Promise<number> {
  const nothing = () => undefined;
  const flush = new Flush(() => Promise.resolve({ kind: 'committed' }), { batch: nothing, outcome: nothing });
  const actor = new Actor(GAME, 1, {
    clock,
    load: () => Promise.resolve({ logId: 'warm-up', epoch: 0, snapshot: null, events: [], characters: 0 }),
    offer: (listener, gameId, rows) => flush.offer(listener, gameId, rows),
    withdraw: (listener, gameId) => flush.withdraw(listener, gameId),
    publish: nothing,
    noteHead: nothing,
    save: nothing,
    giveUpShard: nothing,
    memory: new GameMemory(MEMORY_BYTES),
    makeRoom: () => true,
    didNotFit: nothing,
    countBusy: nothing,
    warn: nothing,
    tracing: NO_TRACING,
    ringMs: 1_000,
    presence: PRESENCE,
  });
  let accepted = 0;
  for (const [index, [userId, command]] of script().entries()) {
    const times = { receivedAt: clock.now(), deadline: clock.ticks() + 60_000 };
    const { kind } = await actor.submit({
      issuer: { userId, isAdmin: false },
      commandId: `command-${index}`,
      command,
      ...times,
    });
    if (kind === 'accepted') accepted += 1;
    await nextTurn();
  }
  actor.abandon();
  return accepted;
}
