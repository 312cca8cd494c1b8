import { describe, expect, it, jest } from '@jest/globals';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { originRule, refusedOriginLog } from './origins.js';

interface RouteInput {
  readonly host?: string;
  readonly forwardedProto?: string;
  readonly config?: Partial<Parameters<typeof originRule>[0]>;
}

function mayConnect(origin: string, { host = 'quiz.example', forwardedProto, config = {} }: RouteInput = {}): boolean {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: '127.0.0.1' });
  const request = new IncomingMessage(socket);
  Object.assign(request.headers, { origin, host, 'x-forwarded-proto': forwardedProto });
  return originRule({ PUBLIC_URL: undefined, ALLOWED_ORIGINS: [], TRUSTED_PROXIES: [], ...config })(request);
}

describe('the allowed origin of a connecting page', () => {
  it('matches the requested host with its scheme and port', () => {
    expect(mayConnect('http://quiz.example')).toBe(true);
    expect(mayConnect('http://192.168.1.7:3000', { host: '192.168.1.7:3000' })).toBe(true);
    expect(mayConnect('http://quiz.example', { host: 'Quiz.Example:80' })).toBe(true);
  });

  it.each([
    'https://quiz.example',
    'http://quiz.example:3000',
    'http://quiz.example/',
    'javascript://quiz.example',
    'chrome-extension://quiz.example',
    'ftp://quiz.example',
    'http://quiz.example.evil.example',
    'null',
  ])('excludes %s when http://quiz.example was requested', (origin) => expect(mayConnect(origin)).toBe(false));

  it('requires the scheme of the public address at that address', () => {
    const config = { PUBLIC_URL: 'https://quiz.example' };
    expect(mayConnect('https://quiz.example', { config })).toBe(true);
    expect(mayConnect('http://quiz.example', { config })).toBe(false);
    expect(mayConnect('http://192.168.1.7:3000', { config, host: '192.168.1.7:3000' })).toBe(true);
  });

  it('takes the scheme from a trusted proxy only', () => {
    const [trusting, forwardedProto] = [{ TRUSTED_PROXIES: ['loopback'] }, 'https'];
    expect(mayConnect('https://quiz.example', { config: trusting, forwardedProto })).toBe(true);
    expect(mayConnect('http://quiz.example', { config: trusting, forwardedProto })).toBe(false);
    expect(mayConnect('https://quiz.example', { forwardedProto })).toBe(false);
  });
});

describe('the allowed origin behind a proxy that rewrites Host', () => {
  const behind = { host: 'gateway.internal:3000', forwardedProto: 'https' };
  const trusting = { TRUSTED_PROXIES: ['loopback'] };

  it.each([
    ['without a public address', {}, false],
    ['at the public address', { PUBLIC_URL: 'https://quiz.example' }, true],
    ['at a listed address', { PUBLIC_URL: 'https://play.example', ALLOWED_ORIGINS: ['https://quiz.example'] }, true],
    ['at another public address', { PUBLIC_URL: 'https://play.example' }, false],
  ])('%s depends on what the operator has set alone', (_, config, isAllowed) => {
    expect(mayConnect('https://quiz.example', { ...behind, config: { ...trusting, ...config } })).toBe(isAllowed);
  });
});

describe('log of refused origins', () => {
  it('names the variables to set, at most once a minute', () => {
    const warn = jest.fn();
    let now = 0;
    const log = refusedOriginLog({ warn }, () => now);
    const refused = { headers: { origin: `https://quiz.example${'x'.repeat(999)}`, host: 'quiz.example' } };
    for (now of [0, 30_000, 59_999]) log(refused);
    expect(warn.mock.calls).toEqual([
      [
        { origin: refused.headers.origin.slice(0, 200), host: 'quiz.example', dropped: 0 },
        expect.stringMatching(/set PUBLIC_URL or ALLOWED_ORIGINS .* TRUSTED_PROXIES/),
      ],
    ]);
    now = 60_000;
    log(refused);
    expect(warn).toHaveBeenCalledTimes(2);
  });
});
