import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  LimitedAction,
  moveGuest,
  RefusedError,
  refreshTokens,
  ROUTES,
  signInAsGuest,
  signUp,
  type Tokens,
} from '@earworm/contracts';
import { createLog } from '@earworm/service-kit/log';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { RawSocket } from '../testing/raw-socket.js';
import { request, requestJson, type Wish } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ENDED, GAME, type ScriptedServices, serveServices } from '../testing/scripted-services.js';
import { baseUrlOf } from './identity.controller.js';

let gateway: RunningGateway;
let services: ScriptedServices;

beforeAll(async () => {
  gateway = await runGateway();
  services = serveServices(gateway.bus);
});
afterAll(() => gateway.close());

/** Sends these bytes and collects the response until the server closes. */
const say = async (bytes: string): Promise<string> => {
  const tcp = connect(gateway.port, '127.0.0.1');
  tcp.on('error', () => undefined);
  let received = '';
  tcp.on('data', (data) => (received += data.toString()));
  tcp.write(bytes);
  await new Promise((resolve) => tcp.on('close', resolve));
  return received;
};
const json = (path: string, wish?: Wish) => requestJson(gateway, path, wish);
const game = (more: object = {}) => ({ requestId: 'request-1', moderatorName: 'Mo', ...more });

const TOKENS: Tokens = {
  access_token: 'a',
  refresh_token: 'r',
  token_type: 'Bearer',
  expires_in: 1,
  refresh_expires_in: 1,
};

describe('the metric of requests', () => {
  it.each(['about', 'readTemplate'] as const)('labels a request with the path of its route: %s', async (name) => {
    const { method, path } = ROUTES[name];
    await json(path.replace(/:\w+/, 'any-id'));
    await eventually(async () =>
      expect(await gateway.metrics()).toContain(
        `gateway_http_seconds_count{service="gateway",route="${method} ${path}"`,
      ),
    );
  });
});

describe('the route that creates a game', () => {
  it('requires a signed-in user', async () => {
    expect(await json('/api/games', { body: game() })).toEqual([
      401,
      { code: 'sign-in-to-create', params: {}, message: 'You must be logged in to create a game' },
    ]);
  });

  it('gives its id and code; the starter quiz fills it', async () => {
    expect(await json('/api/games', { as: 'mo', body: game({ quiz: 'starter' }) })).toEqual([
      200,
      { gameId: GAME, gameCode: 'ABCDEF' },
    ]);
    expect(services.created.at(-1)).toMatchObject({ actor: { userId: 'mo' }, categories: [{ name: 'Starter' }] });
  });

  it('counts a use of the starter template only with the starter quiz, and succeeds even if counting fails', async () => {
    services.templateUses.length = 0;
    await json('/api/games', { as: 'mo', body: game() });
    expect(services.templateUses).toEqual([]);
    await json('/api/games', { as: 'mo', body: game({ quiz: 'starter' }) });
    const use = { templateId: 'house-starter-quiz', gameId: GAME };
    expect(services.templateUses).toEqual([use]);
    services.countingFails = true;
    const [status] = await json('/api/games', { as: 'mo', body: game({ quiz: 'starter' }) });
    services.countingFails = false;
    expect([status, services.templateUses]).toEqual([200, [use, use]]);
  });

  it('rejects requests beyond the limit, with the exact message and the seconds', async () => {
    services.limited = true;
    const { status, headers, bytes } = await request(gateway, '/api/games', { as: 'mo', body: game() });
    services.limited = false;
    expect([status, headers.get('retry-after')]).toEqual([429, '13']);
    expect(JSON.parse(bytes.toString()).message).toBe(
      "You've created too many games recently. Please wait 13 seconds before creating another game.",
    );
  });

  it('accepts a quiz of up to 256 KB, while other routes accept only what they need', async () => {
    const questions = Array.from({ length: 30 }, (_, i) => ({ questionId: `q${i}`, answer: 'a'.repeat(200) }));
    const quizOf = (count: number) =>
      game({
        categories: Array.from({ length: count }, (_, i) => ({ categoryId: `c${i}`, name: `C${i}`, questions })),
      });
    expect((await json('/api/games', { as: 'mo', body: quizOf(36) }))[0]).toBe(200);
    expect(await json('/api/games', { as: 'mo', body: quizOf(38) })).toMatchObject([413, { code: 'quiz-too-large' }]);
    expect(await json('/api/identity/guest', { body: { device: 'x'.repeat(20_000) } })).toMatchObject([413, {}]);
  });

  it('leaves a long body without a valid token unread', async () => {
    const body = game({ padding: 'x'.repeat(1_100_000) });
    expect(await json('/api/games', { body })).toMatchObject([401, { code: 'sign-in-to-create' }]);
    expect(await json('/api/templates', { body })).toMatchObject([401, { code: 'unauthenticated' }]);
  });
});

describe('the route that starts a game from a template', () => {
  it('creates it with the settings and the time trial that were asked for', async () => {
    const wanted = { settings: { attempts: 'once' }, timeTrialMode: true };
    const path = '/api/templates/template-1/start';
    expect(await json(path, { as: 'mo', body: game(wanted) })).toEqual([200, { gameId: GAME, gameCode: 'ABCDEF' }]);
    expect(services.created.at(-1)).toMatchObject({ moderatorName: 'Mo', ...wanted });
  });
});

describe('the route about the server', () => {
  it('answers anyone and names the addresses that are configured', async () => {
    expect(await json('/api/about')).toEqual([200, { publicUrl: null, lanUrl: null, singleSignOn: false }]);
  });

  it('names single sign-on only with an external identity provider', async () => {
    const other = await runGateway();
    try {
      other.provider.external = true;
      expect(await requestJson(other, '/api/about')).toMatchObject([200, { singleSignOn: true }]);
    } finally {
      await other.close();
    }
  });

  it('names the endpoints of redirect sign-in once the identity service knows them', async () => {
    const other = await runGateway();
    try {
      expect((await requestJson(other, '/api/about'))[1]).not.toHaveProperty('signInEndpoints');
      other.provider.endpoints = { authorization: 'https://id.example/auth', token: 'https://id.example/token' };
      expect(await requestJson(other, '/api/about')).toMatchObject([
        200,
        { signInEndpoints: other.provider.endpoints },
      ]);
    } finally {
      await other.close();
    }
  });
});

describe('looking up a game code', () => {
  it('finds a code however it is typed, and says whether to offer Rejoin Game', async () => {
    expect(await json('/api/games/by-code/abcdef?name=Ann')).toMatchObject([200, { gameId: GAME, rejoin: true }]);
    expect(await json('/api/games/by-code/abcdef?name=Bob')).toMatchObject([200, { rejoin: false }]);
  });

  it('leads from the code of an ended game to the game that the same people play next', async () => {
    services.next = ENDED;
    try {
      const [status, info] = await json('/api/games/by-code/ABCDEF');
      expect([status, info]).toMatchObject([200, { gameId: ENDED }]);
      expect(info).not.toHaveProperty('next');
    } finally {
      services.next = null;
    }
  });

  it.each(['ZZZZZZ', 'AB', '..%2F..'])('finds no game for %s', async (code) => {
    expect(await json(`/api/games/by-code/${code}`)).toMatchObject([
      404,
      { code: 'game-not-found', message: 'Game not found' },
    ]);
  });

  it('fails after too many wrong codes; a right one is not counted', async () => {
    const before = services.spent.length;
    expect(await json('/api/games/by-code/ABCDEF')).toMatchObject([200, {}]);
    expect(services.spent.slice(before)).toEqual([]);
    expect(await json('/api/games/by-code/ZZZZZZ')).toMatchObject([404, {}]);
    expect(await json('/api/games/by-code/AB')).toMatchObject([404, {}]);
    expect(services.spent.slice(before)).toEqual(['try_code', 'try_code']);
    services.limited = true;
    const answers = [await json('/api/games/by-code/ZZZZZZ'), await json('/api/games/by-code/ABCDEF')];
    services.limited = false;
    expect(answers).toMatchObject([
      [429, { message: "You're joining games too quickly. Please wait 13 seconds before trying again." }],
      // It was right at this address before.
      [200, {}],
    ]);
    expect(services.spent.slice(before)).toHaveLength(2);
  });

  it('refuses an invalid id, and a game that has ended', async () => {
    expect(await json('/api/games/a%20b', { as: 'ann' })).toMatchObject([400, { message: 'Invalid game ID' }]);
    expect(await json(`/api/games/${ENDED}`, { as: 'ann' })).toMatchObject([
      410,
      { message: 'This game has already ended' },
    ]);
  });

  it('shows the roster to the moderator only', async () => {
    expect(await json(`/api/games/${GAME}/players?limit=5`, { as: 'mo' })).toEqual([200, { players: [], total: 0 }]);
    expect(await json(`/api/games/${GAME}/players`, { as: 'ann' })).toMatchObject([403, { code: 'not-moderator' }]);
    expect(await json(`/api/games/${GAME}/players?limit=0`, { as: 'mo' })).toMatchObject([
      400,
      { code: 'bad-request' },
    ]);
  });
});

describe('the route that reports limits', () => {
  const check = (wish: Wish = {}) =>
    json('/api/checkGameActionLimit', { as: 'ann', body: { gameId: GAME, action: 'join_game' }, ...wish });

  it('returns what remains, and 429 with the message when nothing does', async () => {
    expect(await check()).toEqual([200, { remaining: 9, resetTime: 0 }]);
    services.limited = true;
    const refused = await check();
    services.limited = false;
    expect(refused).toEqual([
      429,
      {
        code: 'limit-join',
        params: { n: 13 },
        remaining: 0,
        resetTime: 12_300,
        message: "You're joining games too quickly. Please wait 13 seconds before trying again.",
      },
    ]);
  });

  it('allows the action when the limiter fails', async () => {
    services.limiterFails = true;
    expect(await check()).toEqual([200, { remaining: 1, resetTime: 0 }]);
    services.limiterFails = false;
  });

  it('uses a default wait where the limiter knows none: 60 seconds for a game, 30 for the other actions', async () => {
    services.limited = true;
    services.resetTime = 0;
    const waits = await Promise.all(
      LimitedAction.options.map(async (action) => {
        const [status, { params }] = await check({ body: { gameId: GAME, action } });
        return [status, action, params];
      }),
    );
    const [status, created] = await json('/api/games', { as: 'mo', body: game() });
    services.limited = false;
    services.resetTime = 12_300;
    expect(waits).toEqual([
      [429, 'create_game', { n: 60 }],
      [429, 'answer_submission', { n: 30 }],
      [429, 'judge_answer', { n: 30 }],
      [429, 'join_game', { n: 30 }],
      [429, 'select_question', { n: 30 }],
    ]);
    expect([status, created]).toMatchObject([429, { code: 'limit-create', params: { n: 60 } }]);
  });

  it('accepts only the five public actions', async () => {
    expect(await check({ body: { gameId: GAME, action: 'breathe' } })).toMatchObject([400, { code: 'bad-request' }]);
  });
});

describe('identity routes', () => {
  it('pass on refusals, and refuse `unavailable` when the service is unreachable', async () => {
    const body = { email: 'a@b.c', password: 'x' };
    expect(await json('/api/identity/sign-in', { body })).toMatchObject([401, { code: 'invalid-credential' }]);
    expect(await json('/api/identity/guest', { body: {} })).toMatchObject([503, { code: 'guest-wait' }]);
    const served = gateway.bus.serve(signInAsGuest, () => TOKENS);
    expect(await json('/api/identity/guest', { body: {} })).toMatchObject([200, { access_token: 'a' }]);
    served.unsubscribe();
  });

  it.each([
    [{ n: 12 }, '12'],
    [{}, '5'],
  ])('report the seconds after which a guest may retry: %j', async (params, seconds) => {
    const served = gateway.bus.serve(signInAsGuest, () => {
      throw new RefusedError('guest-wait', params);
    });
    const { status, headers, bytes } = await request(gateway, '/api/identity/guest', { body: {} });
    served.unsubscribe();
    expect([status, headers.get('retry-after'), JSON.parse(bytes.toString())]).toEqual([
      503,
      seconds,
      { code: 'guest-wait', params, message: expect.stringMatching(/^Many people are joining right now\./) },
    ]);
  });

  it('renew tokens as an OAuth 2 token endpoint, with 400 only for a session that is over', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const renew = (text: string, headers = form) => json('/api/identity/token', { text, headers });
    const served = gateway.bus.serve(refreshTokens, ({ refreshToken }) => {
      if (refreshToken === 'over') throw new RefusedError('token-expired');
      if (refreshToken === 'a b+c') return TOKENS;
      throw new RefusedError('unavailable');
    });
    const grant = 'grant_type=refresh_token&client_id=earworm-web';
    expect(await renew(`${grant}&refresh_token=a+b%2Bc`)).toEqual([200, TOKENS]);
    expect(await renew(`${grant}&refresh_token=over`)).toMatchObject([400, { error: 'invalid_grant' }]);
    expect(await renew(`${grant}&refresh_token=other`)).toMatchObject([503, { code: 'unavailable' }]);
    for (const wrong of [grant, 'grant_type=password&refresh_token=x', `${grant}&refresh_token=`, '{"a":1}', ''])
      expect(await renew(wrong)).toMatchObject([400, { code: 'bad-request' }]);
    const asJson = JSON.stringify({ grant_type: 'refresh_token', refresh_token: 'a b+c' });
    expect(await renew(asJson, { 'content-type': 'application/json' })).toMatchObject([400, { code: 'bad-request' }]);
    served.unsubscribe();
    expect(await renew(`${grant}&refresh_token=over`)).toMatchObject([503, { code: 'unavailable' }]);
  });

  it.each([
    ['sign-up', { displayName: 'A'.repeat(21) }, 'name-too-long', 'A name can have at most 20 characters.'],
    ['sign-up', { displayName: ' ' }, 'display-name-required', 'Display name is required'],
    ['sign-up', { email: ' ' }, 'email-required', 'Email is required'],
    ['sign-up', { displayName: ' ', email: '' }, 'display-name-required', 'Display name is required'],
    ['sign-in', { email: '' }, 'email-required', 'Email is required'],
    ['sign-in', { password: '' }, 'password-required', 'Please enter your password.'],
    ['reset', { email: '' }, 'email-required', 'Email is required'],
  ] as const)(
    'refuse at %s what the form never sends, with the message of the form: %j',
    async (call, typed, code, message) => {
      const email = { email: 'a@b.c' };
      const signIn = { ...email, password: 'secret1' };
      const whole = { 'sign-up': { displayName: 'Ada', ...signIn }, 'sign-in': signIn, reset: email }[call];
      expect(await json(`/api/identity/${call}`, { body: { ...whole, ...typed } })).toEqual([
        400,
        { code, params: {}, message },
      ]);
    },
  );

  it('accept a display name of 20 characters', async () => {
    const names: string[] = [];
    const served = gateway.bus.serve(signUp, ({ displayName }) => {
      names.push(displayName);
      throw new RefusedError('email-already-in-use');
    });
    const body = { displayName: 'A'.repeat(20), email: 'a@b.c', password: 'secret1' };
    expect(await json('/api/identity/sign-up', { body })).toMatchObject([409, { code: 'email-already-in-use' }]);
    expect(names).toEqual([body.displayName]);
    served.unsubscribe();
  });

  it.each([
    ['a guest', ['guest'], 'mo'],
    ['a user with an account', ['registered'], undefined],
  ])('name the user of a sign-up token only for a guest: %s', async (_, roles, named) => {
    const requests: unknown[] = [];
    const served = gateway.bus.serve(signUp, ({ guest }) => {
      requests.push(guest);
      throw new RefusedError('email-already-in-use');
    });
    const body = { displayName: 'Ada', email: 'a@b.c', password: 'secret1' };
    const headers = { authorization: `Bearer ${await gateway.token('mo', { roles })}` };
    await json('/api/identity/sign-up', { body, headers });
    expect(requests).toEqual([named ?? null]);
    served.unsubscribe();
  });

  it("move a guest's games only to an account, and only with a token of that guest", async () => {
    const moves: unknown[] = [];
    const served = gateway.bus.serve(moveGuest, (move) => (moves.push(move), {}));
    const guest = await gateway.token('gus', { roles: ['guest'] });
    const callService = async (as: string, roles: string[], guestToken: string) =>
      json('/api/identity/guest-moves', {
        body: { guestToken },
        headers: { authorization: `Bearer ${await gateway.token(as, { roles })}` },
      });
    expect(await callService('mo', ['registered'], guest)).toEqual([200, {}]);
    expect(moves).toEqual([{ guest: 'gus', userId: 'mo' }]);
    const ofAccount = await gateway.token('ann');
    const expired = await gateway.token('gus', { roles: ['guest'], expiresInS: -60 });
    for (const [as, roles, token, refusal] of [
      ['mo', ['registered'], ofAccount, [403, { code: 'forbidden' }]],
      ['other', ['guest'], guest, [403, { code: 'forbidden' }]],
      ['mo', ['registered'], expired, [401, { code: 'token-expired' }]],
      ['mo', ['registered'], 'gus', [401, { code: 'unauthenticated' }]],
    ] as const)
      expect(await callService(as, [...roles], token)).toMatchObject(refusal);
    expect(moves).toHaveLength(1);
    served.unsubscribe();
  });

  it("take no guest's user id from the body of a sign-up", async () => {
    const body = { displayName: 'Ada', email: 'a@b.c', password: 'secret1', guest: 'mo' };
    expect(await json('/api/identity/sign-up', { body })).toMatchObject([400, { code: 'bad-request' }]);
  });

  it("refuse a sign-up with an invalid token, because its guest's games would be left behind", async () => {
    const body = { displayName: 'Ada', email: 'a@b.c', password: 'secret1' };
    const expired = await gateway.token('mo', { roles: ['guest'], expiresInS: -60 });
    for (const [token, code] of [
      [expired, 'token-expired'],
      ['a.b.c', 'unauthenticated'],
    ] as const)
      expect(
        await json('/api/identity/sign-up', { body, headers: { authorization: `Bearer ${token}` } }),
      ).toMatchObject([401, { code }]);
  });

  it('mail links that lead to this server, whatever host was requested', async () => {
    expect(await json('/api/identity/reset', { body: { email: 'a@b.c' } })).toEqual([200, {}]);
    expect(services.resets.at(-1)).toEqual({ email: 'a@b.c', baseUrl: 'http://localhost:3000', device: null });
    expect(baseUrlOf({ LAN_URL: 'http://192.168.1.7:3000/', PORT: 3000 })).toBe('http://192.168.1.7:3000');
    expect(baseUrlOf({ PUBLIC_URL: 'https://play.example', LAN_URL: 'http://192.168.1.7:3000', PORT: 3000 })).toBe(
      'https://play.example',
    );
  });

  it('show the outbox to admins', async () => {
    expect(await json('/api/admin/outbox', { as: 'ann' })).toMatchObject([403, { code: 'forbidden' }]);
    expect(await json('/api/admin/outbox')).toMatchObject([401, { code: 'unauthenticated' }]);
    expect(await json('/api/admin/outbox', { as: 'root', admin: true })).toEqual([200, { mails: [] }]);
  });
});

describe('API responses', () => {
  it.each<[string, Wish]>([
    ['/api/about', {}],
    ['/api/history', { as: 'ann' }],
    ['/api/history', {}],
    ['/api/admin/outbox', { as: 'root', admin: true }],
    ['/api/games', { as: 'mo', body: game() }],
    ['/api/nothing', {}],
  ])('forbid caching: %s %j', async (path, wish) => {
    expect((await request(gateway, path, wish)).headers.get('cache-control')).toBe('no-store');
  });
});

describe('U+0000', () => {
  it.each([
    '/api/templates?tags=%00',
    '/api/templates?q=a%00b',
    '/api/games/by-code/%00',
    '/api/games/by-code/ABCDEF?name=%00',
    '/api/admin/errors/a%00b',
    '/api/admin/feedback?search=%00',
    '/api/clips/%00',
  ])('fails in the address %s', async (path) => {
    expect(await json(path, { as: 'root', admin: true })).toMatchObject([400, { code: 'bad-request' }]);
  });

  it.each<[string, string, object]>([
    ['the name of a new account', '/api/identity/sign-up', { displayName: 'A\0da', email: 'a@b.c', password: 'x' }],
    ['its e-mail address', '/api/identity/sign-up', { displayName: 'Ada', email: 'a\0@b.c', password: 'x' }],
    ['the e-mail address of a sign-in', '/api/identity/sign-in', { email: 'a\0@b.c', password: 'x' }],
    ['that of a reset', '/api/identity/reset', { email: 'a\0@b.c' }],
    ['a search that is exported', '/api/admin/feedback/export', { search: '\0' }],
  ])('fails in %s', async (_, path, body) => {
    expect(await json(path, { body, as: 'root', admin: true })).toMatchObject([400, { code: 'bad-request' }]);
  });

  it('passes in texts that people write, which are cleaned later', async () => {
    expect(await json('/api/games', { as: 'mo', body: game({ moderatorName: 'M\0o' }) })).toMatchObject([200, {}]);
  });
});

describe('bad requests', () => {
  it.each<[string, Wish]>([
    ['text that is no JSON', { text: '{' }],
    ['a field too many', { body: game({ isAdmin: true }) }],
    ['a field that is missing', { body: {} }],
    ['an array', { body: [] }],
    ['form data', { text: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } }],
    ['a key that stands twice', { text: '{"requestId":"request-1","moderatorName":"Mo","moderatorName":"Ma"}' }],
    ['NaN', { text: '{"requestId":NaN,"moderatorName":"Mo"}' }],
    ['a number where a word belongs', { text: '{"requestId":1e400,"moderatorName":"Mo"}' }],
    ['objects in objects, 3,000 deep', { text: `${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}` }],
    ['arrays in arrays, 100,000 deep', { text: '['.repeat(100_000) + ']'.repeat(100_000) }],
    ['another alphabet', { text: '{}', headers: { 'content-type': 'application/json; charset=klingon' } }],
    ['__proto__', { text: '{"requestId":"request-1","moderatorName":"Mo","__proto__":{"x":1}}' }],
  ])('%s is refused without details', async (_, wish) => {
    const [status, body] = await json('/api/games', { as: 'mo', ...wish });
    expect([status, body]).toEqual([
      400,
      { code: 'bad-request', params: {}, message: 'The server did not understand this request.' },
    ]);
  });

  it.each<[string, string, number]>([
    ['is no HTTP', 'HELLO\r\n\r\n', 400],
    ['has a head of 20 KB', `GET /api/about HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
    [
      'says twice how long it is',
      'POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
      400,
    ],
    [
      'says its length in two ways',
      `POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
    ],
    [
      'wants another upgrade',
      'GET /elsewhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
      404,
    ],
  ])('%s is refused and the connection closed', async (_, bytes, status) => {
    const answer = await say(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).not.toMatch(/node_modules| at .*:\d+:\d+/);
  });

  it('an expired or foreign token is refused', async () => {
    const expired = await gateway.token('ann', { expiresInS: -60 });
    const [status, body] = await json('/api/history', { headers: { authorization: `Bearer ${expired}` } });
    expect([status, body.code]).toEqual([401, 'token-expired']);
    const foreign = await gateway.token('ann', { issuer: 'http://elsewhere/realms/earworm' });
    expect(await json('/api/history', { headers: { authorization: `Bearer ${foreign}` } })).toMatchObject([401, {}]);
  });

  it.each(['token', 'access_token', 'refreshToken', 'id_token', 'anything'])(
    'a token in a URL (%s) is refused, even if the header has it too',
    async (name) => {
      const path = `/api/history?${name}=${await gateway.token('ann')}`;
      expect(await json(path, { as: 'ann' })).toMatchObject([400, { code: 'token-in-url' }]);
    },
  );

  it('an opaque token in a URL is refused by the name of its parameter', async () => {
    expect(await json('/api/history?a=1&refreshToken=opaque', { as: 'ann' })).toMatchObject([
      400,
      { code: 'token-in-url' },
    ]);
  });

  it('no token in a URL is logged, not even with every request logged', async () => {
    const lines: string[] = [];
    const logged = await runGateway(
      {},
      {},
      createLog('gateway', { level: 'trace', to: { write: (line) => void lines.push(line) } }),
    );
    const token = await logged.token('ann');
    await requestJson(logged, `/api/history?token=${token}`);
    await requestJson(logged, `/api/games/${token}`);
    await expect(RawSocket.open(`${logged.wsUrl}?token=${token}`)).rejects.toThrow('400');
    await logged.close();
    expect(lines.join('')).toContain('answered');
    expect(lines.join('')).not.toContain(token.slice(-20));
  });

  it('an unknown route under /api is not found, as JSON', async () => {
    expect(await json('/api/nothing')).toEqual([404, { code: 'not-found', params: {}, message: 'Not found.' }]);
  });
});
