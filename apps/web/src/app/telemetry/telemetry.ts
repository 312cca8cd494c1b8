import { type ErrorReport, pagePathOf, PATHS, RefusedError } from '@earworm/contracts';
import { randomId } from '../browser-marks.js';
import { http, publicHttp } from '../http.js';
import { useSession } from '../session.js';
import { ErrorTally, type SeenError } from './error-tally.js';
import { reportTo } from './seen-early.js';

const HEARTBEAT_MS = 5 * 60_000;
/** A page that slept longer than this begins a session of its own. */
const SLEPT_MS = 3 * HEARTBEAT_MS;
const SEND_EVERY_MS = 5_000;
/** Waits are doubled up to this while the server does not take reports. */
const SLOWEST_MS = 5 * 60_000;

const errors = new ErrorTally();
const views = new Map<string, number>();
let session: { id: string; userId: string; beatAt: number } | null = null;
let waitMs = SEND_EVERY_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Counts a page that was opened, by its path without ids. */
export function viewed(path: string): void {
  const page = pagePathOf(path);
  views.set(page, Math.min(1_000, (views.get(page) ?? 0) + 1));
  later();
}

/** Keeps an error to be reported. */
function seen(error: SeenError): void {
  errors.add(error, performance.now());
  later();
}

function later(): void {
  timer ??= setTimeout(() => void send(), waitMs);
}

const takeViews = () => {
  const list = [...views].map(([path, count]) => ({ path, count }));
  views.clear();
  return list;
};

async function send(): Promise<void> {
  const [reports, opened] = [errors.take(performance.now()), takeViews()];
  const sent = await Promise.all([
    reports.length === 0 || tryTo(http.call('reportErrors', { body: { errors: reports } })),
    opened.length === 0 || tryTo(publicHttp.call('countViews', { body: { views: opened } })),
  ]);
  timer = undefined;
  if (!sent[0]) errors.giveBack(reports, performance.now());
  if (!sent[1]) for (const { path, count } of opened) views.set(path, Math.min(1_000, (views.get(path) ?? 0) + count));
  waitMs = sent.every(Boolean) ? SEND_EVERY_MS : Math.min(SLOWEST_MS, waitMs * 2);
  if (!errors.isEmpty || views.size > 0) later();
}

/** False: it may be taken later. What the server will never take is not sent again. */
async function tryTo(call: Promise<unknown>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    return error instanceof RefusedError && error.code === 'bad-request';
  }
}

async function beat(): Promise<void> {
  const { user } = useSession.getState();
  if (user === null) return;
  const now = Date.now();
  if (session?.userId !== user.id || now - session.beatAt > SLEPT_MS) {
    endSession();
    session = { id: randomId(), userId: user.id, beatAt: now };
  }
  session.beatAt = now;
  const body = { sessionId: session.id, language: navigator.language };
  // A beat that is lost is made good by the next one.
  await http.call('beatSession', { body }).catch(() => undefined);
}

/** Beacons leave also when the page is on its way out; they carry no token. */
function beacon(path: string, body: object): void {
  navigator.sendBeacon(path, new Blob([JSON.stringify(body)], { type: 'application/json' }));
}

function endSession(): void {
  if (session !== null) beacon(PATHS.endSession.path, { sessionId: session.id });
  session = null;
}

function leave(): void {
  if (session !== null) beacon(PATHS.endSession.path, { sessionId: session.id });
  const reports: ErrorReport[] = errors.take(performance.now());
  if (reports.length > 0) beacon(PATHS.reportErrors.path, { errors: reports });
  const opened = takeViews();
  if (opened.length > 0) beacon(PATHS.countViews.path, { views: opened });
}

/** Starts with the page: sessions of whoever is signed in, and the errors that nobody catches. */
export function startTelemetry(): void {
  reportTo(seen);
  let userId = useSession.getState().user?.id;
  useSession.subscribe(({ user }) => {
    if (user?.id === userId) return;
    userId = user?.id;
    if (user === null) endSession();
    else void beat();
  });
  setInterval(() => void beat(), HEARTBEAT_MS);
  void beat();
  addEventListener('pagehide', leave);
  // Back from the browser's page cache: the session goes on.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void beat();
  });
}
