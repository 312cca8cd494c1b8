import { describe, expect, it } from '@jest/globals';
import { scrub } from './log.js';

const LONG = 256 * 1024;
const repeat = (text: string) => text.repeat(LONG / text.length);

describe('redaction of a log line', () => {
  it.each([
    ['got eyJhbGci.eyJzdWIi.c2lnbmF0 instead', 'got [token] instead'],
    ['a=-eyJhbGci.eyJzdWIi.c2ln;', 'a=[token];'],
    ['x-eyJhbGci.eyJzdWIi.', '[token]'],
    ['monkeyJump.min.js', 'monkeyJump.min.js'],
    ['connect postgres://game:hunter2@db/x failed', 'connect postgres://game:[hidden]@db/x failed'],
    ['redis://:hunter2@cache:6379', 'redis://:[hidden]@cache:6379'],
    ['http://localhost:3000/x', 'http://localhost:3000/x'],
    ['mail to ada.l+quiz@mail.example.org, bob@x.y bounced', 'mail to [email], [email] bounced'],
    ['user@host', 'user@host'],
  ])('%s', (line, redacted) => expect(scrub(line)).toBe(redacted));

  // Quadratic work would not end within the time that any test has.
  it.each([
    'a',
    'a-',
    'a.',
    'eyJ',
    'eyJ-',
    'eyJa.',
    '-eyJa',
    'a@',
    'a@a',
    'a+a@-',
    'a:',
    'a:/',
    'a://',
    'a://b',
    'a://b:',
    'a://b:c',
    '://:',
  ])('takes time in proportion to a word made of %s alone', (part) => {
    expect(scrub(repeat(part)).length).toBeGreaterThan(0);
  });
});
