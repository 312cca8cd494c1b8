import type { SeenEvent } from '@earworm/client';
import {
  CategoryId,
  type Command,
  DEFAULT_SETTINGS,
  decide,
  evolve,
  GameId,
  type GameEvent,
  type GameState,
  NO_GAME,
  QuestionId,
  type Role,
  seatOf,
  UserId,
  viewEventOf,
  viewKindOf,
  viewOf,
} from '@earworm/rules';
import type { LoggedRow } from './logged.js';
import { emptyRecord, type ClientRecord } from './record.js';

/** ms between two commands, and from a command to its commit and on to its answer. */
const STEP = 100;
const COMMIT = 10;
const ANSWER = 20;
const START = 1_700_000_000_000;

/**
 * A short game played by the rules alone, with the log and the records that a faultless product would leave: what the
 * checker must find nothing in, and what its specs plant one fault in.
 */
export function playedGame(name: string) {
  const gameId = GameId.parse(`${name}-game`);
  const moderator = UserId.parse(`${name}-moderator`);
  const [ada, leo] = [UserId.parse(`${name}-ada`), UserId.parse(`${name}-leo`)];
  const questionId = QuestionId.parse(`${name}-question`);
  const categoryId = CategoryId.parse(`${name}-category`);
  const rows: LoggedRow[] = [];
  const records = { moderator: record(moderator, 'moderator'), ada: record(ada, 'player'), leo: record(leo, 'player') };
  let state: GameState = NO_GAME;
  let now = START;

  function record(userId: UserId, role: Role): ClientRecord {
    return emptyRecord(gameId, userId, role);
  }

  function append(event: GameEvent, by: { userId: string | null; commandId: string | null }): void {
    const before = state;
    const after = evolve(state, event);
    state = after;
    if (after.status === 'none') throw new Error('a game that never was');
    const version = rows.length + 1;
    rows.push({ version, event, ...by, epoch: 1, committedAt: now + COMMIT });
    if (version === 1) return;
    for (const { role, seen, at, snapshots } of Object.values(records)) {
      seen.push(viewEventOf(before, event, after, viewKindOf(role), version) as SeenEvent);
      at.push(now + ANSWER);
      snapshots.push(1);
    }
  }

  function give(by: keyof typeof records, command: Command): void {
    now += STEP;
    const { userId, commands } = records[by];
    const id = `${name}-command-${rows.length}-${by}`;
    const actor = { userId: UserId.parse(userId), isAdmin: false };
    const decision = decide(state, command, { now, actor, seatHash: null, gameId });
    const times = { givenAt: now, answeredAt: now + ANSWER };
    if (decision.ok) {
      for (const event of decision.events) append(event, { userId, commandId: id });
      commands.push({ command, ...times, answer: { type: 'answer', id, ok: true, version: rows.length } });
    } else {
      const { code } = decision.rejection;
      commands.push({ command, ...times, answer: { type: 'answer', id, ok: false, code } });
    }
  }

  /** As after a reconnect. */
  function sendSnapshots(): void {
    if (state.status === 'none') throw new Error('a game that never was');
    for (const { role, userId, sent } of Object.values(records)) {
      const seat = role === 'player' ? seatOf(state, UserId.parse(userId)) : null;
      sent.push({ version: rows.length, at: now + ANSWER, view: viewOf(state, viewKindOf(role)), seat });
    }
  }

  const medium = {
    ...{ kind: 'youtube' as const, youtubeLink: 'https://youtu.be/dQw4w9WgXcQ', videoId: 'dQw4w9WgXcQ' },
    ...{ start: null, end: null },
  };
  const content = { medium, youtubeSongName: '', answer: 'An answer', points: 100 };
  append(
    {
      ...{ type: 'gameCreated', at: now, gameId, gameCode: 'ABCDEF', moderatorId: moderator, moderatorName: 'Ruth' },
      settings: DEFAULT_SETTINGS,
      categories: [{ id: categoryId, name: 'Category', questions: [{ id: questionId, ...content }] }],
    },
    { userId: null, commandId: null },
  );
  give('ada', { type: 'joinGame', name: 'Ada' });
  give('leo', { type: 'joinGame', name: 'Leo' });
  give('moderator', { type: 'startGame' });
  give('moderator', { type: 'selectQuestion', categoryId, questionId });
  give('ada', { type: 'buzz', questionId });
  sendSnapshots();
  give('leo', { type: 'buzz', questionId });
  // Already in the queue: accepted, and nothing to change.
  give('leo', { type: 'buzz', questionId });
  give('moderator', { type: 'judgeAnswer', questionId, playerId: ada, correct: false });
  give('moderator', { type: 'judgeAnswer', questionId, playerId: leo, correct: true });
  sendSnapshots();
  // Too late: refused.
  give('ada', { type: 'buzz', questionId });

  for (const each of Object.values(records)) {
    if (state.status === 'none') throw new Error('a game that never was');
    const seat = each.role === 'player' ? seatOf(state, UserId.parse(each.userId)) : null;
    each.final = { logId: 'history', version: rows.length, view: viewOf(state, viewKindOf(each.role)), seat };
  }
  return { game: { gameId, logId: 'history', rows }, records };
}
