import type { OutlinedEvent } from '@earworm/contracts';
import { GameEvent, type GameId, type QuestionId } from '@earworm/rules';
import { inSlices, type LogRow } from '@earworm/projections';
import type { EntityManager } from 'typeorm';
import { BARS, barOf } from '../tally/histograms.js';
import { GameTally, type Outcome } from '../tally/game-tally.js';
import type { Measure } from '../tally/measures.js';
import { Tally } from '../tally/tally.js';
import { type Entry, entryOf, readEntries, writeEntries } from './game-rows.js';
import { type Played, Questions, type ReadContents } from './questions.js';

const KNOWN: ReadonlySet<string> = new Set(GameEvent.options.map((option) => option.shape.type.value));
const isKnown = (stored: { type: string }): stored is OutlinedEvent => KNOWN.has(stored.type);

type Known = Pick<LogRow, 'gameId' | 'version'> & { readonly event: OutlinedEvent };

interface Books {
  readonly entries: Map<string, Entry>;
  readonly questions: Questions;
  readonly tally: Tally;
  readonly games: GameTally;
}

/**
 * The effect of log rows on the figures. Rows that are already counted change nothing. Throws for an event type of a
 * newer release: figures wait for their own upgrade rather than miss something.
 */
export async function countFacts(
  rows: readonly LogRow[],
  manager: EntityManager,
  readContents: ReadContents,
): Promise<void> {
  const events: Known[] = [];
  await inSlices(rows, ({ gameId, version, event }) => {
    if (!isKnown(event)) throw new Error(`the log holds an event of unknown type "${event.type}"`);
    events.push({ gameId, version, event });
  });
  const entries = await readEntries([...new Set(rows.map(({ gameId }) => gameId))], manager);
  const fresh: Known[] = [];
  const played = new Map<string, Played>();
  const changed: [GameId, QuestionId][] = [];
  await inSlices(events, ({ gameId, version, event }) => {
    if (event.type === 'gameCreated' && !entries.has(gameId)) entries.set(gameId, entryOf(event));
    const entry = entries.get(gameId);
    // A game that began before what is kept here: nothing can be said of it.
    if (entry === undefined || version <= entry.version) return;
    entry.version = version;
    fresh.push({ gameId, version, event });
    if (isChange(event)) {
      entry.questionsChanged = version;
      changed.push([gameId, event.questionId]);
    } else if (isPlay(event)) {
      const id = `${gameId} ${event.questionId}`;
      const until = Math.max(1, entry.questionsChanged);
      if (!played.has(id)) played.set(id, { gameId, questionId: event.questionId, until });
    }
  });
  const questions = await Questions.read([...played.values()], changed, manager, readContents);
  const books: Books = { entries, questions, tally: new Tally(), games: new GameTally() };
  await inSlices(fresh, ({ gameId, event }) => {
    const entry = entries.get(gameId);
    if (entry === undefined) return;
    count(entry, event, books);
    if (event.type !== 'owned') Object.assign(entry, { lastAction: event.type, lastAt: event.at });
  });
  await writeEntries([...entries.values()], manager);
  await questions.write(manager);
  await books.games.write(manager);
  await books.tally.write(manager);
}

type Change = Extract<OutlinedEvent, { type: 'questionAdded' | 'questionUpdated' }>;
const isChange = (event: OutlinedEvent): event is Change =>
  event.type === 'questionAdded' || event.type === 'questionUpdated';

type Play = Extract<OutlinedEvent, { type: 'questionSelected' | 'answerJudged' | 'questionMarkedUnanswered' }>;
const PLAYS: ReadonlySet<string> = new Set<Play['type']>([
  'questionSelected',
  'answerJudged',
  'questionMarkedUnanswered',
]);
const isPlay = (event: OutlinedEvent): event is Play => PLAYS.has(event.type);

function count(entry: Entry, event: OutlinedEvent, books: Books): void {
  const { gameId } = entry;
  const { questions, tally } = books;
  const add = (at: number, measure: Measure, part = '') => {
    tally.add(at, measure, part);
    books.games.add(gameId, at, measure, part);
  };
  const went = (questionId: QuestionId, outcome: Outcome) => {
    const key = questions.count(event.at, gameId, questionId, outcome);
    if (key !== undefined) books.games.addQuestion(gameId, event.at, key, outcome);
  };
  switch (event.type) {
    case 'gameCreated':
      add(event.at, 'games-created');
      tally.add(entry.createdAt, 'players', barOf(BARS.playersPerGame, 0));
      return;
    case 'questionAdded':
    case 'questionUpdated':
      return questions.change(gameId, event.questionId, event.content);
    case 'gameStarted':
      entry.status = 'playing';
      return add(event.at, 'games-started');
    case 'gameCompleted':
      entry.status = 'completed';
      entry.questionAt = null;
      questions.over(gameId);
      return add(event.at, 'games-completed');
    case 'playerJoined':
      joined(entry, tally);
      return add(event.at, 'joins');
    case 'questionSelected':
      Object.assign(entry, { questionAt: event.at, pressed: false });
      return went(event.questionId, 'asked');
    case 'playerBuzzed':
      return pressed(entry, event.at, add);
    case 'answerJudged':
      if (event.correct) entry.questionAt = null;
      went(event.questionId, event.correct ? 'right' : 'wrong');
      return add(event.at, 'verdicts', event.correct ? 'right' : 'wrong');
    case 'questionMarkedUnanswered':
      entry.questionAt = null;
      went(event.questionId, 'nobody');
      return add(event.at, 'verdicts', 'nobody');
    case 'moderatorLeft':
    case 'moderatorRejoined':
      entry.moderatorLeft = event.type === 'moderatorLeft';
      return;
    default:
      return;
  }
}

/** A game counts in the quarter in which it was made, with the players it has had so far. */
function joined(entry: Entry, tally: Tally): void {
  const before = barOf(BARS.playersPerGame, entry.players);
  entry.players++;
  tally.move(entry.createdAt, 'players', before, barOf(BARS.playersPerGame, entry.players));
}

function pressed(entry: Entry, at: number, add: (at: number, measure: Measure, part?: string) => void): void {
  add(at, 'presses');
  if (entry.questionAt === null) return;
  const bar = barOf(BARS.timeToPress, at - entry.questionAt);
  add(at, 'press-ms', bar);
  if (!entry.pressed) add(at, 'first-press-ms', bar);
  entry.pressed = true;
}
