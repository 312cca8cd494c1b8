import type { OutlinedEvent } from '@earworm/contracts';
import { GameEvent, type GameId, type QuestionId } from '@earworm/rules';
import { inSlices, type LogRow } from '@earworm/projections';
import type { EntityManager } from 'typeorm';
import { BARS, barOf } from '../tally/histograms.js';
import { GameTally, type Judged, type Outcome } from '../tally/game-tally.js';
import type { Measure } from '../tally/measures.js';
import { Tally } from '../tally/tally.js';
import { NO_HELP, type GameRow, newGame, readGames, writeGames } from './game-rows.js';
import { type Played, Questions, type ReadContents } from './questions.js';
import { Verdicts } from './verdicts.js';

const KNOWN: ReadonlySet<string> = new Set(GameEvent.options.map((option) => option.shape.type.value));
const isOutlined = (stored: { type: string }): stored is OutlinedEvent => KNOWN.has(stored.type);

type OutlinedRow = Pick<LogRow, 'gameId' | 'version'> & { readonly event: OutlinedEvent };

interface Counters {
  readonly questions: Questions;
  readonly verdicts: Verdicts;
  readonly tally: Tally;
  readonly games: GameTally;
}

/** Applies log rows to the figures, idempotently. Throws for an event type of a newer release, to wait for the upgrade. */
export async function countFacts(
  rows: readonly LogRow[],
  manager: EntityManager,
  readContents: ReadContents,
): Promise<void> {
  const events: OutlinedRow[] = [];
  await inSlices(rows, ({ gameId, version, event }) => {
    if (!isOutlined(event)) throw new Error(`the log has an event of unknown type "${event.type}"`);
    events.push({ gameId, version, event });
  });
  const games = await readGames([...new Set(rows.map(({ gameId }) => gameId))], manager);
  const fresh: OutlinedRow[] = [];
  const played = new Map<string, Played>();
  const changed: [GameId, QuestionId][] = [];
  await inSlices(events, ({ gameId, version, event }) => {
    if (event.type === 'gameCreated' && !games.has(gameId)) games.set(gameId, newGame(event));
    const game = games.get(gameId);
    // Unknown: created before the retention period.
    if (game === undefined || version <= game.version) return;
    game.version = version;
    fresh.push({ gameId, version, event });
    if (isChange(event)) {
      game.questionsChanged = version;
      changed.push([gameId, event.questionId]);
    } else if (isPlay(event)) {
      const id = `${gameId} ${event.questionId}`;
      const until = Math.max(1, game.questionsChanged);
      if (!played.has(id)) played.set(id, { gameId, questionId: event.questionId, until });
    }
  });
  const questions = await Questions.read([...played.values()], changed, manager, readContents);
  const corrections = fresh.flatMap(({ gameId, event }) =>
    isCorrection(event) ? [{ gameId, version: event.verdict }] : [],
  );
  const verdicts = await Verdicts.read(corrections, manager);
  const counters: Counters = { questions, verdicts, tally: new Tally(), games: new GameTally() };
  await inSlices(fresh, ({ gameId, version, event }) => {
    const game = games.get(gameId);
    if (game === undefined) return;
    count(game, version, event, counters);
    if (event.type !== 'owned') Object.assign(game, { lastAction: event.type, lastAt: event.at });
  });
  await writeGames([...games.values()], manager);
  await questions.write(manager);
  await verdicts.write(manager);
  await counters.games.write(manager);
  await counters.tally.write(manager);
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

type Correction = Extract<OutlinedEvent, { type: 'verdictUndone' | 'verdictChanged' }>;
const isCorrection = (event: OutlinedEvent): event is Correction =>
  event.type === 'verdictUndone' || event.type === 'verdictChanged';

function count(game: GameRow, version: number, event: OutlinedEvent, counters: Counters): void {
  const { questions, verdicts, tally, games } = counters;
  const { gameId } = game;
  const add = (at: number, measure: Measure, part = '', n = 1) => {
    tally.add(at, measure, part, n);
    games.add(gameId, at, measure, part, n);
  };
  const went = (questionId: QuestionId, outcome: Outcome) => {
    const key = questions.count(event.at, gameId, questionId, outcome);
    if (key !== undefined) games.addQuestion(gameId, event.at, key, outcome);
    return key;
  };
  const judged = (questionId: QuestionId, outcome: Judged) => {
    add(event.at, 'verdicts', outcome);
    verdicts.give({ gameId, version, at: event.at, key: went(questionId, outcome) ?? null, outcome });
  };
  /** Counts from when the verdict was given, as if the final one had been given then. */
  const correct = (verdict: number, outcome: Judged | null) => {
    const given = verdicts.correct(gameId, verdict, outcome);
    if (given === undefined) return;
    const { at, key } = given;
    for (const [each, n] of [[given.outcome, -1] as const, ...(outcome === null ? [] : [[outcome, 1] as const])]) {
      add(at, 'verdicts', each, n);
      if (key === null) continue;
      questions.add(at, key, each, n);
      games.addQuestion(gameId, at, key, each, n);
    }
  };
  switch (event.type) {
    case 'gameCreated':
      add(event.at, 'games-created');
      tally.add(game.createdAt, 'players', barOf(BARS.playersPerGame, 0));
      return;
    case 'questionAdded':
    case 'questionUpdated':
      return questions.change(gameId, event.questionId, event.content);
    case 'gameStarted':
      game.status = 'playing';
      return add(event.at, 'games-started');
    case 'gameCompleted':
      Object.assign(game, { status: 'completed', ...NO_HELP });
      game.questionAt = null;
      questions.over(gameId);
      return add(event.at, 'games-completed');
    case 'gameReopened':
      game.status = event.status;
      return add(event.completedAt, 'games-completed', '', -1);
    case 'playerJoined':
      joined(game, tally);
      return add(event.at, 'joins');
    case 'questionSelected':
      Object.assign(game, { questionAt: event.at, pressed: false });
      went(event.questionId, 'asked');
      return;
    case 'playerBuzzed':
    case 'buzzArrived':
      return buzzed(game, event.at, add);
    case 'answerJudged':
      if (event.over ?? event.correct) game.questionAt = null;
      return judged(event.questionId, event.correct ? 'right' : 'wrong');
    case 'questionMarkedUnanswered':
      game.questionAt = null;
      return event.answered ? undefined : judged(event.questionId, 'nobody');
    case 'verdictUndone':
      return correct(event.verdict, null);
    case 'verdictChanged':
      return correct(event.verdict, event.correct ? 'right' : 'wrong');
    case 'helpRequested':
      Object.assign(game, { helpCategory: event.category, helpText: event.text, helpAt: event.at });
      return;
    case 'helpEnded':
      Object.assign(game, NO_HELP);
      return;
    case 'ownerChanged':
      game.moderatorName = event.name;
      return;
    case 'moderatorLeft':
    case 'moderatorRejoined':
      game.moderatorLeft = event.type === 'moderatorLeft';
      return;
    default:
      return;
  }
}

/** Counts in the bucket in which the game was created. */
function joined(game: GameRow, tally: Tally): void {
  const before = barOf(BARS.playersPerGame, game.players);
  game.players++;
  tally.move(game.createdAt, 'players', before, barOf(BARS.playersPerGame, game.players));
}

function buzzed(game: GameRow, at: number, add: (at: number, measure: Measure, part?: string) => void): void {
  add(at, 'presses');
  if (game.questionAt === null) return;
  const bar = barOf(BARS.timeToPress, at - game.questionAt);
  add(at, 'press-ms', bar);
  if (!game.pressed) add(at, 'first-press-ms', bar);
  game.pressed = true;
}
