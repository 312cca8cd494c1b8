import type { EntityManager } from 'typeorm';
import { POPULAR_TAGS, PUBLISHED_LANGUAGES } from './templates.sql.js';

const TAGS_OFFERED = 24;
/** Until then a change by another replica is not shown. */
const KEPT_MS = 10_000;

interface Offered {
  readonly tags: { tag: string; count: number }[];
  readonly languages: string[];
}

/** Tags and languages of all published templates, the same for everybody: kept, as reading them costs more the more there are. */
export class OfferedFilters {
  #known: { readonly offered: Promise<Offered>; readonly until: number } | null = null;

  constructor(
    private readonly manager: Pick<EntityManager, 'query'>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  read(): Promise<Offered> {
    if (this.#known !== null && this.now() < this.#known.until) return this.#known.offered;
    const known = { offered: this.#read(), until: this.now() + KEPT_MS };
    this.#known = known;
    known.offered.catch(() => {
      if (this.#known === known) this.#known = null;
    });
    return known.offered;
  }

  /** After a change of published templates. */
  forget(): void {
    this.#known = null;
  }

  async #read(): Promise<Offered> {
    const [tags, languages] = await Promise.all([
      this.manager.query<Offered['tags']>(POPULAR_TAGS, [TAGS_OFFERED]),
      this.manager.query<{ language: string }[]>(PUBLISHED_LANGUAGES),
    ]);
    return { tags, languages: languages.map(({ language }) => language) };
  }
}
