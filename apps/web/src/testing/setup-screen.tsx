import { type Command } from '@earworm/rules';
import { creates, joins, MODERATOR, step } from '@earworm/rules/testing';
import { cleanup, screen, within } from '@testing-library/react';
import { gateway } from './fake-gateway.js';
import { draw, pass } from './user-actions.js';
import { server } from './one-game.js';
import { SetupPage } from '../features/setup/setup-page.js';

export const LINK = 'https://youtu.be/aaaaaaaaaa1';
/** What is half typed is kept this long after the last letter. */
export const KEPT_MS = 250;

export const addressNow = () => location.pathname;
const mo = (command: Command) => step(MODERATOR, command);
export const play = async (...commands: Command[]) => {
  for (const command of commands) server.play(mo(command));
  await pass();
};

export const show = () => draw(<SetupPage />, { at: '/setup/game-1', path: '/setup/:gameId' });
/** A game of `TV` with questions for 100, 200 and 75, and `Film` with one for 300; or an empty one. */
export async function open({ empty = false, joined = false } = {}): Promise<void> {
  const create = creates();
  server.play(empty ? { ...create, command: { ...create.command, categories: [] } as typeof create.command } : create);
  if (joined) server.play(joins('ann'));
  await show();
  await screen.findByRole('heading', { name: 'Set up your game' });
}
/** As a reload of the page, or going back to it. */
export async function reopen(): Promise<void> {
  cleanup();
  await show();
  await pass(KEPT_MS);
}

export const card = (name: string) => within(screen.getByRole('region', { name }));
export const form = (name: string) => within(screen.getByRole('form', { name }));
export const rowsOf = (name: string) =>
  card(name)
    .queryAllByRole('button', { name: /^Edit the question/ })
    .map((button) => button.closest('li')!.textContent);
export const board = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .map((each) => each.textContent)
    .filter((name) => name !== 'Players');
export const sent = (type: Command['type']) => server.commands.filter((command) => command.type === type);
export const QUESTION = { youtubeLink: LINK, clipId: null, youtubeSongName: '', answer: 'Elsewhere', points: 100 };
export const cleanUpMenus = () =>
  document.querySelectorAll('[role="menu"]').forEach((menu) => menu.removeAttribute('role'));

/** The gateway gives a list to the game as one command. */
export const addsLists = () =>
  gateway.answer('addQuestions', ({ body }) => {
    const { categories = [] } = body;
    server.play(mo({ type: 'addQuestions', categories } as Command));
    return { version: 9, questions: categories.reduce((sum, { questions }) => sum + questions.length, 0) };
  });
