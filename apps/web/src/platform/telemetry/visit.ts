import { randomId } from '../storage/local.js';
import {
  forgetVisiblePage,
  keepVisiblePage,
  keepVisitMark,
  visiblePages,
  type VisitMark,
  visitMark,
} from '../storage/session-marks.js';

export const HEARTBEAT_MS = 5 * 60_000;
/** After so long without a sign of life the next one begins another session. */
const SLEPT_MS = 3 * HEARTBEAT_MS;
/** A page that was last known to be in sight so long ago was killed. */
const KILLED_MS = 2 * HEARTBEAT_MS + 60_000;

/**
 * The session of a person in this browser. All pages of the browser share it, and it goes on across page loads: it ends
 * when the last page in sight is left.
 */
export class Visit {
  /** Also where the browser keeps nothing; then each page has a session of its own. */
  #mark: VisitMark | null = null;

  constructor(private readonly pageId: string = randomId()) {}

  get sessionId(): string | null {
    return (visitMark() ?? this.#mark)?.sessionId ?? null;
  }

  /** This page shows a sign of life. The id of the session, a new one when there is none of this person to go on with. */
  goesOn(userId: string, now: number): string {
    const mark = visitMark() ?? this.#mark;
    const isSame = mark?.userId === userId && now - mark.aliveAt <= SLEPT_MS;
    this.#keep({ sessionId: isSame ? mark.sessionId : randomId(), userId, aliveAt: now });
    keepVisiblePage(this.pageId, now);
    return this.#mark!.sessionId;
  }

  /** This page is hidden or left. The id of the session if that was its last page in sight. */
  leaves(now: number): string | null {
    forgetVisiblePage(this.pageId);
    const mark = visitMark() ?? this.#mark;
    if (mark === null) return null;
    this.#keep({ ...mark, aliveAt: now });
    let isShown = false;
    for (const [pageId, shownAt] of visiblePages()) {
      if (Math.abs(now - shownAt) > KILLED_MS) forgetVisiblePage(pageId);
      else isShown = true;
    }
    return isShown ? null : mark.sessionId;
  }

  /** This person is signed in no longer. The id of their session. */
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
