import { GameEvent } from '@earworm/rules';

export interface LoggedRow {
  readonly gameId: string;
  readonly version: number;
  /** JSON text, as the owner writes it. */
  readonly event: string;
  readonly at: number;
}

const GAMES = 100;
const PLAYERS = 20;
const QUESTIONS = 50;
/** Of a full game so many buzz before the moderator judges. */
const BUZZES = 14;

const MEDIUM = {
  kind: 'youtube',
  youtubeLink: 'https://youtu.be/dQw4w9WgXcQ',
  videoId: 'dQw4w9WgXcQ',
  ...{ start: null, end: null },
};

type EventDraft = Record<string, unknown> & { readonly type: string };

/** At least so many rows of a log that games under load write in parallel; mostly buzzes. */
export function playedGames(rows: number, newId: () => string): LoggedRow[] {
  const games = Array.from({ length: GAMES }, () => {
    const gameId = newId();
    return { gameId, version: 0, story: story(gameId, newId) };
  });
  const all: LoggedRow[] = [];
  let at = Date.now() - 60_000;
  while (all.length < rows)
    for (const game of games) {
      at++;
      const event = { ...game.story.next().value, at };
      // Checked for the first of each kind only: a log is long.
      if (game.version < 30) GameEvent.parse(event);
      all.push({ gameId: game.gameId, version: ++game.version, event: JSON.stringify(event), at });
    }
  return all;
}

/** Goes on for ever: questions are asked in turn. */
function* story(gameId: string, newId: () => string): Generator<EventDraft, never> {
  const players = Array.from({ length: PLAYERS }, newId);
  const questions = Array.from({ length: QUESTIONS }, (_, i) => ({
    ...{ id: newId(), medium: MEDIUM },
    ...{ youtubeSongName: `Song ${i}`, answer: `Answer ${i}`, points: 100 },
  }));
  const settings = { attempts: 'unlimited', musicOn: 'desk' };
  const categoryId = newId();
  const categories = [{ id: categoryId, name: 'Songs', questions }];
  yield {
    type: 'gameCreated',
    gameId,
    gameCode: 'ABCDEF',
    moderatorId: newId(),
    moderatorName: 'Mo',
    settings,
    categories,
  };
  for (const playerId of players)
    yield { type: 'playerJoined', playerId, name: `Player ${playerId.slice(0, 4)}`, isAdmin: false, seatHash: null };
  yield { type: 'gameStarted' };
  for (let turn = 0; ; turn++) {
    const questionId = questions[turn % QUESTIONS]?.id;
    yield { type: 'questionSelected', categoryId, questionId };
    const buzzing = players.map((_, i) => players[(turn + i) % PLAYERS]).slice(0, BUZZES);
    for (const playerId of buzzing) yield { type: 'playerBuzzed', questionId, playerId, elapsedSeconds: null };
    yield { type: 'answerJudged', questionId, playerId: buzzing[0], correct: false, gain: -100 };
    yield { type: 'answerJudged', questionId, playerId: buzzing[1], correct: true, gain: 100 };
  }
}
