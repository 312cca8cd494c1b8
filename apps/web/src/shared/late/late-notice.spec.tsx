import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { renderPart } from '../../testing/render.js';
import { gateway } from '../../testing/fake-gateway.js';
import { pass } from '../../testing/user-actions.js';
import { WhenLate } from './late-notice.js';

const LATE_MS = 8_000;
const title = () => screen.queryByRole('heading')?.textContent ?? null;

describe('late notice', () => {
  let onLine: jest.SpiedGetter<boolean>;
  beforeEach(() => void (onLine = jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)));
  afterEach(() => onLine.mockRestore());

  it('shows no reason for eight seconds', async () => {
    await renderPart(<WhenLate />);
    await pass(LATE_MS - 1);
    expect(title()).toBeNull();
  });

  it('links home and reports a slow server after eight seconds', async () => {
    await renderPart(<WhenLate />);
    await pass(LATE_MS);
    expect(title()).toBe('This is taking longer than usual');
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/');
    screen.getByRole('button', { name: 'Try again' });
  });

  it('reports that the server does not answer, also when it never refuses either', async () => {
    const release = gateway.hold('about');
    await renderPart(<WhenLate />);
    await pass(LATE_MS);
    expect(title()).toBe('The server does not answer');
    await act(async () => release());
  });

  it('reports that the server does not answer when something else does, such as the sign-in page of a Wi-Fi', async () => {
    gateway.respond('about', () => new Response('<html>', { status: 200 }));
    await renderPart(<WhenLate />);
    await pass(LATE_MS);
    expect(title()).toBe('The server does not answer');
  });

  it('reports that the device is offline, and the next reason once it is online', async () => {
    onLine.mockReturnValue(false);
    await renderPart(<WhenLate />);
    await pass(LATE_MS);
    expect(title()).toBe('You are offline');
    onLine.mockReturnValue(true);
    await act(async () => void dispatchEvent(new Event('online')));
    await pass();
    expect(title()).toBe('This is taking longer than usual');
  });

  it('shows the reason in German', async () => {
    gateway.disconnect('about');
    await renderPart(<WhenLate />, { language: 'de' });
    await pass(LATE_MS);
    expect(title()).toBe('Der Server antwortet nicht');
  });
});
