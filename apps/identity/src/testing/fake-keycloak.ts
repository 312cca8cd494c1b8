import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeJwt, UnsecuredJWT } from 'jose';

export interface FakeUser {
  readonly id: string;
  username?: string;
  email?: string;
  firstName?: string;
  enabled: boolean;
  password?: string;
  isAdmin: boolean;
  /** Guessed at too often: the right password is refused, too. */
  isLocked: boolean;
}

export interface FakeRequest {
  readonly method: string;
  /** Below the realm. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
  readonly body: string;
}

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FakeAdminEvent {
  readonly time: number;
  readonly operationType: string;
  readonly resourceType: string;
  readonly resourcePath: string;
  readonly authDetails: { readonly userId: string };
}

export interface FakeUserEvent {
  readonly time: number;
  readonly type: string;
  readonly userId: string;
  readonly sessionId?: string;
}

const REALM = 'earworm';
const SECRET = 'a-secret';
const SERVICE_ACCOUNT = randomUUID();
const ROLE = { id: randomUUID(), name: 'admin' };

/** The part of Keycloak's HTTP interface that identity uses, for states that a real one cannot be brought into. */
export class FakeKeycloak {
  readonly users = new Map<string, FakeUser>();
  readonly requests: FakeRequest[] = [];
  readonly serviceAccount = SERVICE_ACCOUNT;
  adminEvents: readonly FakeAdminEvent[] = [];
  userEvents: readonly FakeUserEvent[] = [];
  /** Answers instead of the fake, after it resolves; undefined: the fake does. */
  intercept: (request: FakeRequest) => Promise<Answer | undefined> = () => Promise.resolve(undefined);
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((incoming, answer) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const url = new URL(incoming.url ?? '', this.url);
        const body = Buffer.concat(chunks).toString();
        const request: FakeRequest = {
          ...{ method: incoming.method ?? '', query: url.searchParams, body, form: new URLSearchParams(body) },
          path: url.pathname.replace(/^(\/admin)?\/realms\/earworm/, ''),
        };
        this.requests.push(request);
        void this.intercept(request).then((other) => {
          const { status, body: replyBody, headers } = other ?? this.answer(request);
          answer.writeHead(status, { 'content-type': 'application/json', ...headers });
          answer.end(replyBody === undefined ? undefined : JSON.stringify(replyBody));
        });
      });
    });
  }

  static async start(): Promise<FakeKeycloak> {
    const fake = new FakeKeycloak();
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get issuer(): string {
    return `${this.url}/realms/${REALM}`;
  }

  /** What leads identity here. */
  get env() {
    return {
      ...{ KEYCLOAK_URL: this.url, KEYCLOAK_REALM: REALM, KEYCLOAK_CLIENT_SECRET: SECRET },
      ...{ KEYCLOAK_GUEST_POOL: '0', KEYCLOAK_WITHIN_MS: '9000' },
    };
  }

  add(user: Partial<FakeUser>): FakeUser {
    const added = { id: randomUUID(), enabled: true, isAdmin: false, isLocked: false, ...user };
    this.users.set(added.id, added);
    return added;
  }

  tokenOf(userId: string, { issuer = this.issuer, seconds = 1_800 } = {}): string {
    return new UnsecuredJWT({ sid: userId })
      .setIssuer(issuer)
      .setSubject(userId)
      .setIssuedAt()
      .setExpirationTime(Math.floor(Date.now() / 1_000) + seconds)
      .encode();
  }

  requestsOf(method: string, path: RegExp): FakeRequest[] {
    return this.requests.filter((request) => request.method === method && path.test(request.path));
  }

  grants(type: string): FakeRequest[] {
    return this.requests.filter(({ form }) => form.get('grant_type')?.endsWith(type));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Does what is asked. */
  answer(request: FakeRequest): Answer {
    const { method, path, query, body } = request;
    if (path === '/.well-known/openid-configuration')
      return ok({ issuer: this.issuer, authorization_endpoint: `${this.issuer}/auth` });
    if (path === '/protocol/openid-connect/certs') return ok({ keys: [] });
    if (path === '/protocol/openid-connect/token') return this.#token(request);
    if (path === '/users/count') return ok(this.users.size);
    if (path === '/events')
      return ok(pageOf(this.userEvents, query, ({ type }) => query.getAll('type').includes(type)));
    if (path === '/admin-events') return ok(this.#adminEvents(query));
    if (path === '/roles/admin/users') return ok([...this.users.values()].filter(({ isAdmin }) => isAdmin));
    if (path === '/users' && method === 'POST') return this.#create(JSON.parse(body));
    if (path === '/users') return ok([...this.users.values()].filter((user) => fits(user, query)));
    const [, id = '', rest = ''] = /([\da-f-]{36})(.*)$/.exec(path) ?? [];
    const user = this.users.get(id);
    if (user === undefined) return { status: 404 };
    return path.startsWith('/attack-detection') ? attacked(user, method) : this.#ofUser(user, rest, request);
  }

  #ofUser(user: FakeUser, rest: string, { method, body }: FakeRequest): Answer {
    if (rest === '/groups') return ok([{ id: randomUUID(), path: '/registered' }]);
    if (rest.startsWith('/role-mappings')) {
      if (method === 'GET') return ok(rest.endsWith('/available') === user.isAdmin ? [] : [ROLE]);
      user.isAdmin = method === 'POST';
    } else if (rest === '/reset-password') user.password = JSON.parse(body).value;
    else if (rest === '' && method === 'GET') return ok(user);
    else if (rest === '' && method === 'DELETE') this.users.delete(user.id);
    else if (rest === '') Object.assign(user, JSON.parse(body));
    return { status: 204 };
  }

  #create({ credentials, ...user }: { email?: string; credentials?: { value: string }[] }): Answer {
    if ([...this.users.values()].some(({ email }) => email !== undefined && email === user.email))
      return { status: 409 };
    const password = credentials?.[0]?.value;
    const { id } = this.add({ ...user, ...(password === undefined ? {} : { password }) });
    return { status: 201, headers: { location: `${this.url}/admin/realms/${REALM}/users/${id}` } };
  }

  #token({ form }: FakeRequest): Answer {
    const field = (name: string) => form.get(name) ?? '';
    const users = [...this.users.values()];
    const type = field('grant_type');
    if (type === 'client_credentials') return ok(this.#tokens(SERVICE_ACCOUNT));
    if (type === 'refresh_token') return ok(this.#tokens(decodeJwt(field('refresh_token')).sub ?? ''));
    const asserted = type === 'password' ? '' : `guest-${decodeJwt(field('assertion')).sub}`;
    const user = users.find(({ email, username }) =>
      asserted === '' ? email === field('username') : username === asserted,
    );
    if (user?.enabled === false) return refused('Account disabled');
    const isRight = asserted !== '' || (user?.isLocked === false && user.password === field('password'));
    return user !== undefined && isRight ? ok(this.#tokens(user.id)) : refused('Invalid user credentials');
  }

  #tokens(userId: string) {
    const token = this.tokenOf(userId);
    return { access_token: token, refresh_token: token, expires_in: 1_800, refresh_expires_in: 1_800 };
  }

  #adminEvents(query: URLSearchParams): FakeAdminEvent[] {
    const [operations, resources] = [query.getAll('operationTypes'), query.getAll('resourceTypes')];
    return pageOf(
      this.adminEvents,
      query,
      (event) => operations.includes(event.operationType) && resources.includes(event.resourceType),
    );
  }
}

function pageOf<E extends { readonly time: number }>(
  events: readonly E[],
  query: URLSearchParams,
  isWanted: (event: E) => boolean,
): E[] {
  const first = Number(query.get('first'));
  return events
    .filter((event) => event.time >= Number(query.get('dateFrom')) && isWanted(event))
    .slice(first, first + Number(query.get('max')));
}

const ok = (body: unknown): Answer => ({ status: 200, body });
const refused = (description: string): Answer => ({
  status: 400,
  body: { error: 'invalid_grant', error_description: description },
});

function fits(user: FakeUser, query: URLSearchParams): boolean {
  const [email, username] = [query.get('email'), query.get('username')];
  return (email === null || user.email === email) && (username === null || user.username === username);
}

function attacked(user: FakeUser, method: string): Answer {
  if (method === 'GET') return ok({ disabled: user.isLocked });
  user.isLocked = false;
  return { status: 204 };
}
