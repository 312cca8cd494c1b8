import { keysAfter, PREFIX, randomId, read, readJson, remove, write } from '../storage/local.js';

export const HEARTBEAT_MS = 5 * 60_000;
/** A longer silence starts a new session. */
const SLEPT_MS = 3 * HEARTBEAT_MS;
/** A visible page that is silent for so long was killed. */
const KILLED_MS = 2 * HEARTBEAT_MS + 60_000;

/** Shared by the pages of this browser. Times are ms since the epoch by the browser's clock. */
interface VisitMark {
  readonly sessionId: string;
  readonly userId: string;
  readonly aliveAt: number;
}
const visitMark = () => readJson<VisitMark>('visit');
const keepVisitMark = (mark: VisitMark | null) =>
  mark === null ? remove('visit') : write('visit', JSON.stringify(mark));

/** One key per page, so that no two write the same one. */
const VISIBLE_PAGE = 'shown-page.';
const keepVisiblePage = (pageId: string, at: number) => write(VISIBLE_PAGE + pageId, String(at));
const forgetVisiblePage = (pageId: string) => remove(VISIBLE_PAGE + pageId);
/** True for the storage event of another page that was hidden or closed. */
export const isPageHidden = ({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>) =>
  newValue === null && key !== null && key.startsWith(PREFIX + VISIBLE_PAGE);
const visiblePages = (): readonly (readonly [pageId: string, at: number])[] =>
  keysAfter(VISIBLE_PAGE).map((pageId) => [pageId, Number(read(VISIBLE_PAGE + pageId)) || 0]);

/** Shared by all pages of the browser; ends when the last visible page is closed. */
export class Visit {
  /** Without storage each page has a session of its own. */
  #mark: VisitMark | null = null;

  constructor(private readonly pageId: string = randomId()) {}

  get sessionId(): string | null {
    return (visitMark() ?? this.#mark)?.sessionId ?? null;
  }

  goesOn(userId: string, now: number): string {
    const mark = visitMark() ?? this.#mark;
    const isSame = mark?.userId === userId && now - mark.aliveAt <= SLEPT_MS;
    this.#keep({ sessionId: isSame ? mark.sessionId : randomId(), userId, aliveAt: now });
    keepVisiblePage(this.pageId, now);
    return this.#mark!.sessionId;
  }

  leaves(now: number): string | null {
    forgetVisiblePage(this.pageId);
    const mark = visitMark() ?? this.#mark;
    if (mark === null) return null;
    this.#keep({ ...mark, aliveAt: now });
    let isAnyVisible = false;
    for (const [pageId, visibleAt] of visiblePages()) {
      if (Math.abs(now - visibleAt) > KILLED_MS) forgetVisiblePage(pageId);
      else isAnyVisible = true;
    }
    return isAnyVisible ? null : mark.sessionId;
  }

  ends(userId: string): string | null {
    forgetVisiblePage(this.pageId);
    const mark = visitMark() ?? this.#mark;
    if (mark?.userId !== userId) return null;
    this.#mark = null;
    keepVisitMark(null);
    return mark.sessionId;
  }

  #keep(mark: VisitMark): void {
    this.#mark = mark;
    keepVisitMark(mark);
  }
}
