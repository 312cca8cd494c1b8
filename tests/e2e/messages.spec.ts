import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@earworm/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../harness/root.js';
import { moderatorOf } from './support/moderator.js';
import { newGuest } from './support/members.js';
import type { Person } from './support/person.js';
import { playerOf } from './support/player.js';
import { noteSentences, patternOf, type Sentences } from './support/sentences-shown.js';
import { NOT_REACHED, SPEC_MESSAGES } from './support/spec-messages.js';
import { test, testOn, useProduct } from './support/test.js';

/** The quoted sentences that a real server's refusal brings to a screen here, by test. */
const SHOWN = {
  games: ['Game not found', 'This game has already ended'],
  feedback: ['You can only submit feedback once per minute. Please wait.'],
  createLimit: ["You've created too many games recently. Please wait {n} seconds before creating another game."],
  joinLimit: ["You're joining games too quickly. Please wait {n} seconds before trying again."],
  answerLimit: ["You're answering too quickly. Please wait {n} seconds before trying again."],
  judgeLimit: ['Judge actions are rate limited. Please wait {n} seconds before judging another answer.'],
  selectLimit: ['Selecting questions too quickly. Please wait {n} seconds before selecting another question.'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
type Group = keyof typeof SHOWN;

/** Those that the web app shows by itself, or for a refusal that needs a race to happen: by component test in apps/web/src. */
const IN_COMPONENT_TESTS: Readonly<Record<string, readonly string[]>> = {
  'app/app.spec.tsx': ['Invalid game ID', 'Game ID is missing...', 'Something went wrong'],
  'features/home/home-pages.spec.tsx': [
    'You must be logged in to create a game',
    'You must be logged in to join a game',
    'Failed to create game',
    'Failed to join game',
    'Rejoin Error',
    'You are not authorized to rejoin this game as moderator.',
    'Cannot rejoin: Missing information or authorization.',
    'Failed to rejoin. Please try again.',
  ],
  'features/sign-in/sign-in-modal.spec.tsx': [
    'Invalid email format. Please enter a valid email.',
    'This account has been disabled. Please contact support.',
    'Password is too weak. Please use at least 6 characters.',
    'Password must be at least 6 characters',
    'Passwords do not match',
    'An authentication error occurred. Please try again.',
    'Failed to sign in',
    'Failed to sign in as guest',
    'Failed to create account',
    'Failed to send reset email',
    'Password reset email sent. Check your inbox!',
  ],
  'features/setup/setup-lists.spec.tsx': ['YouTube link is required', 'Answer is required', 'Category not found: {id}'],
  'features/buzzer/round.spec.tsx': [
    'Failed to join answer queue. Please try again.',
    'No question is currently active',
  ],
  'features/buzzer/way-out.spec.tsx': ['Failed to leave game'],
  'features/desk/desk-page.spec.tsx': ['Failed to select question'],
  'features/desk/desk-round.spec.tsx': [
    'No question is currently active to mark as unanswered.',
    'Invalid state for judging answer.',
    'Current question data not found.',
  ],
  'features/feedback/feedback-modal.spec.tsx': [
    'Please fill in all required fields',
    'Failed to submit feedback. Please try again later.',
  ],
};

/** Those of accounts, which every identity provider has to bring to a screen. */
const WITH_EACH_PROVIDER: Readonly<Record<string, readonly string[]>> = {
  'tests/identity/sign-in.spec.ts': [
    'Invalid email or password. Please check your credentials and try again.',
    'Email already in use. Please use a different email or sign in.',
  ],
};

const ELSEWHERE = [
  ...Object.entries(IN_COMPONENT_TESTS).map(([path, sentences]) => [join('apps/web/src', path), sentences] as const),
  ...Object.entries(WITH_EACH_PROVIDER),
];

/** What a test needs to claim that a group of sentences, and no other, was shown. */
class Reading {
  readonly #noted: Sentences = { shown: new Set(), answered: new Set() };

  constructor(readonly group: Group) {}

  /** Before the person's first page. */
  readonly prepare = ({ context }: Person): Promise<void> =>
    noteSentences(context, Object.keys(SPEC_MESSAGES), this.#noted);

  async reads(person: Person, sentence: string): Promise<void> {
    expect(SHOWN[this.group]).toContain(sentence);
    await person.sees(patternOf(sentence));
  }

  /** The whole group was shown, nothing else that the specification quotes, and the server sent no unused code. */
  async allShown(): Promise<void> {
    // Pages report a sentence a moment after it is on the screen.
    await eventually(() => expect([...this.#noted.shown].sort()).toEqual([...SHOWN[this.group]].sort()));
    expect([...this.#noted.answered].filter((sentence) => sentence in NOT_REACHED)).toEqual([]);
  }
}

describe('sentences that the specification quotes', () => {
  it('every quoted sentence is shown by a test, or listed with the reason why it is never shown', () => {
    const shown = [...Object.values(SHOWN), ...ELSEWHERE.map(([, sentences]) => sentences)].flat();
    const covered = new Set([...shown, ...Object.keys(NOT_REACHED)]);
    expect([...covered].sort()).toEqual(Object.keys(SPEC_MESSAGES).sort());
    expect(shown.filter((sentence) => sentence in NOT_REACHED)).toEqual([]);
  });

  it.each(ELSEWHERE)('%s asserts the quoted sentences that only it shows', async (path, sentences) => {
    const spec = await readFile(join(ROOT, path), 'utf8');
    // What stands in for a value is another value in each test.
    expect(sentences.filter((sentence) => !spec.includes(sentence.replace(/\{.*/, '')))).toEqual([]);
  });
});

describe('messages of a real refusal', () => {
  test('a game that does not exist or has ended says so, by its code and by its address', async (scene) => {
    const reading = new Reading('games');
    const { code, gameId, end } = await scene.game();
    await end();
    // The address of a game asks others to sign in first.
    const signedInAs = await newGuest(scene.product.url);
    const eve = playerOf(await scene.arrive('Eve', { signedInAs, prepare: reading.prepare }));
    const { page } = eve.person;
    await eve.enterCode('ZZZZZZ');
    await reading.reads(eve.person, 'Game not found');
    await eve.enterCode(code);
    await eve.person.button('Join Game').click();
    await reading.reads(eve.person, 'This game has already ended');
    await page.goto(`/?code=${code}`);
    await page.getByRole('alert').getByRole('heading', { name: 'This game has already ended', exact: true }).waitFor();
    for (const [id, sentence] of [
      [gameId, 'This game has already ended'],
      ['no-such-game', 'Game not found'],
    ] as const) {
      await page.goto(`/game/${id}`);
      await page.getByRole('alert').getByRole('heading', { name: sentence, exact: true }).waitFor();
    }
    await reading.allShown();
  });

  test('a second feedback within a minute is refused, and nothing that was typed is lost', async (scene) => {
    const reading = new Reading('feedback');
    const member = await newGuest(scene.product.url);
    await member.http.call('submitFeedback', {
      body: { feedbackId: randomUUID(), type: 'bug', title: 'Louder', description: 'Please', gameVersion: '1' },
    });
    const eve = await scene.arrive('Eve', { signedInAs: member, prepare: reading.prepare });
    const form = eve.page.getByRole('dialog', { name: 'Send Feedback' });
    await eve.page.goto('/');
    await eve.button('Send Feedback').click();
    await form.getByLabel('Title').fill('Louder still');
    await form.getByLabel('Description').fill('And longer');
    await form.getByRole('button', { name: 'Send Feedback' }).click();
    await reading.reads(eve, 'You can only submit feedback once per minute. Please wait.');
    expect(await form.getByLabel('Title').inputValue()).toBe('Louder still');
    await reading.allShown();
  });
});

describe('messages about rate limits', () => {
  const LIMITS = {
    LIMIT_CREATE: '1/600',
    LIMIT_JOIN: '2/600',
    LIMIT_SELECT: '2/600',
    LIMIT_JUDGE: '2/600',
    LIMIT_ANSWER: '2/600',
  };
  const testWithLimits = testOn(useProduct({ env: LIMITS }));

  testWithLimits('a user who creates too many games reads when they may go on', async (scene) => {
    const reading = new Reading('createLimit');
    const member = await newGuest(scene.product.url);
    await scene.game({ moderatedBy: member, started: false });
    const ruth = moderatorOf(await scene.arrive('Ruth', { signedInAs: member, prepare: reading.prepare }));
    await ruth.createGame();
    await reading.reads(ruth.person, SHOWN.createLimit[0]);
    await reading.allShown();
  });

  testWithLimits('a player who joins too often reads when they may go on', async (scene) => {
    const reading = new Reading('joinLimit');
    const game = await scene.game({ players: ['Ada'] });
    const ada = await scene.phone(game, 'Ada', { prepare: reading.prepare });
    for (const turn of ['second', 'third']) {
      await ada.leave();
      await ada.person.button('Join Game').waitFor();
      await ada.enterCode(game.code);
      await ada.person.button('Rejoin Game').click();
      if (turn === 'second') await ada.becomes('wait');
    }
    await reading.reads(ada.person, SHOWN.joinLimit[0]);
    await reading.allShown();
  });

  testWithLimits('a player who buzzes too often reads when they may go on', async (scene) => {
    const reading = new Reading('answerLimit');
    const game = await scene.game({ players: ['Ada'] });
    await game.pick();
    for (let times = 0; times < 2; times++) {
      await game.buzz('Ada');
      await game.judge(false);
    }
    const ada = await scene.phone(game, 'Ada', { prepare: reading.prepare });
    await ada.becomes('armed');
    await ada.buzz();
    await reading.reads(ada.person, SHOWN.answerLimit[0]);
    await reading.allShown();
  });

  testWithLimits('a moderator who judges too often reads when they may go on', async (scene) => {
    const reading = new Reading('judgeLimit');
    const game = await scene.game({ players: ['Ada', 'Leo', 'Tom'] });
    await game.pick();
    for (const player of ['Ada', 'Leo', 'Tom']) await game.buzz(player);
    for (let times = 0; times < 2; times++) await game.judge(false);
    const ruth = await scene.desk(game, { prepare: reading.prepare });
    await ruth.first('Tom');
    await ruth.judge('Wrong');
    await reading.reads(ruth.person, SHOWN.judgeLimit[0]);
    await reading.allShown();
  });

  testWithLimits('a moderator who selects questions too often reads when they may go on', async (scene) => {
    const reading = new Reading('selectLimit');
    const game = await scene.game();
    for (let times = 0; times < 2; times++) {
      await game.pick();
      await game.markUnanswered();
    }
    const ruth = await scene.desk(game, { prepare: reading.prepare });
    await ruth.person.button('Films for 100').click();
    await reading.reads(ruth.person, SHOWN.selectLimit[0]);
    await reading.allShown();
  });
});
