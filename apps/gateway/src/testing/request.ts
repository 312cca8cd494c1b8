import type { RunningGateway } from './running-gateway.js';

export interface Wish {
  readonly body?: unknown;
  readonly text?: string;
  readonly as?: string;
  readonly admin?: boolean;
  readonly headers?: Record<string, string>;
}

/** A request as a browser or any other client would send it. With a body it is a POST. */
export async function request(
  gateway: RunningGateway,
  path: string,
  { body, text, as, admin, headers = {} }: Wish = {},
) {
  const authorization: Record<string, string> =
    as === undefined
      ? {}
      : { authorization: `Bearer ${await gateway.token(as, { roles: admin ? ['admin'] : ['registered'] })}` };
  const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(gateway.httpUrl + path, {
    method: sent === undefined ? 'GET' : 'POST',
    body: sent,
    headers: { 'content-type': 'application/json', ...authorization, ...headers },
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

export async function requestJson(gateway: RunningGateway, path: string, wish?: Wish) {
  const { status, bytes } = await request(gateway, path, wish);
  return [status, JSON.parse(bytes.toString())] as const;
}
