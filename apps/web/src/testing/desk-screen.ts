import { screen, within } from '@testing-library/react';
import { type GameCode } from '@earworm/rules';
import { category, draft, joins, MODERATOR, question, selects, starts, step } from '@earworm/rules/testing';
import { advance, click, shownText } from './game-screens.js';

export const VIDEO = 'dQw4w9WgXcQ';
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const isDisabled = (name: string | RegExp) => button(name).hasAttribute('disabled');
export const dialog = (name: string) => screen.queryByRole('dialog', { name });
export const pickPanel = () => screen.getByTestId('pick-panel').textContent;
export const roundPanel = () => screen.getByTestId('round-panel').textContent;
export const announcement = () => document.querySelector('p.sr-only[role="status"]');
export const first = () => screen.getByTestId('first').textContent;
export const media = () => screen.getByTestId('media');
export const status = () => media().dataset['status'];
export const board = () => screen.getByRole('region', { name: 'Board' });
export const inLine = () =>
  within(screen.getByRole('region', { name: 'Queue' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);
export const scores = () =>
  within(screen.getByRole('region', { name: 'Scores' }))
    .queryAllByRole('listitem')
    .map(shownText);
export const openMenu = async () => {
  await click(button('More actions'));
  await advance(200);
};
export const chooseAction = async (name: RegExp) => {
  await openMenu();
  await click(screen.getByRole('menuitem', { name }));
};
export const addsQuestion = (id: string, points: number, change: Parameters<typeof draft>[1]) =>
  step(MODERATOR, {
    type: 'addQuestion',
    categoryId: category('tv'),
    questionId: question(id),
    question: draft(points, change),
  });

export const seated = [joins('ann', 'Ann'), joins('leo', 'Leo')];
export const started = [...seated, starts()];
export const inRound = [...started, selects('q100')];
export const withoutQuestions = step(MODERATOR, {
  type: 'createGame',
  gameCode: 'ABC234' as GameCode,
  moderatorName: 'Mo',
  settings: {},
  categories: [],
});
