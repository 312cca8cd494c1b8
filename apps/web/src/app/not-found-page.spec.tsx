import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { renderPart } from '../testing/render.js';
import { NotFoundPage } from './not-found-page.js';

it.each([
  ['en', 'Page Not Found', 'Back to Home'],
  ['de', 'Seite nicht gefunden', 'Zurück zur Startseite'],
] as const)('the page for unknown addresses has a title and a link home (%s)', async (language, title, link) => {
  await renderPart(<NotFoundPage />, { language });
  expect(screen.getByRole('heading').textContent).toBe(title);
  expect(screen.getByRole('link', { name: link }).getAttribute('href')).toBe('/');
});
