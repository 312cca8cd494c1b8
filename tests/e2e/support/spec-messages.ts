import type { ErrorCode } from '@earworm/contracts';

/**
 * Every sentence that the product's specification quotes. Those of the table of errors are named by their code; the
 * others stand in the texts of the screens. `{n}` and `{id}` are filled in.
 */
export const SPEC_MESSAGES: Readonly<Record<string, ErrorCode | 'screen'>> = {
  'You must be logged in to create a game': 'sign-in-to-create',
  'You must be logged in to join a game': 'sign-in-to-join',
  'Game not found': 'game-not-found',
  'Invalid game ID': 'invalid-game-id',
  'This game has already ended': 'game-ended',
  'YouTube link is required': 'youtube-link-required',
  'Answer is required': 'answer-required',
  'Category not found: {id}': 'category-not-found',
  'No question is currently active': 'no-active-question',
  'Invalid state for judging answer.': 'invalid-judge-state',
  'Current question data not found.': 'question-not-found',
  'No question is currently active to mark as unanswered.': 'no-active-question-to-mark',
  'Passwords do not match': 'passwords-do-not-match',
  'Password must be at least 6 characters': 'password-too-short',
  'Please fill in all required fields': 'feedback-required',
  'You can only submit feedback once per minute. Please wait.': 'feedback-too-soon',
  'Failed to submit feedback. Please try again later.': 'feedback-failed',
  'Invalid email or password. Please check your credentials and try again.': 'invalid-credential',
  'No account found with this email. Please sign up first.': 'user-not-found',
  'Incorrect password. Please try again.': 'wrong-password',
  'Email already in use. Please use a different email or sign in.': 'email-already-in-use',
  'Password is too weak. Please use at least 6 characters.': 'weak-password',
  'Invalid email format. Please enter a valid email.': 'invalid-email',
  'An account already exists with the same email but different sign-in credentials.':
    'account-exists-with-different-credential',
  'This account has been disabled. Please contact support.': 'user-disabled',
  'This operation requires a recent login. Please sign out and sign in again.': 'requires-recent-login',
  'An authentication error occurred. Please try again.': 'auth-failed',
  "You've created too many games recently. Please wait {n} seconds before creating another game.": 'limit-create',
  "You're answering too quickly. Please wait {n} seconds before trying again.": 'limit-answer',
  'Judge actions are rate limited. Please wait {n} seconds before judging another answer.': 'limit-judge',
  "You're joining games too quickly. Please wait {n} seconds before trying again.": 'limit-join',
  'Selecting questions too quickly. Please wait {n} seconds before selecting another question.': 'limit-select',
  'Failed to create game': 'create-failed',
  'Failed to join answer queue. Please try again.': 'buzz-failed',
  'Failed to select question': 'select-failed',
  'Failed to join game': 'join-failed',
  'Failed to leave game': 'leave-failed',
  'Failed to sign in': 'sign-in-failed',
  'Failed to create account': 'sign-up-failed',
  'Failed to send reset email': 'reset-failed',
  'Failed to sign in as guest': 'guest-failed',
  'Something went wrong': 'internal',
  'Password reset email sent. Check your inbox!': 'screen',
  'Rejoin Error': 'screen',
  'You are not authorized to rejoin this game as moderator.': 'screen',
  'Game ID is missing...': 'screen',
  'Cannot rejoin: Missing information or authorization.': 'screen',
  'Failed to rejoin. Please try again.': 'screen',
};

/** Sentences that nothing here makes the product say, and why. */
export const NOT_REACHED: Readonly<Record<string, string>> = {
  'No account found with this email. Please sign up first.': 'it would reveal who has an account',
  'Incorrect password. Please try again.': 'it would reveal that the account exists',
  'An account already exists with the same email but different sign-in credentials.':
    'only a Keycloak with an external identity provider has accounts with other credentials',
  'This operation requires a recent login. Please sign out and sign in again.':
    'a password is changed by a mailed link, which proves more than a fresh sign-in',
};
