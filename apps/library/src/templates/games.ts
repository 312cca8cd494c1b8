import { randomBytes } from 'node:crypto';
import { onShard, RefusedError, shardOf, snapshot, type TemplateActor, type TemplateId } from '@earworm/contracts';
import type { CategoryView, GameId, GameView, QuestionView } from '@earworm/rules';
import { BusError, type Bus } from '@earworm/service-kit/bus';
import { retry } from '@earworm/service-kit/resilience';
import type { DataSource } from 'typeorm';
import type { Category, Question } from './clean.js';
import { playable } from './playable.js';
import { categoriesOf, findTemplate } from './find.js';
import { insertTemplate, ownerOf, type Written } from './write.js';

/** Random and short: a game of thousands of questions fits into one message of the bus. */
const ID_BYTES = 9;

/** Up to so many ids. Their randomness is drawn at once: for each alone it would take longer than all else of a board. */
function newIds(count: number): () => string {
  const random = randomBytes(count * ID_BYTES);
  let at = 0;
  return () => random.toString('base64url', at, (at += ID_BYTES));
}

/** What a game is started with. It goes to the game, whose moderator sees it there; never to a browser. */
export async function takeTemplate(database: DataSource, actor: TemplateActor, templateId: TemplateId) {
  const { manager } = database;
  await findTemplate(manager, templateId, actor);
  const written = await categoriesOf(manager, templateId);
  const count = written.reduce((sum, { questions }) => sum + 1 + questions.length, 0);
  const categories = await playable(written, newIds(count));
  if (categories.length === 0) throw new RefusedError('template-empty');
  return { categories };
}

interface Wish {
  readonly templateId: TemplateId;
  readonly gameId: GameId;
  readonly title: string;
}

/** Asks the game for its board and keeps that; only for who moderates it. */
export async function templateFromGame(
  database: DataSource,
  bus: Bus,
  actor: TemplateActor,
  wish: Wish,
): Promise<Written> {
  const { moderatorId, view } = await boardOf(bus, wish.gameId, actor);
  if (moderatorId !== actor.userId && !(await wasMovedTo(database, moderatorId, actor.userId)))
    throw new RefusedError('not-moderator');
  const game = JSON.parse(view) as GameView;
  const categories = game.categories.map(keptCategory);
  if (!categories.some(({ questions }) => questions.length > 0)) throw new RefusedError('template-empty');
  const facts = { title: wish.title, description: '', language: null, tags: [] };
  return database.transaction((manager) =>
    insertTemplate(manager, ownerOf(actor), { templateId: wish.templateId, facts, categories }),
  );
}

/** The log of a game that is over names its moderator as they were: perhaps a guest, who has signed in to an account since. */
async function wasMovedTo(database: DataSource, from: string, to: string): Promise<boolean> {
  return (
    (await database.query<unknown[]>(`select 1 from moved_user where from_id = $1 and to_id = $2`, [from, to])).length >
    0
  );
}

/** An owner may be changing hands: then it is asked again. */
const ATTEMPTS = 4;
const ATTEMPT_MS = 1_000;

/** What the game's owner shows its moderator. Refuses `game-not-found`, `unavailable`. */
export async function boardOf(bus: Bus, gameId: GameId, { userId }: Pick<TemplateActor, 'userId'>) {
  const ofOwner = onShard(snapshot, shardOf(gameId));
  const ask = () => bus.call(ofOwner, { gameId, kind: 'full', userId }, { timeoutMs: ATTEMPT_MS });
  return retry(ask, {
    pauseMs: (_attempt, error) => ((error as BusError).reason === 'time-out' ? 0 : ATTEMPT_MS / 4),
    shouldRetry: (error, attempt) => error instanceof BusError && attempt + 1 < ATTEMPTS,
  }).catch((error: unknown) => {
    throw error instanceof BusError ? new RefusedError('unavailable') : error;
  });
}

const keptCategory = ({ id, name, questions }: CategoryView): Category => ({
  categoryId: id,
  name,
  questions: questions.flatMap(keptQuestion),
});

function keptQuestion({ id, points, secret }: QuestionView): Question[] {
  if (secret === null) return [];
  const { medium, youtubeSongName, answer } = secret;
  const played =
    medium.kind === 'youtube'
      ? { youtubeLink: medium.youtubeLink, clipId: null }
      : { youtubeLink: '', clipId: medium.clipId };
  return [{ questionId: id, ...played, youtubeSongName, answer, points }];
}
