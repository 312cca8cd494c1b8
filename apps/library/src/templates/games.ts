import { randomBytes } from 'node:crypto';
import { RefusedError, snapshot, type TemplateActor, type TemplateId } from '@earworm/contracts';
import { type CategoryView, draftsOf, type GameId, type GameView } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import type { DataSource } from 'typeorm';
import { playable, type Category } from './content.js';
import { categoriesOf, findTemplate } from './read.js';
import { WAS_MOVED } from './templates.sql.js';
import { insertTemplate, ownerOf, type Written } from './write.js';

/** Short, so that a game of thousands of questions fits into one message of the bus. */
const ID_BYTES = 9;

/** Up to `count` ids. Their random bytes are drawn at once: one by one they would take most of a board's time. */
function newIds(count: number): () => string {
  const random = randomBytes(count * ID_BYTES);
  let at = 0;
  return () => random.toString('base64url', at, (at += ID_BYTES));
}

/** The content of a new game. Passed to the game service, never to a browser. */
export async function takeTemplate(database: DataSource, actor: TemplateActor, templateId: TemplateId) {
  const { manager } = database;
  await findTemplate(manager, templateId, actor);
  const written = await categoriesOf(manager, templateId);
  const count = written.reduce((sum, { questions }) => sum + 1 + questions.length, 0);
  const categories = await playable(written, newIds(count));
  if (categories.length === 0) throw new RefusedError('template-empty');
  return { categories };
}

interface NewTemplate {
  readonly templateId: TemplateId;
  readonly gameId: GameId;
  readonly title: string;
}

export async function templateFromGame(
  database: DataSource,
  bus: Bus,
  actor: TemplateActor,
  { templateId, gameId, title }: NewTemplate,
): Promise<Written> {
  const { moderatorId, view } = await boardOf(bus, gameId, actor);
  if (moderatorId !== actor.userId && !(await wasMovedTo(database, moderatorId, actor.userId)))
    throw new RefusedError('not-moderator');
  const categories = (JSON.parse(view) as GameView).categories.map(toCategory);
  if (!categories.some(({ questions }) => questions.length > 0)) throw new RefusedError('template-empty');
  const facts = { title, description: '', language: null, tags: [] };
  return database.transaction((manager) =>
    insertTemplate(manager, ownerOf(actor), { templateId, facts, categories, isCopy: true }),
  );
}

/** The moderator of a completed game may be a guest who has signed in to an account since. */
async function wasMovedTo(database: DataSource, from: string, to: string): Promise<boolean> {
  const rows = await database.query<unknown[]>(WAS_MOVED, [from, to]);
  return rows.length > 0;
}

/** The game as its moderator sees it. Refuses `game-not-found`, `unavailable`. */
export const boardOf = (bus: Bus, gameId: GameId, { userId }: Pick<TemplateActor, 'userId'>) =>
  callShard(bus, snapshot, gameId, { gameId, kind: 'full', userId });

const toCategory = ({ id, name, questions }: CategoryView): Category => ({
  categoryId: id,
  name,
  questions: questions.flatMap((question) =>
    draftsOf(question).map((draft) => ({ questionId: question.id, ...draft })),
  ),
});
