import { describe, expect, it } from '@jest/globals';
import { type ErrorCode, ERRORS } from './error-table.js';
import { addMessages, messageOf, type Params, withDefaultWait } from './errors.js';

/** Every sentence of the table that the product specification quotes, to the letter. */
const QUOTED: readonly (readonly [code: ErrorCode, sentence: string])[] = [
  ['sign-in-to-create', 'You must be logged in to create a game'],
  ['sign-in-to-join', 'You must be logged in to join a game'],
  ['game-not-found', 'Game not found'],
  ['invalid-game-id', 'Invalid game ID'],
  ['game-ended', 'This game has already ended'],
  ['youtube-link-required', 'YouTube link is required'],
  ['answer-required', 'Answer is required'],
  ['category-not-found', 'Category not found: {id}'],
  ['no-active-question', 'No question is currently active'],
  ['invalid-judge-state', 'Invalid state for judging answer.'],
  ['question-not-found', 'Current question data not found.'],
  ['no-active-question-to-mark', 'No question is currently active to mark as unanswered.'],
  ['passwords-do-not-match', 'Passwords do not match'],
  ['password-too-short', 'Password must be at least 6 characters'],
  ['feedback-required', 'Please fill in all required fields'],
  ['feedback-too-soon', 'You can only submit feedback once per minute. Please wait.'],
  ['feedback-failed', 'Failed to submit feedback. Please try again later.'],
  ['invalid-credential', 'Invalid email or password. Please check your credentials and try again.'],
  ['user-not-found', 'No account found with this email. Please sign up first.'],
  ['wrong-password', 'Incorrect password. Please try again.'],
  ['email-already-in-use', 'Email already in use. Please use a different email or sign in.'],
  ['weak-password', 'Password is too weak. Please use at least 6 characters.'],
  ['invalid-email', 'Invalid email format. Please enter a valid email.'],
  [
    'account-exists-with-different-credential',
    'An account already exists with the same email but different sign-in credentials.',
  ],
  ['user-disabled', 'This account has been disabled. Please contact support.'],
  ['requires-recent-login', 'This operation requires a recent login. Please sign out and sign in again.'],
  ['auth-failed', 'An authentication error occurred. Please try again.'],
  ['limit-create', "You've created too many games recently. Please wait {n} seconds before creating another game."],
  ['limit-answer', "You're answering too quickly. Please wait {n} seconds before trying again."],
  ['limit-judge', 'Judge actions are rate limited. Please wait {n} seconds before judging another answer.'],
  ['limit-join', "You're joining games too quickly. Please wait {n} seconds before trying again."],
  ['limit-select', 'Selecting questions too quickly. Please wait {n} seconds before selecting another question.'],
  ['create-failed', 'Failed to create game'],
  ['buzz-failed', 'Failed to join answer queue. Please try again.'],
  ['select-failed', 'Failed to select question'],
  ['join-failed', 'Failed to join game'],
  ['leave-failed', 'Failed to leave game'],
  ['sign-in-failed', 'Failed to sign in'],
  ['sign-up-failed', 'Failed to create account'],
  ['reset-failed', 'Failed to send reset email'],
  ['guest-failed', 'Failed to sign in as guest'],
  ['internal', 'Something went wrong'],
];

describe('the table of errors', () => {
  it.each(QUOTED)('words %s as the specification does', (code, sentence) => {
    expect(messageOf(code, { n: '{n}', id: '{id}' })).toBe(sentence);
  });

  it.each([
    ['limit-create', 60],
    ['limit-answer', 30],
    ['limit-judge', 30],
    ['limit-join', 30],
    ['limit-select', 30],
    ['limit-sign-in', 30],
  ] as const)('names the wait of the specification where %s comes without a time: %i seconds', (code, wait) => {
    const incomplete: Params[] = [{}, { n: 0 }, { n: Number.NaN }, { n: '' }];
    for (const params of incomplete) expect(messageOf(code, params)).toContain(`Please wait ${wait} seconds`);
    expect(messageOf(code, { n: 7 })).toContain('Please wait 7 seconds');
  });

  it('tells guests for whom there is no room that they wait, and asks again after 5 seconds unless it says when', () => {
    expect(messageOf('guest-wait', { n: 9 })).toBe(
      'Many people are joining right now. You will be signed in as soon as there is room.',
    );
    expect([withDefaultWait('guest-wait', {}), withDefaultWait('guest-wait', { n: 9 })]).toEqual([{ n: 5 }, { n: 9 }]);
  });

  it('fills in the seconds to wait, and leaves empty what it was not given', () => {
    expect(messageOf('limit-answer', { n: 30 })).toContain('Please wait 30 seconds');
    expect(messageOf('category-not-found')).toBe('Category not found: ');
  });
});

describe('a code that only a newer server knows', () => {
  const newer = 'name-of-a-newer-release' as ErrorCode;
  it('shows a general message', () => {
    expect(messageOf(newer)).toBe('Something went wrong');
    expect(withDefaultWait(newer, {})).toEqual({});
  });
});

describe('a table of errors without most messages', () => {
  const whole = structuredClone(ERRORS);

  it('says that something went wrong until the messages are added', () => {
    Object.assign(ERRORS.banned, { message: '' });
    expect(messageOf('banned')).toBe(messageOf('internal'));
    addMessages(whole);
    expect(messageOf('banned')).toBe(whole.banned.message);
    expect(ERRORS).toEqual(whole);
  });
});
