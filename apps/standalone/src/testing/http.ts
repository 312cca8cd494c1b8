import { randomInt, randomUUID } from 'node:crypto';
import {
  ERRORS,
  isErrorCode,
  type Route,
  type RouteInput,
  type RouteName,
  type RouteReply,
  ROUTES,
} from '@earworm/contracts';
import type { Outcome } from './roles.js';

/** A device in front of the proxy that the product trusts. */
export const anyAddress = () => ({ 'x-forwarded-for': [198, 18, randomInt(256), randomInt(1, 255)].join('.') });

interface Parts {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
}

/** Calls one route of the table; `token` undefined: without one. */
export async function send<N extends RouteName>(url: string, name: N, input: RouteInput<N>, token?: string) {
  const { method, path, form }: Route = ROUTES[name];
  const { params = {}, query = {}, body }: Parts = input;
  const address = new URL(url + path.replace(/:(\w+)/g, (_, part: string) => String(params[part])));
  for (const [key, value] of Object.entries(query)) address.searchParams.set(key, String(value));
  return fetch(address, {
    method,
    headers: {
      ...anyAddress(),
      ...(method === 'POST' && form === undefined ? { 'content-type': 'application/json' } : {}),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(method === 'POST'
      ? { body: form === undefined ? JSON.stringify(body ?? {}) : new URLSearchParams({ ...body }) }
      : {}),
  });
}

/** The reply of a route that answers; throws for one that refuses. */
export async function reply<N extends RouteName>(
  url: string,
  name: N,
  input: RouteInput<N>,
  token?: string,
): Promise<RouteReply<N>> {
  const response = await send(url, name, input, token);
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  return (await response.json()) as RouteReply<N>;
}

/** The code of a refusal, `ok` for an answer; the status instead where it is not the one that the table gives to them. */
export async function outcomeOf(response: Response): Promise<Outcome | `status ${number}`> {
  const reply: unknown = await response.json().catch(() => null);
  if (response.status === 200) return 'ok';
  const code = typeof reply === 'object' && reply !== null && 'code' in reply ? String(reply.code) : '';
  return isErrorCode(code) && response.status === ERRORS[code].http ? code : `status ${response.status}`;
}

export const newFeedback = () =>
  ({ feedbackId: randomUUID(), type: 'bug', title: 'Title', description: 'Description', gameVersion: '1' }) as const;
