import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { AdminApi } from './admin-api.js';

/** Signed by itself, for localhost, until 2126. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgKrJbM9QzDuV5g33+
ZqCDs/YkL3ZrZ8XTOWZKdDRkIOWhRANCAARzo48jXdhX6pWS5uqyllRVtXKLGDSE
UHu9kGD2vmtpe8NJgt0ZI3xjzFiKFei6wx8Gr8KmzsTKTHw8ouHenE49
-----END PRIVATE KEY-----`;
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBmjCCAUGgAwIBAgIUNhMmtcTeU1RtwzKnQ/W1/imIM0MwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMzAwMTYwMVoYDzIxMjYxMDMw
MDAxNjAxWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARzo48jXdhX6pWS5uqyllRVtXKLGDSEUHu9kGD2vmtpe8NJgt0ZI3xj
zFiKFei6wx8Gr8KmzsTKTHw8ouHenE49o28wbTAdBgNVHQ4EFgQUYvf+/EAIssVM
wAY4LF06joaEzz8wHwYDVR0jBBgwFoAUYvf+/EAIssVMwAY4LF06joaEzz8wDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDRwAwRAIgGSYK7+jq96NDBWAb5H0hXMGJFTtReiPena47PctpF6gCICh7
ftzuIimLIwQLAu0ZyIxT9iRlB+WXD7JdYiPPyFlC
-----END CERTIFICATE-----`;

describe('the admin API of a Keycloak', () => {
  let server: Server | undefined;
  afterEach(() => void server?.close());

  const listening = async (started: Server): Promise<number> => {
    server = started;
    await new Promise<void>((resolve) => void started.listen(0, '127.0.0.1', resolve));
    return (started.address() as AddressInfo).port;
  };
  const answering = async (listener: RequestListener) => `http://127.0.0.1:${await listening(createServer(listener))}`;
  /** What a look at the realm is refused with. */
  const refusal = async (url: string): Promise<string> => {
    const credentials = { username: 'ada', password: 'hunter2' };
    const api = new AdminApi({ url, adminRealm: 'master', credentials });
    const error: unknown = await api.get('/earworm').catch((refused: unknown) => refused);
    expect(error).toMatchObject({ name: 'RealmError' });
    const { message } = error as Error;
    expect(message).not.toMatch(/\n|hunter2/);
    return message;
  };

  it('reports an untrusted certificate with the variable for it', async () => {
    const port = await listening(createTlsServer({ key: KEY, cert: CERTIFICATE }, (_, response) => response.end()));
    expect(await refusal(`https://localhost:${port}`)).toMatch(
      /^Keycloak cannot be reached at .*its certificate is not trusted: .*NODE_EXTRA_CA_CERTS/,
    );
  });

  it('reports an address at which nothing listens', async () => {
    const url = await answering((_, response) => response.end());
    await new Promise((resolve) => server?.close(resolve));
    expect(await refusal(url)).toBe(`Keycloak cannot be reached at ${url} (ECONNREFUSED): check KEYCLOAK_URL.`);
  });

  it('reports a server that is not a Keycloak', async () => {
    const page: RequestListener = (_, response) => response.writeHead(404).end('<h1>Not found</h1>');
    expect(await refusal(await answering(page))).toMatch(/does not answer as Keycloak does \(status 404\)/);
  });

  it('reports a missing right', async () => {
    const url = await answering((request, response) =>
      request.method === 'POST'
        ? response.end(JSON.stringify({ access_token: 't', expires_in: 60 }))
        : response.writeHead(403).end('{}'),
    );
    expect(await refusal(url)).toMatch(/^The administrator "ada" may not GET \/earworm at Keycloak/);
  });

  it('reuses a token until shortly before it expires', async () => {
    let tokens = 0;
    const url = await answering((request, response) => {
      const body = request.method === 'POST' ? { access_token: `t${++tokens}`, expires_in: 60 } : {};
      response.end(JSON.stringify({ ...body, token: request.headers.authorization }));
    });
    const api = new AdminApi({ url, adminRealm: 'master', credentials: { clientId: 'sync', clientSecret: 's' } });
    expect(await api.get('/earworm')).toEqual({ token: 'Bearer t1' });
    expect(await api.get('/earworm')).toEqual({ token: 'Bearer t1' });
    api.renewToken();
    expect(await api.get('/earworm')).toEqual({ token: 'Bearer t2' });
  });
});
