import { readTemplate, RefusedError, type ReplyOf, takeTemplate, type TemplateId } from '@earworm/contracts';
import type { UserId } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';

type Categories = ReplyOf<typeof takeTemplate>['categories'];

export interface Wanted {
  readonly templateId: TemplateId | null;
  readonly preparedBy: UserId | null;
  readonly batchId: string | null;
}

const readerOf = (userId: UserId) => ({ userId, isAdmin: false, isGuest: false, name: '' });

/** With the rights of this operator. */
export async function takeQuestions(bus: Bus, templateId: TemplateId, userId: UserId): Promise<Categories> {
  const actor = readerOf(userId);
  return (await bus.call(takeTemplate, { actor, templateId }, { timeoutMs: WITHIN_MS })).categories;
}

/** Null if it does not exist, or this operator may not read it. */
export async function titleOf(bus: Bus, templateId: TemplateId, userId: UserId): Promise<string | null> {
  return (await detailOf(bus, templateId, userId))?.title ?? null;
}

async function detailOf(bus: Bus, templateId: TemplateId, userId: UserId) {
  try {
    return await bus.call(readTemplate, { actor: readerOf(userId), templateId }, { timeoutMs: WITHIN_MS });
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'template-not-found') return null;
    throw error;
  }
}

/** What a room gets of its template. `version`: of the template, or an earlier one; null: it has none. */
export interface Taken {
  readonly categories: Categories;
  readonly version: number | null;
}

/** Null if it does not exist, or this operator may not read it. */
export async function versionOf(bus: Bus, templateId: TemplateId, userId: UserId): Promise<number | null> {
  return (await detailOf(bus, templateId, userId))?.version ?? null;
}

/** Of 256 KB each. */
const KEPT = 16;
const WITHIN_MS = 5_000;

/** The version first: a change in between makes it too old, and the questions are compared again. */
async function takeWithVersion(bus: Bus, templateId: TemplateId, userId: UserId): Promise<Taken> {
  const version = await versionOf(bus, templateId, userId);
  return { categories: await takeQuestions(bus, templateId, userId), version };
}

/**
 * The questions of templates, read once for all rooms of a batch and with the rights of who asked for it. A template that
 * could not be read is asked for again.
 */
export class Templates {
  readonly #taken = new Map<string, Promise<Taken>>();

  constructor(private readonly bus: Bus) {}

  async take({ templateId, preparedBy, batchId }: Wanted): Promise<Taken> {
    if (templateId === null || preparedBy === null) return { categories: [], version: null };
    const key = `${batchId} ${preparedBy} ${templateId}`;
    const known = this.#taken.get(key);
    if (known !== undefined) return known;
    const taken = takeWithVersion(this.bus, templateId, preparedBy);
    this.#taken.set(key, taken);
    const [oldest] = this.#taken.keys();
    if (this.#taken.size > KEPT && oldest !== undefined) this.#taken.delete(oldest);
    taken.catch(() => this.#taken.delete(key));
    return taken;
  }

  /** Once no room waits. */
  forget(): void {
    this.#taken.clear();
  }
}
