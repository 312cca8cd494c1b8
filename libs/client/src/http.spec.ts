import { describe, expect, it } from '@jest/globals';
import { RefusedError, UnknownRefusal } from '@earworm/contracts';
import { createHttp } from './http.js';

const sent: { url: string; request: RequestInit }[] = [];
const answering = (status: number, body: string, headers: Record<string, string> = {}) =>
  createHttp({
    baseUrl: 'http://game',
    token: () => Promise.resolve('a.b.c'),
    fetch: (url, request) => {
      sent.push({ url: String(url), request: request ?? {} });
      return Promise.resolve(new Response(body, { status, headers }));
    },
  });

describe('HTTP call', () => {
  it('fills the path and the query, and sends the token', async () => {
    await answering(200, '{}').call('joinInfoByCode', { params: { gameCode: 'AB/CD' }, query: { name: 'Ann & Bo' } });
    expect(sent.at(-1)).toMatchObject({
      url: 'http://game/api/games/by-code/AB%2FCD?name=Ann+%26+Bo',
      request: { method: 'GET', headers: { authorization: 'Bearer a.b.c' }, body: undefined },
    });
  });

  it('sends a body as JSON and returns the reply', async () => {
    const reply = await answering(200, '{"gameId":"g","gameCode":"ABCDEF"}').call('createGame', {
      body: { requestId: 'r-1234567', moderatorName: 'Mo' },
    });
    expect(reply.gameCode).toBe('ABCDEF');
    expect(JSON.parse(String(sent.at(-1)?.request.body))).toEqual({ requestId: 'r-1234567', moderatorName: 'Mo' });
  });

  it('throws the refusal with its message', async () => {
    const call = answering(429, '{"code":"limit-join","params":{"n":7},"message":"x"}').call('guest');
    await expect(call).rejects.toEqual(new RefusedError('limit-join', { n: 7 }));
    await expect(call).rejects.toThrow("You're joining games too quickly. Please wait 7 seconds before trying again.");
  });

  it('uses the default wait when a 429 names none: 60 seconds for creating, 30 for other actions', async () => {
    const refused = '{"code":"limit-join","params":{},"message":"x"}';
    await expect(answering(429, refused).call('guest')).rejects.toMatchObject({ code: 'limit-join', params: {} });
    const unreadable = answering(429, '<html>Too Many Requests</html>');
    const body = { requestId: 'r-1234567', moderatorName: 'Mo' };
    const sentenceOf = (call: Promise<unknown>) =>
      call.then(
        () => null,
        (error: Error) => error.message,
      );
    expect(await sentenceOf(unreadable.call('createGame', { body }))).toBe(
      "You've created too many games recently. Please wait 60 seconds before creating another game.",
    );
    expect(await sentenceOf(unreadable.call('joinInfoByCode', { params: { gameCode: 'ABCDEF' } }))).toBe(
      "You're joining games too quickly. Please wait 30 seconds before trying again.",
    );
    expect(await sentenceOf(unreadable.call('signIn', { body: { email: 'a@b.c', password: 'x' } }))).toBe(
      'Too many attempts. Please wait 30 seconds before trying again.',
    );
    expect(await sentenceOf(unreadable.call('history'))).toBe(
      'Too many requests. Please wait 30 seconds before trying again.',
    );
  });

  it('uses the wait of the header Retry-After when the body of a 429 names none', async () => {
    const limited = (header: string, body = '') => answering(429, body, { 'retry-after': header }).call('guest');
    await expect(limited('12')).rejects.toThrow('Please wait 12 seconds');
    await expect(limited('12', '{"code":"limit-sign-in","params":{"n":7}}')).rejects.toThrow('Please wait 7 seconds');
    await expect(limited('Wed, 21 Oct 2026 07:28:00 GMT')).rejects.toThrow('Please wait 30 seconds');
  });

  it('keeps the message of a refusal whose code it does not know', async () => {
    const call = answering(403, '{"code":"account-locked","message":"Your account is locked until Monday."}').call(
      'guest',
    );
    await expect(call).rejects.toBeInstanceOf(UnknownRefusal);
    await expect(call).rejects.toMatchObject({ code: 'unavailable', message: 'Your account is locked until Monday.' });
    await expect(answering(403, '{"code":"account-locked"}').call('guest')).rejects.toEqual(new UnknownRefusal(''));
  });

  it.each(['<html>', '{"code":"no-such-code"}', 'null'])(
    'treats an unreadable refusal as unavailable: %s',
    async (body) => {
      await expect(answering(502, body).call('guest')).rejects.toMatchObject({ code: 'unavailable' });
    },
  );

  it('treats an unreachable server as unavailable', async () => {
    const http = createHttp({ baseUrl: '', fetch: () => Promise.reject(new TypeError('failed')) });
    await expect(http.call('history')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('HTTP call with a revoked token', () => {
  const ENDED = '{"code":"token-expired","params":{},"message":"x"}';

  /** A gateway that accepts one token only, which `renew` returns. */
  function withTokens(good: string, renew: () => Promise<string>) {
    const sent: string[] = [];
    const { call } = createHttp({
      baseUrl: 'http://game',
      token: (atLeastMs) => (atLeastMs === Infinity ? renew() : Promise.resolve('old')),
      fetch: (_, request) => {
        const { authorization = '' } = request?.headers as Record<string, string>;
        sent.push(authorization.replace('Bearer ', ''));
        const isGood = sent.at(-1) === good;
        return Promise.resolve(new Response(isGood ? '{"games":[]}' : ENDED, { status: isGood ? 200 : 401 }));
      },
    });
    return { sent, history: () => call('history') };
  }

  it('retries once with a renewed token', async () => {
    const { sent, history } = withTokens('new', () => Promise.resolve('new'));
    await expect(history()).resolves.toEqual({ games: [] });
    expect(sent).toEqual(['old', 'new']);
  });

  it.each([
    ['the session has ended too', () => Promise.reject(new RefusedError('token-expired')), ['old']],
    ['the token cannot be renewed now', () => Promise.resolve('old'), ['old']],
    ['the new token is not accepted either', () => Promise.resolve('another'), ['old', 'another']],
  ] as const)('throws the refusal when %s', async (_, renew, expected) => {
    const { sent, history } = withTokens('new', renew);
    await expect(history()).rejects.toEqual(new RefusedError('token-expired'));
    expect(sent).toEqual(expected);
  });
});
