import { describe, expect, it } from '@jest/globals';
import { readDisplayName, readEmail, readNewPassword, refuseCommonPassword } from './credentials.js';

describe('An e-mail', () => {
  it.each(['Ada@Example.org ', 'a.b+c@sub.example.co', 'admin@localhost', 'ünï@bücher.example'])(
    'may be %s',
    (typed) => {
      expect(readEmail(typed)).toBe(typed.trim().toLowerCase());
    },
  );

  it.each(['', '  '])('cannot be left empty: “%s”', (typed) =>
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
  ])('cannot be “%s”', (typed) =>
    expect(() => readEmail(typed)).toThrow('Invalid email format. Please enter a valid email.'),
  );
});

describe('A new password', () => {
  it('has six characters at least, however many bytes they are', () => {
    expect(() => readNewPassword('12345')).toThrow('Password is too weak. Please use at least 6 characters.');
    expect(() => readNewPassword('🎵🎵🎵')).toThrow('Password is too weak');
    expect(readNewPassword('🎵🎵🎵🎵🎵🎵')).toHaveLength(12);
  });

  it('is the same whichever way a keyboard writes an accent', () => {
    expect(readNewPassword('pässwö')).toBe(readNewPassword('pa\u0308sswo\u0308'));
  });
});

describe('A common password', () => {
  it.each(['123456', 'password', 'Password1', 'QWERTZ', 'passwort', 'iloveyou', 'earworm'])('is %s', async (typed) => {
    await expect(refuseCommonPassword(readNewPassword(typed))).rejects.toThrow(
      'This password is too common and easy to guess. Please choose another one.',
    );
  });

  it('is none that contains one among other words', async () => {
    for (const typed of ['my-123456-cats', 'a long one', 'passwordless'])
      await refuseCommonPassword(readNewPassword(typed));
  });
});

describe('A display name', () => {
  it('is trimmed, and required', () => {
    expect(readDisplayName('  Ada   Lovelace ')).toBe('Ada Lovelace');
    expect(() => readDisplayName(' \t')).toThrow('Display name is required');
  });

  it('has no control characters', () => {
    for (const typed of ['Ada\u0000', '\u0000', 'A\u001bda'])
      expect(() => readDisplayName(typed)).toThrow('A display name cannot contain control characters.');
  });
});
