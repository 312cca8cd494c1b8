import { type ErrorReport, pagePathOf, PATHS, RefusedError, type RouteInput } from '@earworm/contracts';
import { http, publicHttp } from '../http/http.js';
import { useSession } from '../session/session.js';
import { ErrorTally, type CaughtError } from './error-tally.js';
import { PendingReport } from './pending-report.js';
import { reportTo } from './early-errors.js';
import { HEARTBEAT_MS, isPageHidden, Visit } from './visit.js';

type View = RouteInput<'countViews'>['body']['views'][number];

const SEND_EVERY_MS = 5_000;
const SLOWEST_MS = 5 * 60_000;
/** By then the server has noticed the other page's closed socket. */
const AFTER_LEFT_MS = 1_000;
/** Browsers limit what a closing page may send. */
const MOST_PARTS = 4;

const errors = new ErrorTally();
const errorsOnWay = new PendingReport<ErrorReport[]>();
const viewsOnWay = new PendingReport<View[]>();
const views = new Map<string, number>();
const visit = new Visit();
/** Time of the last heartbeat; null before the first one and after the session was ended. */
let beatAt: number | null = null;
let waitMs = SEND_EVERY_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

export function viewed(path: string): void {
  const page = pagePathOf(path);
  views.set(page, Math.min(1_000, (views.get(page) ?? 0) + 1));
  later();
}

function seen(error: CaughtError): void {
  errors.add(error, performance.now());
  later();
}

function later(): void {
  timer ??= setTimeout(() => void send(), waitMs);
}

function takeViews(): View[] | null {
  const list = [...views].map(([path, count]) => ({ path, count }));
  views.clear();
  return list.length === 0 ? null : list;
}

function reportsNow() {
  const now = performance.now();
  const seenErrors = errorsOnWay.next(() => (errors.isEmpty ? null : errors.take(now)), now);
  const opened = viewsOnWay.next(takeViews, now);
  return {
    errors: seenErrors && {
      reportId: seenErrors.reportId,
      sessionId: visit.sessionId,
      errors: seenErrors.content.map((each) => ({
        ...each,
        agoMs: Math.min(600_000, Math.round(each.agoMs + now - seenErrors.takenAt)),
      })),
    },
    views: opened && { reportId: opened.reportId, sessionId: visit.sessionId, views: opened.content },
  };
}

async function send(): Promise<void> {
  const reports = reportsNow();
  const [errorsSent, viewsSent] = await Promise.all([
    reports.errors === null || tryTo(http.call('reportErrors', { body: reports.errors })),
    reports.views === null || tryTo(publicHttp.call('countViews', { body: reports.views })),
  ]);
  timer = undefined;
  if (errorsSent) errorsOnWay.done(reports.errors?.reportId);
  if (viewsSent) viewsOnWay.done(reports.views?.reportId);
  waitMs = errorsSent && viewsSent ? SEND_EVERY_MS : Math.min(SLOWEST_MS, waitMs * 2);
  if (!errors.isEmpty || views.size > 0 || !errorsOnWay.isEmpty || !viewsOnWay.isEmpty) later();
}

/** False: worth a retry. */
async function tryTo(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    return error instanceof RefusedError && (error.code === 'bad-request' || error.code === 'too-large');
  }
}

async function beat(): Promise<void> {
  const { user } = useSession.getState();
  if (user === null) return;
  beatAt = Date.now();
  const body = { sessionId: visit.goesOn(user.id, beatAt), language: navigator.language };
  await http.call('beatSession', { body }).catch(() => undefined);
}

/** Survives the page. Carries no token: the session's id, known only to this page, authenticates it. */
function beacon(path: string, body: object): void {
  const text = JSON.stringify(body);
  const headers = { 'content-type': 'application/json' };
  if (navigator.sendBeacon(path, new Blob([text], { type: headers['content-type'] }))) return;
  void fetch(path, { method: 'POST', body: text, headers, keepalive: true }).catch(() => undefined);
}

function endSession(sessionId: string | null): void {
  if (sessionId !== null) beacon(PATHS.endSession.path, { sessionId });
}

function leaveVisit(): void {
  if (beatAt === null) return;
  beatAt = null;
  endSession(visit.leaves(Date.now()));
}

/** A phone may kill a hidden page without further events. */
function hide(): void {
  leaveVisit();
  if (timer === undefined) return;
  clearTimeout(timer);
  void send();
}

function show(): void {
  if (beatAt === null || Date.now() - beatAt > HEARTBEAT_MS) void beat();
}

function leave(): void {
  leaveVisit();
  // Pending reports first: duplicates count once.
  for (let round = 0; round < MOST_PARTS; round++) {
    const reports = reportsNow();
    if (reports.errors === null && reports.views === null) return;
    if (reports.errors !== null) beacon(PATHS.reportErrors.path, reports.errors);
    if (reports.views !== null) beacon(PATHS.countViews.path, reports.views);
    errorsOnWay.done(reports.errors?.reportId);
    viewsOnWay.done(reports.views?.reportId);
  }
}

export function startTelemetry(): void {
  reportTo(seen);
  let userId = useSession.getState().user?.id;
  useSession.subscribe(({ user }) => {
    if (user?.id === userId) return;
    if (userId !== undefined) endSession(visit.ends(userId));
    userId = user?.id;
    beatAt = null;
    void beat();
  });
  setInterval(() => void beat(), HEARTBEAT_MS);
  void beat();
  addEventListener('pagehide', leave);
  addEventListener('storage', (change) => {
    if (isPageHidden(change) && beatAt !== null) setTimeout(() => void beat(), AFTER_LEFT_MS);
  });
  document.addEventListener('visibilitychange', () => (document.hidden ? hide() : show()));
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void beat();
  });
}
