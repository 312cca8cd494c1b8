import { describe, expect, it } from '@jest/globals';
import { createLog } from './log.js';

const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const linkId = '0b7f2e4c-1d3a-4c5b-8e6f-9a0b1c2d3e4f';
const secret = 'kJ3v-4mQ_x8aTz1R0cWn7YbLpEoUgHsDfViBqMtNwZe';

function written(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('spec', { to: { write: (line) => void lines.push(line) } }));
  return lines.join('');
}

describe('service log', () => {
  it('writes one JSON object per line, with the service’s name and the time', () => {
    expect(JSON.parse(written((log) => log.info({ gameId: 'g1' }, 'started')))).toMatchObject({
      level: 'info',
      name: 'spec',
      gameId: 'g1',
      msg: 'started',
      time: expect.stringMatching(/^\d{4}-/),
    });
  });

  it.each([
    ['a token in a field', () => ({ token: 'opaque-secret' }), 'opaque-secret'],
    ['a password two levels down', () => ({ request: { body: { password: 'hunter2' } } }), 'hunter2'],
    ['a seat’s secret in a command', () => ({ command: { seatSecret: 'opaque-secret' } }), 'opaque-secret'],
    ['a stage’s key', () => ({ hello: { stageKey: 'opaque-secret' } }), 'opaque-secret'],
    ['a crew link’s secret in a request', () => ({ request: { secret: 'opaque-secret' } }), 'opaque-secret'],
    ['a crew link’s secret in its text', () => ({ note: `/crew#${linkId}.${secret}` }), secret],
    ['an authorization header', () => ({ headers: { authorization: 'Bearer opaque-secret' } }), 'opaque-secret'],
    ['a token inside a sentence', () => ({ note: `got ${token} instead` }), token],
    ['a token inside an error', () => ({ err: new Error(`bad ${token}`) }), token],
    ['the password of a URL', () => ({ err: new Error('connect postgres://game:hunter2@db/x failed') }), 'hunter2'],
    ['an e-mail address', () => ({ note: 'mail to ada.l@example.org bounced' }), 'ada.l@example.org'],
  ])('never holds %s', (_, fields, secret) => {
    const line = written((log) => log.info(fields(), 'something happened'));
    expect(line).not.toContain(secret);
    expect(JSON.parse(line)).toMatchObject({ msg: 'something happened' });
  });

  it('keeps the message, code and cause of an error, and not the connection attached to it', () => {
    const error = Object.assign(new Error('gone', { cause: new Error('cut') }), {
      code: '57P01',
      client: { user: 'game' },
    });
    const { err } = JSON.parse(written((log) => log.warn({ err: error }, 'lost')));
    expect(err).toMatchObject({ type: 'Error', message: 'gone', code: '57P01', cause: { message: 'cut' } });
    expect(err).not.toHaveProperty('client');
  });
});
