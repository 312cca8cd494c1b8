import { describe, expect, it } from '@jest/globals';
import { checkReset, checkSignIn, checkSignUp } from './checks.js';

const typed = { displayName: 'Ada', email: 'ada@example.com', password: 'secret', confirm: 'secret' };

describe('the check of the sign-up form', () => {
  it('accepts a form with everything filled in', () => {
    expect(checkSignUp(typed)).toEqual({});
  });

  it('wants a display name, an address and a password of six characters', () => {
    expect(checkSignUp({ displayName: ' ', email: 'ada', password: '12345', confirm: '12345' })).toEqual({
      displayName: 'Display name is required',
      email: 'Invalid email format. Please enter a valid email.',
      password: 'Password must be at least 6 characters',
    });
  });

  it('wants the same password twice', () => {
    expect(checkSignUp({ ...typed, confirm: 'secreT' })).toEqual({ confirm: 'Passwords do not match' });
  });
});

describe('the check of the sign-in form', () => {
  it('accepts a short password, which may be an old one', () => {
    expect(checkSignIn({ email: 'ada@example.com', password: 'abc' })).toEqual({});
  });

  it('leads accounts without an e-mail address to single sign-on where there is one', () => {
    const withName = { email: 'ada', password: 'abc' };
    const invalid = 'Invalid email format. Please enter a valid email.';
    expect(checkSignIn(withName)).toEqual({ email: invalid });
    expect(checkSignIn(withName, true)).toEqual({
      email: `${invalid} Does your account have none? Continue with single sign-on.`,
    });
    expect(checkSignIn({ email: '', password: 'abc' }, true)).toEqual({ email: 'Email is required' });
  });

  it('wants both fields', () => {
    expect(checkSignIn({ email: '', password: '' })).toEqual({
      email: 'Email is required',
      password: 'Please enter your password.',
    });
  });
});

it.each(['', '  '])('an empty e-mail has a message that an e-mail of a wrong form has not: "%s"', (email) => {
  const form = { ...typed, email };
  for (const problems of [checkSignIn(form), checkSignUp(form), checkReset(form)])
    expect(problems).toEqual({ email: 'Email is required' });
});

it('a reset link is sent to an address only', () => {
  expect(checkReset({ email: 'ada' })).toEqual({ email: 'Invalid email format. Please enter a valid email.' });
  expect(checkReset({ email: ' ada@example.com ' })).toEqual({});
});
