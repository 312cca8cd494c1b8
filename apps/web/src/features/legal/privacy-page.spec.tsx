import { describe, expect, it } from '@jest/globals';
import type { RouteReply } from '@earworm/contracts';
import { screen, within } from '@testing-library/react';
import { giveYoutubeConsent, hasYoutubeConsent } from '../../platform/storage/youtube-consent.js';
import { gateway, privacyFacts } from '../../testing/fake-gateway.js';
import { draw, press } from '../../testing/user-actions.js';
import { PrivacyPage } from './privacy-page.js';

type Facts = RouteReply<'privacy'>;
const DAYS = privacyFacts().days;

async function open(change: Partial<Facts> = {}, language?: 'de'): Promise<void> {
  gateway.answer('privacy', privacyFacts(change));
  await draw(<PrivacyPage />, { at: '/privacy', path: '/privacy', ...(language && { language }) });
  await screen.findByRole('table');
}
/** Where and how long, of the row whose first words these are. */
function row(what: string): (string | null)[] {
  const header = screen.getAllByRole('rowheader').find(({ textContent }) => textContent?.startsWith(what));
  return within(header!.closest('tr')!)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);
}

describe('the privacy page', () => {
  it('lists what is kept where and for how long, as the server is configured', async () => {
    await open({ days: { ...DAYS, games: 7, usage: 1 } });
    expect(row('Games')).toEqual([
      'On this server',
      '7 days after the last change of the game. Games of an event go with the event.',
    ]);
    expect(row('Events')[1]).toBe('90 days after the planned start, unless its operators choose another time.');
    expect(row('Guests')[1]).toBe('30 days without a visit. Sign-ins end then, too.');
    expect(row('Audio files')[1]).toBe('As long as a game or template uses them, and at most 60 days longer.');
    expect(row('Use')[1]).toBe('1 day.');
    expect(row('Backups')[1]).toBe('14 days. What was deleted stays in backups that long.');
    expect(row('Emails')).toEqual(['On this server', 'The latest 1,000, which only administrators can read.']);
  });

  it('admits what the server does not know', async () => {
    await open({ days: { ...DAYS, games: null, backups: null }, sendsMail: null });
    expect(row('Games')[1]).toBe('Not known at the moment. Open this page again later.');
    expect(row('Backups')[1]).toBe('This server does not know. Ask the operator.');
  });

  it('reports an installation without backups', async () => {
    await open({ days: { ...DAYS, backups: 0 } });
    expect(row('Backups')[1]).toBe('There are none.');
  });

  it('names the other servers that the configuration makes browsers contact', async () => {
    await open({ signInHost: 'sso.example.org', filesHost: 'files.example.org', sendsMail: true });
    screen.getByText(/^Your browser signs in at sso\.example\.org/);
    screen.getByText(/at files\.example\.org, which the operator chose/);
    screen.getByText(/^Emails go through the mail server/);
    expect(row('Accounts')[0]).toBe('sso.example.org');
    expect(row('Audio files')[0]).toBe('files.example.org');
    expect(row('Feedback')[0]).toBe('On this server and files.example.org');
  });

  it('shows the text of the operator with addresses to follow, as text and not as markup', async () => {
    await open({
      operatorText: 'Quiz Ltd.\nAsk privacy@quiz.example.org or see https://quiz.example.org/p?a=1. <b>No</b>',
    });
    const own = within(screen.getByRole('region', { name: 'From the operator of this server' }));
    expect(own.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      'mailto:privacy@quiz.example.org',
      'https://quiz.example.org/p?a=1',
    ]);
    own.getByText(/<b>No<\/b>$/);
    screen.getByText(/How to reach them is at the top of this page\.$/);
  });

  it('sends people without a text of the operator to the person who invited them', async () => {
    await open();
    screen.getByText(/ask the person who invited you\.$/);
  });

  it('reads the same in German', async () => {
    await open({ days: { ...DAYS, games: 7 } }, 'de');
    expect(row('Spiele')).toEqual([
      'Auf diesem Server',
      '7 Tage nach der letzten Änderung am Spiel. Spiele eines Events verschwinden mit dem Event.',
    ]);
  });

  it('leaves what needs no server in sight while the settings cannot be loaded, and loads them on request', async () => {
    gateway.disconnect('privacy');
    await draw(<PrivacyPage />, { at: '/privacy', path: '/privacy' });
    await screen.findByText('The settings of this server could not be loaded.', {}, { timeout: 5_000 });
    screen.getByRole('heading', { name: 'YouTube (Google)' });
    gateway.answer('privacy', privacyFacts());
    await press('Try again');
    await screen.findByRole('table');
  });
});

describe('the consent to YouTube on the privacy page', () => {
  it('ends with one press, and returns with another', async () => {
    giveYoutubeConsent();
    await open();
    screen.getByText('This device may play music from YouTube.');
    await press('Stop music from YouTube');
    screen.getByText('This device loads nothing from YouTube.');
    expect(hasYoutubeConsent()).toBe(false);
    await press('Play music from YouTube');
    expect(hasYoutubeConsent()).toBe(true);
  });
});
