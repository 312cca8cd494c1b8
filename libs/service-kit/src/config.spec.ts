import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './config.js';
import { loadConfig, type Env, warnOfRemoved } from './config.js';
import { secret } from './config.js';
import { flag, integer, originUrl, port, postgresUrl, url } from './config.js';

const schema = z.object({
  DATABASE_URL: postgresUrl(),
  PORT: port(3000),
  QUIET: flag(false),
  WORKERS: integer({ min: 1, max: 8 }),
  SECRET: z.string().min(8, 'must have at least 8 characters'),
  SITE: url('http', 'https').optional(),
});
const good = { DATABASE_URL: 'postgres://u:p@h/d', WORKERS: '2', SECRET: 'long enough' };

const problemsOf = (env: Env): Record<string, string> => {
  try {
    loadConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) return Object.fromEntries(error.problems.map((p) => [p.variable, p.reason]));
    throw error;
  }
  return {};
};

describe('configuration of a service', () => {
  let dir: string;
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'earworm-config-'));
    await writeFile(join(dir, 'secret'), 'from a file\n');
  });
  afterAll(() => rm(dir, { recursive: true }));

  it('holds the values of the variables, with defaults for those that are unset or empty', () => {
    expect(loadConfig(schema, { ...good, PORT: '', QUIET: 'yes', HOME: '/elsewhere' })).toEqual({
      ...good,
      PORT: 3000,
      QUIET: true,
      WORKERS: 2,
    });
  });

  it('puts a password of any character into a URL that refers to its variable', () => {
    const password = 'p@ss:w/rd?#%41 ${HOME},ü';
    const url = 'postgres://u:${DB_PASSWORD}@h/d?sslmode=require';
    const { DATABASE_URL } = loadConfig(schema, { ...good, DATABASE_URL: url, DB_PASSWORD: password });
    const { username, password: encoded, host, pathname, search } = new URL(DATABASE_URL);
    expect([username, decodeURIComponent(encoded)]).toEqual(['u', password]);
    expect([host, pathname, search]).toEqual(['h', '/d', '?sslmode=require']);
    const both = z.object({ NATS_URL: z.string() });
    const urls = { NATS_URL: 'nats://game:${W}@a:4222,nats://game:${W}@b:4222', W_FILE: join(dir, 'secret') };
    expect(loadConfig(both, urls)).toEqual({
      NATS_URL: 'nats://game:from%20a%20file@a:4222,nats://game:from%20a%20file@b:4222',
    });
  });

  it('takes a reference for text outside of the credentials of a URL', () => {
    expect(loadConfig(schema, { ...good, SECRET: 'of ${HOME} and more', HOME: '/root' })).toMatchObject({
      SECRET: 'of ${HOME} and more',
    });
    expect(loadConfig(z.object({ A: z.string() }), { A: 'http://h/${HOME}@', HOME: '/root' })).toEqual({
      A: 'http://h/${HOME}@',
    });
  });

  it('refuses a URL that refers to a variable that is not set', () => {
    expect(problemsOf({ ...good, DATABASE_URL: 'postgres://u:${DB_PASSWORD}@h/d' })).toEqual({
      DATABASE_URL: 'refers to DB_PASSWORD, which is not set',
    });
  });

  it.each(['https://quiz.example.org/music', 'https://quiz.example.org/?a=1', 'https://quiz.example.org/#a'])(
    'refuses %s where an address without a path is expected',
    (address) => {
      const load = (PUBLIC_URL: string) =>
        loadConfig(z.object({ PUBLIC_URL: originUrl('http', 'https').optional() }), { PUBLIC_URL });
      expect(() => load(address)).toThrow('PUBLIC_URL: must end after host and port: a path is not supported');
      expect(load('https://quiz.example.org/')).toEqual({ PUBLIC_URL: 'https://quiz.example.org/' });
    },
  );

  it('refuses an sslmode that Postgres does not know', () => {
    expect(problemsOf({ ...good, DATABASE_URL: 'postgres://u:p@h/d?sslmode=verify-full' })).toEqual({});
    expect(problemsOf({ ...good, DATABASE_URL: 'postgres://u:p@h/d?sslmode=required' })).toEqual({
      DATABASE_URL: 'must have an sslmode of disable, no-verify, prefer, require, verify-ca, verify-full',
    });
  });

  it('warns once of variables that were removed, without their values', () => {
    const warn = jest.fn();
    warnOfRemoved({ ...good, CREATE_QUEUE: '30', CREATE_WAIT_MS: '5000', CREATE_REST_MS: '' }, { warn });
    const variables = ['CREATE_QUEUE', 'CREATE_WAIT_MS'];
    expect(warn.mock.calls).toEqual([[{ variables }, 'these variables have no effect any more and can be removed']]);
    warnOfRemoved(good, { warn });
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('names the variable that replaces a removed one', () => {
    const warn = jest.fn();
    warnOfRemoved({ ...good, TRUST_PROXY: 'true', ANSWER_LIMIT: '50' }, { warn });
    const variables = ['ANSWER_LIMIT (set LIMIT_ANSWER instead)', 'TRUST_PROXY (set TRUSTED_PROXIES instead)'];
    expect(warn.mock.calls).toEqual([[{ variables }, expect.any(String)]]);
  });

  it('lists every invalid variable at once', () => {
    const env = { DATABASE_URL: 'mysql://h', PORT: '99999', QUIET: 'maybe', SECRET: 'short', SITE: 'earworm' };
    expect(problemsOf(env)).toEqual({
      DATABASE_URL: 'must be a URL that starts with postgres:// or postgresql://',
      PORT: 'must be a whole number from 0 to 65535',
      QUIET: 'must be true or false',
      WORKERS: 'is required',
      SECRET: 'must have at least 8 characters',
      SITE: 'must be a URL that starts with http:// or https://',
    });
  });

  it('never shows the value of a variable', () => {
    const telling = z.object({ SECRET: z.string().refine(() => false, { error: (issue) => `bad: ${issue.input}` }) });
    expect(() => loadConfig(telling, { SECRET: 'hunter2hunter2' })).toThrow(/SECRET: bad: …/);
  });

  it('never shows a part of a secret either', () => {
    const telling = z.object({
      DATABASE_URL: secret(
        z.string().refine(() => false, { error: ({ input }) => `no ${new URL(String(input)).password} at ${input}` }),
      ).optional(),
    });
    const load = (password: string) => () => loadConfig(telling, { DATABASE_URL: `postgres://game:${password}@db/x` });
    expect(load('hunter2')).toThrow(/DATABASE_URL: no … at …$/);
    expect(load('hunter%402')).toThrow(/DATABASE_URL: no … at …$/);
  });

  it('reads a variable from a file, and reports a file that cannot be read or a variable set twice', () => {
    const { SECRET: _, ...rest } = good;
    expect(loadConfig(schema, { ...rest, SECRET_FILE: join(dir, 'secret') }).SECRET).toBe('from a file');
    expect(problemsOf({ ...rest, SECRET_FILE: join(dir, 'absent') })).toEqual({
      SECRET: 'the file of SECRET_FILE cannot be read (ENOENT)',
    });
    expect(problemsOf({ ...good, SECRET_FILE: join(dir, 'secret') })).toEqual({
      SECRET: 'set either SECRET or SECRET_FILE, not both',
    });
  });
});
