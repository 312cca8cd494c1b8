import { screen, within } from '@testing-library/react';
import { joins, selects, starts } from '@earworm/rules/testing';

export const buzzer = () => screen.getByTestId('buzzer');
/** The large word and the line below it. */
export const words = () =>
  [...buzzer().querySelectorAll('.main, .sr-only, .sub')].map(({ textContent }) => textContent);
export const questionCard = () => screen.getByTestId('asked').textContent;
export const foot = () => within(screen.getByRole('contentinfo'));
export const stand = () => [screen.getByTestId('own-score').textContent, screen.getByTestId('own-rank').textContent];
export const alone = (name: string) => `\u2068${name}\u2069`;

export const seated = [joins('ann', 'Ann'), joins('leo', 'Leo')];
export const inRound = [...seated, starts(), selects('q100')];
