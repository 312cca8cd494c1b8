import * as contracts from '@earworm/contracts';
import {
  admitGame,
  beginAct,
  type Call,
  checkLimit,
  countAddresses,
  deviceKey,
  endAct,
  type ErrorCode,
  onShard,
  recordedOf,
  type RecordedRoute,
  RefusedError,
  revocations,
  type Route,
  type RouteInput,
  ROUTES,
  shardOf,
  linkKeys,
  raisedNetworks,
  signingKeys,
} from '@earworm/contracts';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';

const ID = '00000000-0000-4000-8000-000000000001';
const GAME = 'game-1' as contracts.GameId;
const ofFeedback = { params: { feedbackId: ID } };
const ofTemplate = { params: { templateId: 'template-1' as contracts.TemplateId } };
const ofShow = { params: { showId: ID as contracts.ShowId } };
const withReason = { params: { userId: ID }, body: { reason: ' Spam ' } };

/** A request for each recorded route. A new route without one does not compile. */
const REQUESTS: { readonly [N in RecordedRoute]: RouteInput<N> } = {
  listAccounts: { query: { search: 'ann', role: 'admin' } },
  readAccount: { params: { userId: ID } },
  accountGames: { params: { userId: ID } },
  giveAdmin: withReason,
  takeAdmin: withReason,
  disableAccount: withReason,
  enableAccount: withReason,
  endAccountSessions: withReason,
  exportAudit: { body: { who: 'root' } },
  outbox: {},
  exportAnalytics: { body: { table: 'Visits', from: '2026-05-01', to: '2026-05-02' } },
  errorLogs: { params: { fingerprint: 'abc' } },
  exportFeedback: { body: { search: 'loud' } },
  changeFeedback: { ...ofFeedback, body: { status: 'resolved' } },
  deleteFeedback: ofFeedback,
  readScreenshot: ofFeedback,
  settleReports: { ...ofTemplate, body: { verdict: 'takeDown', note: 'Spam' } },
  readTemplate: ofTemplate,
  readTemplateContent: ofTemplate,
  exportTemplate: { ...ofTemplate, query: { format: 'json' } },
  roster: { params: { gameId: GAME } },
  gameResult: { params: { gameId: GAME } },
  takeOverGame: { params: { gameId: GAME }, body: { reason: 'No sound' } },
  helpGame: { params: { gameId: GAME }, body: { reason: 'No sound' } },
  solveHelp: { params: { gameId: GAME } },
  readShow: ofShow,
  listRooms: ofShow,
  roomStaffView: { params: { ...ofShow.params, roomId: ID as contracts.RoomId, gameId: GAME } },
  roomStageKey: { params: { ...ofShow.params, roomId: ID as contracts.RoomId, gameId: GAME } },
  listSolved: ofShow,
  listResults: ofShow,
  listStandings: ofShow,
  advance: { ...ofShow, body: { jobId: ID, count: 10, roomIds: [ID as contracts.RoomId], digest: 'plan' } },
  releaseAdvanced: {
    params: { showId: ID as contracts.ShowId, jobId: ID },
    body: { playerId: ID as never, replace: true },
  },
  freezeStandings: { ...ofShow, body: { frozen: true } },
  readShowStage: ofShow,
  saveShowStage: { ...ofShow, body: { kind: 'teams', counting: 'points', publicNames: 'short' } },
  linkShowStage: { ...ofShow, body: { isLinked: true } },
  revealStandings: { ...ofShow, body: { act: 'next', from: 3 } },
  readRounds: { params: { ...ofShow.params, roomId: ID as contracts.RoomId } },
  setShowQuota: { ...ofShow, body: { rooms: 500, people: 10_000 } },
  decideShowNetworks: {
    ...ofShow,
    body: { approve: true, networks: ['8.8.8.0/24', '8.8.4.4'], people: 600, startsAt: 1_800_000_000_000 },
  },
};
const NAMES = Object.keys(REQUESTS) as RecordedRoute[];
const forAdmins = NAMES.filter((name) => ROUTES[name].access === 'admin');
const declaredOf = (name: RecordedRoute) => {
  const declared = recordedOf(ROUTES[name] as Route);
  if (declared === null) throw new Error(`${name} records nothing`);
  return declared;
};
const forOthersToo = NAMES.filter((name) => ROUTES[name].access !== 'admin' && 'insteadOf' in declaredOf(name));
const ofOthers = NAMES.filter((name) => ROUTES[name].access !== 'admin' && !forOthersToo.includes(name));

const isCall = (value: unknown): value is Call =>
  typeof value === 'object' && value !== null && 'subject' in value && 'request' in value;
/** Served by the gateway's own test double, or called by the gateway outside of any request. */
const NOT_OF_REQUESTS: readonly Call[] = [
  ...[beginAct, endAct, signingKeys, countAddresses, revocations, deviceKey, linkKeys, raisedNetworks],
];

/** What reached a service, and how many acts had been recorded by then. */
interface Seen {
  readonly subject: string;
  readonly request: unknown;
  readonly begun: number;
}

describe('audited HTTP routes', () => {
  let gateway: RunningGateway;
  let seen: Seen[];
  /** How every service answers; by default it is unavailable. */
  let refusal: ErrorCode;
  /** Answers of calls that are not refused. */
  let answers: ReadonlyMap<Call, object>;
  let duringWork: () => unknown;

  beforeEach(async () => {
    // A call is sent once: a busy machine would make a second attempt.
    gateway = await runGateway({}, { overrides: { attemptMs: 30_000 } });
    seen = [];
    refusal = 'unavailable';
    answers = new Map();
    duringWork = () => undefined;
    for (const call of Object.values<unknown>(contracts).filter(isCall)) {
      if (NOT_OF_REQUESTS.includes(call)) continue;
      for (const each of [call, onShard(call, shardOf(GAME))])
        gateway.bus.serve(
          each,
          (request: unknown) => {
            seen.push({ subject: call.subject, request, begun: gateway.audit.begun.length });
            duringWork();
            const answer = answers.get(call);
            if (answer) return answer;
            throw new RefusedError(refusal);
          },
          { queue: null },
        );
    }
  });
  afterEach(() => gateway.close());

  const send = async (name: RecordedRoute, roles: readonly string[]) => {
    const { method, path } = ROUTES[name];
    const { params = {}, query, body } = REQUESTS[name] as Readonly<Record<string, Record<string, string> | undefined>>;
    const filled = path.replace(/:(\w+)/g, (_, field: string) => params[field] ?? '');
    const response = await fetch(`${gateway.httpUrl}${filled}?${new URLSearchParams(query)}`, {
      method,
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${await gateway.token('root', { roles })}`,
      },
      body: method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
    });
    const { code } = (await response.json()) as { code?: string };
    return { status: response.status, code };
  };
  const asAdmin = (name: RecordedRoute) => send(name, ['registered', 'admin']);
  const asRegistered = (name: RecordedRoute) => send(name, ['registered']);

  it.each(forAdmins)('%s does not reach a service when it cannot be recorded', async (name) => {
    gateway.audit.isDown = true;
    expect(await asAdmin(name)).toEqual({ status: 503, code: 'audit-unavailable' });
    expect(seen).toEqual([]);
  });

  it.each(forAdmins)('%s is recorded before it reaches a service, and its outcome afterwards', async (name) => {
    await asAdmin(name);
    const { act } = declaredOf(name);
    expect(gateway.audit.begun).toEqual([expect.objectContaining({ act, userId: 'root', userName: 'root' })]);
    for (const { begun } of seen) expect(begun).toBe(1);
    const outcome =
      name === 'exportAnalytics' ? { outcome: 'done', code: null } : { outcome: 'failed', code: 'unavailable' };
    expect(gateway.audit.ended).toEqual([{ entryId: '1', ...outcome }]);
  });

  it.each(forAdmins)('%s is refused to non-administrators, and nothing is recorded', async (name) => {
    expect(await asRegistered(name)).toEqual({ status: 403, code: 'forbidden' });
    expect([gateway.audit.begun, seen]).toEqual([[], []]);
  });

  it.each(forOthersToo)('%s is recorded only when an administrator gets more than others would', async (name) => {
    const { act, insteadOf = [] } = declaredOf(name);
    for (const code of insteadOf) {
      seen.length = gateway.audit.begun.length = gateway.audit.ended.length = 0;
      refusal = code;
      expect(await asRegistered(name)).toMatchObject({ code });
      expect([gateway.audit.begun.length, seen.map(({ begun }) => begun)]).toEqual([0, [0]]);
      seen.length = 0;
      expect(await asAdmin(name)).toMatchObject({ code });
      expect(gateway.audit.begun).toEqual([expect.objectContaining({ act })]);
      expect(seen.map(({ begun, request }) => [begun, JSON.stringify(request).includes('"isAdmin":true')])).toEqual([
        [0, false],
        [1, true],
      ]);
      expect(gateway.audit.ended).toEqual([{ entryId: '1', outcome: 'refused', code }]);
    }
  });

  it.each(ofOthers)('%s is recorded whoever sends it, and not done when it cannot be', async (name) => {
    const { act } = declaredOf(name);
    await asRegistered(name);
    expect(gateway.audit.begun).toEqual([expect.objectContaining({ act, userId: 'root' })]);
    expect(seen.map(({ begun }) => begun)).toEqual([1]);
    gateway.audit.isDown = true;
    expect(await asRegistered(name)).toEqual({ status: 503, code: 'audit-unavailable' });
    expect(seen).toHaveLength(1);
  });

  it.each(forOthersToo)('%s gives an administrator no more than others when it cannot be recorded', async (name) => {
    refusal = declaredOf(name).insteadOf?.[0] ?? 'unavailable';
    gateway.audit.isDown = true;
    expect(await asAdmin(name)).toEqual({ status: 503, code: 'audit-unavailable' });
    expect(seen).toHaveLength(1);
  });

  it('an administrator copies and starts templates as any other user, so that no private template is read unrecorded', async () => {
    const body = { requestId: 'request-of-root', moderatorName: 'Root', settings: {} };
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${await gateway.token('root', { roles: ['registered', 'admin'] })}`,
    };
    const post = (path: string, sent: object) =>
      fetch(gateway.httpUrl + path, { method: 'POST', headers, body: JSON.stringify(sent) });
    refusal = 'template-not-found';
    answers = new Map<Call, object>([
      [admitGame, {}],
      [checkLimit, { allowed: true, remaining: 1, resetTime: 0 }],
    ]);
    await post('/api/templates/template-1/start', body);
    await post('/api/templates/template-1/copy', { copyId: 'template-2' });
    const calls = seen.filter(({ subject }) => subject.startsWith('library.templates.'));
    expect(calls.map(({ subject }) => subject)).toEqual(['library.templates.take', 'library.templates.copy']);
    expect(JSON.stringify(calls)).not.toContain('"isAdmin":true');
  });

  it('an entry names the affected user, the request and the reason', async () => {
    await asAdmin('disableAccount');
    await asAdmin('listAccounts');
    await asAdmin('settleReports');
    const who = { userId: 'root', userName: 'root' };
    expect(gateway.audit.begun).toEqual([
      { ...who, act: 'account-disabled', target: { kind: 'account', id: ID }, details: {}, reason: 'Spam' },
      { ...who, act: 'accounts-searched', target: null, details: { search: 'ann', role: 'admin' }, reason: null },
      {
        ...who,
        act: 'template-reports-settled',
        target: { kind: 'template', id: 'template-1' },
        details: { verdict: 'takeDown' },
        reason: 'Spam',
      },
    ]);
  });

  it('an act is answered with its result even if the outcome cannot be recorded', async () => {
    duringWork = () => (gateway.audit.isDown = true);
    refusal = 'last-admin';
    expect(await asAdmin('takeAdmin')).toEqual({ status: 409, code: 'last-admin' });
    expect([gateway.audit.begun.length, gateway.audit.ended]).toEqual([1, []]);
  });
});
