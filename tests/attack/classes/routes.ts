import { type Route, ROUTES } from '@earworm/contracts';
import type { z } from 'zod';
import { attempt, type AttackClass, type Attempt } from '../attempt.js';
import { filled, sampleOf } from '../sample.js';
import { type Answer, type Target, tellsInside } from '../target.js';

/** As they stand in an address. */
const IN_PATHS = [
  ...['%00', 'a%00b', '%ff', '%', '..%2f..%2fetc%2fpasswd', '%2e%2e', "'%20or%201=1--", '%3Cscript%3E', '%F0%9F%92%A9'],
  ...['null', 'undefined', '__proto__', '0', '-1', '1e400', 'x'.repeat(3_000), '{}', '[object%20Object]', '$ne'],
];
const AS_JSON = [
  ...['null', '1', '-1', '0', '1e308', '9007199254740993', 'true', '""', '"x"', '[]', '{}', '{"$ne":null}', '["x"]'],
  ...[
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"__proto__"',
    '"\u202eabc"',
    `"${'x'.repeat(9_000)}"`,
    '[[[[[[[[]]]]]]]]',
  ],
  ...['"\' or 1=1; --"', '"<img src=x onerror=alert(1)>"', '"=cmd|calc"', '"../../x"', '"1/0"', '"%s%n"', '3.5'],
];
/** The attempts of one of them are few enough for its limits. */
const GUESTS = 60;
const METHODS = ['PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const;

/**
 * Every route with wrong types, values, methods and without a token; none may fail, reveal internals, or grant access.
 * `admin`: a token; null without an administrator's password.
 */
export function routes(target: Target, admin: string | null, isShort: boolean): AttackClass {
  return {
    name: 'routes',
    atOnce: 16,
    async attempts() {
      const guest = await target.tokensOf(GUESTS);
      const all = Object.entries<Route>(ROUTES).flatMap(([name, route]) => ofRoute(target, name, route, guest, admin));
      // The lists of values have no length that it divides: each field is tried with other ones.
      return isShort ? all.filter((_, i) => i % 4 === 0) : all;
    },
  };
}

function ofRoute(target: Target, name: string, route: Route, guest: () => string, admin: string | null): Attempt[] {
  const { method, access } = route;
  const tokenNow = () => (access === 'admin' ? (admin ?? guest()) : access === 'public' ? undefined : guest());
  const good = sampleOf(route.body) as Record<string, unknown>;
  const body = method === 'POST' ? JSON.stringify(good) : undefined;
  const tried = (
    what: string,
    path: string,
    wish: Parameters<Target['send']>[1],
    also = (_: Answer) => null as string | null,
  ) =>
    attempt(`${name}: ${what}`, async () => {
      const answer = await target.send(path, wish);
      return asAnswered(answer) ?? also(answer);
    });
  const path = filled(route);
  const withoutToken = (answer: Answer) =>
    access === 'public' || answer.status === 401 || answer.status === 400 || answer.status === 413
      ? null
      : `${answer.status} without a token`;
  return [
    tried('without a token', path, { method, body }, withoutToken),
    tried('with a token that is none', path, { method, body, token: 'none' }, withoutToken),
    ...METHODS.map((other) => tried(`by ${other}`, path, { method: other, token: tokenNow() })),
    ...(/:\w+/.test(route.path)
      ? IN_PATHS.map((value) =>
          tried(`in its path ${value.slice(0, 40)}`, filled(route, value), { method, body, token: tokenNow() }),
        )
      : []),
    ...fieldsOf(route.query).flatMap((field) => [
      ...IN_PATHS.map((value) =>
        tried(`?${field}=${value.slice(0, 40)}`, `${path}?${field}=${value}`, { method, body, token: tokenNow() }),
      ),
      tried(`?${field} twice`, `${path}?${field}=a&${field}=b`, { method, body, token: tokenNow() }),
      tried(`?${field}[]`, `${path}?${field}[]=a&${field}[b]=c`, { method, body, token: tokenNow() }),
    ]),
    ...(method === 'POST'
      ? fieldsOf(route.body).flatMap((field) =>
          AS_JSON.map((value) =>
            tried(`${field}: ${value.slice(0, 40)}`, path, {
              method,
              token: tokenNow(),
              body: withField(good, field, value),
            }),
          ),
        )
      : []),
    ...(method === 'POST'
      ? [tried('with a field more', path, { method, token: tokenNow(), body: withField(good, 'isAdmin', 'true') })]
      : []),
  ];
}

const fieldsOf = (schema: z.ZodObject | undefined): readonly string[] =>
  schema === undefined ? [] : Object.keys(schema.shape);

/** The value is JSON text: some of them no program would write. */
function withField(good: Record<string, unknown>, field: string, value: string): string {
  const others = Object.entries(good).filter(([name]) => name !== field);
  return `{${[...others.map(([name, each]) => `${JSON.stringify(name)}:${JSON.stringify(each)}`), `${JSON.stringify(field)}:${value}`].join()}}`;
}

function asAnswered({ status, text, code }: Answer): string | null {
  if (status >= 500 && !(status === 503 && code === 'busy')) return `${status} ${text.slice(0, 150)}`;
  return tellsInside(text) ? `tells of the inside: ${text.slice(0, 200)}` : null;
}
