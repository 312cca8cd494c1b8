import { describe, expect, it } from '@jest/globals';
import { messageFor } from './embedded-error.js';

const where = { place: '/data/postgres', port: 5544 };

describe('what Postgres says before it gives up becomes a sentence for people', () => {
  it.each([
    [
      'LOG:  x\nFATAL:  could not write lock file "postmaster.pid": No space left on device',
      /disk is full.*\/data\/postgres/,
    ],
    ['LOG:  could not bind IPv4 address "127.0.0.1": Address already in use', /Port 5544.*already in use/],
    ['FATAL:  lock file "postmaster.pid" already exists', /Another program is already using .*\/data\/postgres/],
    ['FATAL:  database files are incompatible with server', /another version of Postgres/],
    ['PANIC:  could not locate a valid checkpoint record', /damaged.*backup/],
    ['FATAL:  could not open file "x": Permission denied', /belong to another user/],
    ['2026-11-21 02:00:00 UTC [1] FATAL:  something new', /\/data\/postgres could not run: something new\./],
    ['', /\/data\/postgres could not run\./],
  ])('%j', (stderr, sentence) => {
    const text = messageFor(stderr, where);
    expect(text).toMatch(sentence);
    expect(text).not.toContain('\n');
  });
});
