import { describe, expect, it } from '@jest/globals';
import { readDisplayName, readEmail, readNewPassword, refuseCommonPassword } from './credentials.js';

describe('e-mail of an account', () => {
  it.each(['Ada@Example.org ', 'a.b+c@sub.example.co', 'admin@localhost', 'ünï@bücher.example'])(
    'accepts %s',
    (typed) => {
      expect(readEmail(typed)).toBe(typed.trim().toLowerCase());
    },
  );

  it.each(['', '  '])('refuses an empty e-mail: “%s”', (typed) =>
    expect(() => readEmail(typed)).toThrow('Email is required'),
  );

  it.each([
    'ada',
    'ada@',
    '@example.org',
    'a@b@c',
    'ada@example..org',
    'a b@c.d',
    'ada@exa<b>.org',
    'a\u0000da@example.org',
    'ada@exam\u0000ple.org',
    `${'a'.repeat(250)}@b.cd`,
  ])('refuses “%s”', (typed) =>
    expect(() => readEmail(typed)).toThrow('Invalid email format. Please enter a valid email.'),
  );
});

describe('new password', () => {
  it('needs at least six characters, however many bytes they have', () => {
    expect(() => readNewPassword('12345')).toThrow('Password is too weak. Please use at least 6 characters.');
    expect(() => readNewPassword('🎵🎵🎵')).toThrow('Password is too weak');
    expect(readNewPassword('🎵🎵🎵🎵🎵🎵')).toHaveLength(12);
  });

  it('reads an accent alike whichever way a keyboard writes it', () => {
    expect(readNewPassword('pässwö')).toBe(readNewPassword('pa\u0308sswo\u0308'));
  });
});

describe('check for common passwords', () => {
  it.each(['123456', 'password', 'Password1', 'QWERTZ', 'passwort', 'iloveyou', 'earworm'])(
    'refuses %s',
    async (typed) => {
      await expect(refuseCommonPassword(readNewPassword(typed))).rejects.toThrow(
        'This password is too common and easy to guess. Please choose another one.',
      );
    },
  );

  it('accepts a password that contains a common one among other words', async () => {
    for (const typed of ['my-123456-cats', 'a long one', 'passwordless'])
      await refuseCommonPassword(readNewPassword(typed));
  });
});

describe('display name', () => {
  it('trims a name, and refuses an empty one', () => {
    expect(readDisplayName('  Ada   Lovelace ')).toBe('Ada Lovelace');
    expect(() => readDisplayName(' \t')).toThrow('Display name is required');
  });

  it('refuses control characters', () => {
    for (const typed of ['Ada\u0000', '\u0000', 'A\u001bda'])
      expect(() => readDisplayName(typed)).toThrow('A display name cannot contain control characters.');
  });
});
