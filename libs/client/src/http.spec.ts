import { describe, expect, it } from '@jest/globals';
import { RefusedError } from '@earworm/contracts';
import { createHttp } from './http.js';

const heard: { url: string; request: RequestInit }[] = [];
const answering = (status: number, body: string) =>
  createHttp({
    baseUrl: 'http://game',
    token: () => Promise.resolve('a.b.c'),
    fetch: (url, request) => {
      heard.push({ url: String(url), request: request ?? {} });
      return Promise.resolve(new Response(body, { status }));
    },
  });

describe('a call over http', () => {
  it('fills the path and the query, and carries the token', async () => {
    await answering(200, '{}').call('joinInfoByCode', { params: { gameCode: 'AB/CD' }, query: { name: 'Ann & Bo' } });
    expect(heard.at(-1)).toMatchObject({
      url: 'http://game/api/games/by-code/AB%2FCD?name=Ann+%26+Bo',
      request: { method: 'GET', headers: { authorization: 'Bearer a.b.c' }, body: undefined },
    });
  });

  it('sends a body as JSON and gives the reply', async () => {
    const reply = await answering(200, '{"gameId":"g","gameCode":"ABCDEF"}').call('createGame', {
      body: { requestId: 'r-1234567', moderatorName: 'Mo' },
    });
    expect(reply.gameCode).toBe('ABCDEF');
    expect(JSON.parse(String(heard.at(-1)?.request.body))).toEqual({ requestId: 'r-1234567', moderatorName: 'Mo' });
  });

  it('throws the refusal with the sentence people read', async () => {
    const call = answering(429, '{"code":"limit-join","params":{"n":7},"message":"x"}').call('guest');
    await expect(call).rejects.toEqual(new RefusedError('limit-join', { n: 7 }));
    await expect(call).rejects.toThrow("You're joining games too quickly. Please wait 7 seconds before trying again.");
  });

  it.each(['<html>', '{"code":"no-such-code"}', 'null'])(
    'calls an unreadable refusal unavailable: %s',
    async (body) => {
      await expect(answering(502, body).call('guest')).rejects.toMatchObject({ code: 'unavailable' });
    },
  );

  it('calls a server that cannot be reached unavailable', async () => {
    const http = createHttp({ baseUrl: '', fetch: () => Promise.reject(new TypeError('failed')) });
    await expect(http.call('history')).rejects.toMatchObject({ code: 'unavailable' });
  });
});
