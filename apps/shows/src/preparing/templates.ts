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
  try {
    const { title } = await bus.call(readTemplate, { actor: readerOf(userId), templateId }, { timeoutMs: WITHIN_MS });
    return title;
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'template-not-found') return null;
    throw error;
  }
}

/** Of 256 KB each. */
const KEPT = 16;
const WITHIN_MS = 5_000;

/**
 * The questions of templates, read once for all rooms of a batch and with the rights of who asked for it. A template that
 * could not be read is asked for again.
 */
export class Templates {
  readonly #taken = new Map<string, Promise<Categories>>();

  constructor(private readonly bus: Bus) {}

  async take({ templateId, preparedBy, batchId }: Wanted): Promise<Categories> {
    if (templateId === null || preparedBy === null) return [];
    const key = `${batchId} ${templateId}`;
    const known = this.#taken.get(key);
    if (known !== undefined) return known;
    const taken = takeQuestions(this.bus, templateId, preparedBy);
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
