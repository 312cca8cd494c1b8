/// <reference lib="dom" />
import { describe, expect, it } from '@jest/globals';
import { messageOf } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { moderatorOf, type Moderator } from './support/moderator.js';
import { opening } from './support/opening.js';
import { type Person, storyOf } from './support/people.js';
import { playerOf, type Player } from './support/player.js';
import { refusableCommands, refusedOnce, unreachable } from './support/refusals.js';
import { noteSentences, patternOf, type Sentences } from './support/sentences-shown.js';
import { shownFor } from './support/shown-for.js';
import { NOT_REACHED, SPEC_MESSAGES } from './support/spec-messages.js';
import { visitorOf, type Visitor } from './support/visitor.js';

const LIMITS = {
  LIMIT_CREATE: '1/600',
  LIMIT_JOIN: '2/600',
  LIMIT_SELECT: '2/600',
  LIMIT_JUDGE: '2/600',
  ANSWER_LIMIT: '2',
  ANSWER_WINDOW_MS: '600000',
};
const EVE = { email: 'eve@example.com', password: 'secret-of-eve' };

describe('every sentence that the specification quotes is read on a screen', () => {
  let ruth: Moderator;
  let ada: Player;
  let leo: Player;
  let eve: Person;
  let door: Visitor;
  let refuseRuth: Awaited<ReturnType<typeof refusableCommands>>;
  let refuseAda: typeof refuseRuth;
  let gameId: string;
  let code: string;
  const step = storyOf(() => [ruth.person, ada.person, leo.person, eve]);

  const quoted = Object.keys(SPEC_MESSAGES);
  const said: Sentences = { shown: new Set(), answered: new Set() };
  /** Waits until somebody can read a sentence. */
  const reads = async (person: Person, sentence: string) => {
    expect(quoted).toContain(sentence);
    await person.sees(patternOf(sentence));
  };

  opening(async (arrive) => {
    ruth = moderatorOf(await arrive('Ruth'));
    ada = playerOf(await arrive('Ada'));
    leo = playerOf(await arrive('Leo'));
    eve = await arrive('Eve');
    door = visitorOf(eve);
    for (const { context } of [ruth.person, ada.person, leo.person, eve]) await noteSentences(context, quoted, said);
    refuseRuth = await refusableCommands(ruth.person.context);
    refuseAda = await refusableCommands(ada.person.context);
  }, LIMITS);

  it(
    ...step('signing in, making an account and asking for a new password', async () => {
      const { context, page } = eve;
      await page.goto('/game-history');
      let mend = await unreachable(context, '/api/identity/guest');
      await door.press('Continue as Guest');
      await reads(eve, 'Failed to sign in as guest');
      await mend();

      await door.signIn({ email: 'eve', password: 'x' });
      await reads(eve, 'Invalid email format. Please enter a valid email.');
      await door.signIn(EVE);
      await reads(eve, 'Invalid email or password. Please check your credentials and try again.');
      await refusedOnce(context, '/api/identity/sign-in', 403, { code: 'user-disabled' });
      await door.press('Sign In');
      await reads(eve, 'This account has been disabled. Please contact support.');
      mend = await unreachable(context, '/api/identity/sign-in');
      await door.press('Sign In');
      await reads(eve, 'Failed to sign in');
      await mend();

      await door.press('Forgot Password?');
      await door.type('Email', EVE.email);
      mend = await unreachable(context, '/api/identity/reset');
      await door.press('Send Reset Link');
      await reads(eve, 'Failed to send reset email');
      await mend();
      await door.press('Send Reset Link');
      await reads(eve, 'Password reset email sent. Check your inbox!');
      await door.press('Back to Sign In');

      await door.press('Need an account?');
      await door.signUp({ ...EVE, password: 'short' }, 'other');
      await reads(eve, 'Password must be at least 6 characters');
      await reads(eve, 'Passwords do not match');
      await refusedOnce(context, '/api/identity/sign-up', 400, { code: 'weak-password' });
      await door.signUp(EVE);
      await reads(eve, 'Password is too weak. Please use at least 6 characters.');
      mend = await unreachable(context, '/api/identity/sign-up');
      await door.press('Create Account');
      await reads(eve, 'Failed to create account');
      await mend();
      await door.press('Create Account');
      await page.getByRole('heading', { name: 'Game History' }).waitFor();

      await eve.context.clearCookies();
      await page.evaluate(() => localStorage.clear());
      await page.goto('/game-history');
      await door.press('Need an account?');
      await door.signUp(EVE);
      await reads(eve, 'Email already in use. Please use a different email or sign in.');

      await page.goto('/?reset=a-token-of-a-mail');
      mend = await unreachable(context, '/api/identity/reset/confirm');
      await door.type('New Password', EVE.password);
      await door.type('Confirm Password', EVE.password);
      await door.press('Set New Password');
      await reads(eve, 'An authentication error occurred. Please try again.');
      await mend();
    }),
  );

  it(
    ...step('creating a game', async () => {
      const mend = await unreachable(ruth.person.context, '/api/games');
      await ruth.createGame('Try the starter quiz');
      await reads(ruth.person, 'You must be logged in to create a game');
      await ruth.person.continueAsGuest('You must be logged in to create a game');
      await reads(ruth.person, 'Failed to create game');
      await mend();
      await ruth.person.button('Try the starter quiz').click();
      await ruth.person.sees('Set up your game');
      gameId = ruth.person.page.url().split('/').pop() ?? '';
      code = await ruth.gameCode();
    }),
  );

  it(
    ...step('writing questions', async () => {
      const { page } = ruth.person;
      await ruth.addCategory('Mine');
      await ruth.openQuestion('Mine');
      await page.getByRole('button', { name: 'Save Question' }).click();
      await reads(ruth.person, 'YouTube link is required');
      await reads(ruth.person, 'Answer is required');
      refuseRuth('addQuestion', 'category-not-found', { id: 'c-1' });
      await page.getByLabel('YouTube Link').fill('https://youtu.be/aaaaaaaaaa1');
      await page.getByRole('textbox', { name: 'Answer' }).fill('Mine');
      await page.getByRole('button', { name: 'Save Question' }).click();
      await reads(ruth.person, 'Category not found: {id}');
    }),
  );

  it(
    ...step('joining', async () => {
      const { page, context } = ada.person;
      await page.goto('/game/no!');
      await visitorOf(ada.person).guest();
      await reads(ada.person, 'Invalid game ID');
      await page.evaluate(() => localStorage.clear());
      await ada.enterCode('ZZZZZZ');
      await reads(ada.person, 'Game not found');
      await ada.enterCode(code);
      await ada.person.button('Join Game').click();
      await reads(ada.person, 'You must be logged in to join a game');
      const mend = await unreachable(context, `/api/games/by-code/${code}*`);
      await ada.person.continueAsGuest('You must be logged in to join a game');
      await reads(ada.person, 'Failed to join game');
      await mend();
      refuseAda('joinGame', 'internal');
      await ada.person.button('Join Game').click();
      await page.waitForURL('**/game/*');
      await reads(ada.person, 'Failed to join game');
      await ada.person.button('Join').click();
      await ada.becomes('lobby');
    }),
  );

  it(
    ...step('leaving, and joining again too often', async () => {
      refuseAda('leaveGame', 'internal');
      await ada.leave();
      await reads(ada.person, 'Failed to leave game');
      for (const turn of ['second', 'third']) {
        await ada.leave();
        await ada.person.button('Join Game').waitFor();
        await ada.enterCode(code);
        await ada.person.button('Rejoin Game').click();
        if (turn === 'second') await ada.becomes('lobby');
      }
      await reads(ada.person, "You're joining games too quickly. Please wait {n} seconds before trying again.");
    }),
  );

  it(
    ...step('coming back as the moderator', async () => {
      const { page, context } = ada.person;
      await page.goto('/moderator-rejoin');
      await reads(ada.person, 'Game ID is missing...');
      await page.goto(`/moderator-rejoin/${gameId}`);
      await reads(ada.person, 'Rejoin Error');
      await reads(ada.person, 'You are not authorized to rejoin this game as moderator.');
      const mark = { moderatorName: 'Ada', keptAt: 1 };
      await page.evaluate(([id, kept]) => localStorage.setItem(`earworm.moderator.${id}`, kept), [
        gameId,
        JSON.stringify(mark),
      ] as const);
      await page.reload();
      await reads(ada.person, 'Cannot rejoin: Missing information or authorization.');
      await context.clearCookies();

      await ruth.person.page.goto(`/moderator-rejoin/${gameId}`);
      refuseRuth('rejoinAsModerator', 'internal');
      await ruth.person.button('Rejoin Now').click();
      await reads(ruth.person, 'Failed to rejoin. Please try again.');
      await ruth.person.button('Rejoin Now').click();
      // What was typed badly in the setup is still typed there: the desk asks.
      await ruth.person.button('Start game').click();
      await ruth.confirm('Start Game');
      await ruth.person.page.getByTestId('pick-panel').waitFor();
    }),
  );

  it(
    ...step('picking, pressing and judging', async () => {
      // A new user id: the one before has joined too often.
      await ada.person.page.evaluate(() => localStorage.clear());
      for (const player of [ada, leo]) {
        await player.enterCode(code);
        await player.person.page.getByLabel('Your Name').fill(`New ${player.person.name}`);
        await player.person.button('Join Game').click();
        await player.person.continueAsGuest('You must be logged in to join a game');
        await player.becomes('wait');
      }
      const { page } = ruth.person;
      const tile = page.getByRole('button', { name: / for \d+$/ }).first();
      refuseRuth('selectQuestion', 'internal');
      await tile.click();
      await reads(ruth.person, 'Failed to select question');
      await tile.click();
      await ada.becomes('armed');

      refuseAda('buzz', 'internal');
      await ada.press();
      await reads(ada.person, 'Failed to join answer queue. Please try again.');
      refuseAda('buzz', 'no-active-question');
      await ada.press();
      await reads(ada.person, 'No question is currently active');
      refuseRuth('markUnanswered', 'no-active-question-to-mark');
      await ruth.judge('Nobody');
      await reads(ruth.person, 'No question is currently active to mark as unanswered.');

      await ada.press();
      await ruth.first('New Ada');
      refuseRuth('judgeAnswer', 'invalid-judge-state');
      await ruth.judge('Wrong');
      await reads(ruth.person, 'Invalid state for judging answer.');
      refuseRuth('judgeAnswer', 'question-not-found');
      await ruth.judge('Wrong');
      await reads(ruth.person, 'Current question data not found.');
    }),
  );

  it(
    ...step('being too quick', async () => {
      const { page } = ruth.person;
      await ruth.judge('Wrong');
      await ada.becomes('armed');
      await ada.press();
      await ada.becomes('first');
      await ruth.judge('Right');
      await ada.becomes('right');
      await page
        .getByRole('button', { name: / for \d+$/ })
        .first()
        .click();
      await ada.becomes('armed');
      await ada.press();
      await reads(ada.person, "You're answering too quickly. Please wait {n} seconds before trying again.");
      await leo.press();
      await ruth.first('New Leo');
      await ruth.judge('Wrong');
      await reads(
        ruth.person,
        'Judge actions are rate limited. Please wait {n} seconds before judging another answer.',
      );
      await ruth.judge('Nobody');
      await page.getByTestId('pick-panel').waitFor();
      await page
        .getByRole('button', { name: / for \d+$/ })
        .first()
        .click();
      await reads(
        ruth.person,
        'Selecting questions too quickly. Please wait {n} seconds before selecting another question.',
      );
    }),
  );

  it(
    ...step('a game that is over', async () => {
      refuseRuth('leaveAsModerator', 'internal');
      await ruth.choose('Leave desk');
      await ruth.confirm('Leave');
      await reads(ruth.person, 'Failed to leave game');
      await ruth.choose('End game');
      await ruth.confirm('End game');
      await eve.page.goto(`/?code=${code}`);
      await eve.page.getByLabel('Your Name').fill('Eve');
      await eve.button('Join Game').click();
      await eve.continueAsGuest('You must be logged in to join a game');
      await reads(eve, 'This game has already ended');
      for (const [id, sentence] of [
        [gameId, 'This game has already ended'],
        ['no-such-game', 'Game not found'],
      ] as const) {
        await eve.page.goto(`/game/${id}`);
        await eve.page.getByRole('alert').getByRole('heading', { name: sentence, exact: true }).waitFor();
      }
      await ruth.person.page.goto('/');
      await ruth.createGame();
      await reads(
        ruth.person,
        "You've created too many games recently. Please wait {n} seconds before creating another game.",
      );
    }),
  );

  it(
    ...step('a page that breaks, with two ways on', async () => {
      await eve.context.route('**/assets/terms-page*', (route) => route.abort());
      await eve.page.goto('/terms');
      await reads(eve, 'Something went wrong');
      await eve.button('Reload Page').waitFor();
      await eve.page.getByRole('link', { name: 'Return to Home' }).click();
      await eve.page.getByRole('tab', { name: 'Join Game' }).waitFor();
    }),
  );
  it(
    ...step('telling us what one thinks', async () => {
      const form = eve.page.getByRole('dialog', { name: 'Send Feedback' });
      const send = () => form.getByRole('button', { name: 'Send Feedback' }).click();
      await eve.page.goto('/');
      await eve.button('Send Feedback').click();
      await send();
      await reads(eve, 'Please fill in all required fields');
      await form.getByLabel('Title').fill('Louder');
      await form.getByLabel('Description').fill('Applause, please');
      const mend = await unreachable(eve.context, '/api/feedback*');
      await send();
      await reads(eve, 'Failed to submit feedback. Please try again later.');
      await mend();
      const thanked = shownFor(eve.page, 'Thank you for your feedback!');
      await send();
      await form.waitFor({ state: 'detached' });
      await thanked;
      await eve.button('Send Feedback').click();
      await form.getByLabel('Title').fill('Louder still');
      await form.getByLabel('Description').fill('And longer');
      await send();
      await reads(eve, 'You can only submit feedback once per minute. Please wait.');
    }),
  );

  it('the table of errors has each of them to the letter', () => {
    for (const [sentence, from] of Object.entries(SPEC_MESSAGES)) {
      if (from !== 'screen') expect(messageOf(from, { n: '{n}', id: '{id}' })).toBe(sentence);
    }
  });

  it('each of them was shown, or is named with the reason why it cannot be', async () => {
    const isNamed = (sentence: string) => sentence in NOT_REACHED;
    // The pages tell of the last ones a moment after they were read.
    await eventually(() =>
      expect(quoted.filter((sentence) => !said.shown.has(sentence) && !isNamed(sentence))).toEqual([]),
    );
  });

  it('none of those named was shown, and the server gave none of them for an answer', () => {
    const named = Object.keys(NOT_REACHED);
    expect(quoted).toEqual(expect.arrayContaining(named));
    expect(named.filter((sentence) => said.shown.has(sentence) || said.answered.has(sentence))).toEqual([]);
    // Or nothing would have been noted.
    expect(said.answered.size).toBeGreaterThan(0);
  });
});
