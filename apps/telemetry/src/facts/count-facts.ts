import { GameEvent, type QuestionContent } from '@earworm/rules';
import { inSlices, type LogRow } from '@earworm/service-kit/follow';
import type { EntityManager } from 'typeorm';
import { BARS, barOf } from '../tally/bars.js';
import { Tally } from '../tally/tally.js';
import { type Entry, entryOf, readEntries, writeEntries } from './game-book.js';
import { Questions } from './questions.js';

const KNOWN: ReadonlySet<string> = new Set(GameEvent.options.map((option) => option.shape.type.value));
const isKnown = (stored: { type: string }): stored is GameEvent => KNOWN.has(stored.type);

type Known = Pick<LogRow, 'gameId' | 'version'> & { readonly event: GameEvent };

interface Books {
  readonly entries: Map<string, Entry>;
  readonly questions: Questions;
  readonly tally: Tally;
}

/**
 * The effect of log rows on the figures. Rows that are already counted change nothing. Throws for an event type of a
 * newer release: figures wait for their own upgrade rather than miss something.
 */
export async function countFacts(rows: readonly LogRow[], manager: EntityManager): Promise<void> {
  const events: Known[] = [];
  const asked: [string, string][] = [];
  await inSlices(rows, ({ gameId, version, event }) => {
    if (!isKnown(event)) throw new Error(`the log holds an event of unknown type "${event.type}"`);
    events.push({ gameId, version, event });
    if ('questionId' in event) asked.push([gameId, event.questionId]);
  });
  const books: Books = {
    entries: await readEntries([...new Set(rows.map(({ gameId }) => gameId))], manager),
    questions: await Questions.read(asked, manager),
    tally: new Tally(),
  };
  await inSlices(contentsOf(events), (content) => books.questions.recognise(content));
  await inSlices(events, ({ gameId, version, event }) => {
    if (event.type === 'gameCreated' && !books.entries.has(gameId)) books.entries.set(gameId, entryOf(event));
    const entry = books.entries.get(gameId);
    // A game that began before what is kept here: nothing can be said of it.
    if (entry === undefined || version <= entry.version) return;
    count(entry, event, books);
    entry.version = version;
    if (event.type !== 'owned') Object.assign(entry, { lastAction: event.type, lastAt: event.at });
  });
  await writeEntries([...books.entries.values()], manager);
  await books.questions.write(manager);
  await books.tally.write(manager);
}

function* contentsOf(events: readonly Known[]): Generator<QuestionContent> {
  for (const { event } of events)
    if (event.type === 'gameCreated') for (const { questions } of event.categories) yield* questions;
}

function count(entry: Entry, event: GameEvent, { questions, tally }: Books): void {
  const { gameId } = entry;
  switch (event.type) {
    case 'gameCreated':
      tally.add(event.at, 'games-created');
      tally.add(entry.createdAt, 'players', barOf(BARS.playersPerGame, 0));
      for (const question of event.categories.flatMap((category) => category.questions))
        questions.tell(gameId, question.id, question);
      return;
    case 'questionAdded':
    case 'questionUpdated':
      return questions.tell(gameId, event.questionId, event.content);
    case 'gameStarted':
      entry.status = 'playing';
      return tally.add(event.at, 'games-started');
    case 'gameCompleted':
      entry.status = 'completed';
      entry.questionAt = null;
      questions.over(gameId);
      return tally.add(event.at, 'games-completed');
    case 'playerJoined':
      return joined(entry, event.at, tally);
    case 'questionSelected':
      Object.assign(entry, { questionAt: event.at, pressed: false });
      return questions.count(event.at, gameId, event.questionId, 'asked');
    case 'playerBuzzed':
      return pressed(entry, event.at, tally);
    case 'answerJudged':
      if (event.correct) entry.questionAt = null;
      questions.count(event.at, gameId, event.questionId, event.correct ? 'right' : 'wrong');
      return tally.add(event.at, 'verdicts', event.correct ? 'right' : 'wrong');
    case 'questionMarkedUnanswered':
      entry.questionAt = null;
      questions.count(event.at, gameId, event.questionId, 'nobody');
      return tally.add(event.at, 'verdicts', 'nobody');
    case 'moderatorLeft':
    case 'moderatorRejoined':
      entry.moderatorLeft = event.type === 'moderatorLeft';
      return;
    default:
      return;
  }
}

/** A game counts in the quarter in which it was made, with the players it has had so far. */
function joined(entry: Entry, at: number, tally: Tally): void {
  const before = barOf(BARS.playersPerGame, entry.players);
  entry.players++;
  tally.move(entry.createdAt, 'players', before, barOf(BARS.playersPerGame, entry.players));
  tally.add(at, 'joins');
}

function pressed(entry: Entry, at: number, tally: Tally): void {
  tally.add(at, 'presses');
  if (entry.questionAt === null) return;
  const bar = barOf(BARS.timeToPress, at - entry.questionAt);
  tally.add(at, 'press-ms', bar);
  if (!entry.pressed) tally.add(at, 'first-press-ms', bar);
  entry.pressed = true;
}
