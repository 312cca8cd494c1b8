import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { announces, crewJoins, user } from '@earworm/rules/testing';
import { chooseAction, started } from '../../testing/desk-screen.js';
import {
  advance,
  click,
  dialogOpens,
  given,
  happens,
  openBuzzer,
  openDesk,
  openStage,
  sent,
  type,
} from '../../testing/game-screens.js';

const BREAK = 'The bar is open';
const MINUTE_MS = 60_000;
const bar = () => screen.queryByTestId('announcement');
async function openForm() {
  await given(...started);
  await openDesk();
  await chooseAction(/Announce/);
  await dialogOpens('Announce something');
  return within(screen.getByRole('dialog', { name: 'Announce something' }));
}

describe('announcements', () => {
  it('reach those they are for from the desk', async () => {
    const form = await openForm();
    await type(form.getByRole('textbox', { name: 'Text' }), BREAK);
    await click(form.getByRole('checkbox', { name: 'Crew' }));
    await click(form.getByRole('button', { name: 'Announce' }));
    expect(sent('announce')).toEqual([{ type: 'announce', text: BREAK, audience: ['players', 'stage'], minutes: 10 }]);
    expect(bar()?.textContent).toContain(`${BREAK}For players and stage, until `);
    expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull();
  });

  it('need a text and an audience', async () => {
    const form = await openForm();
    for (const name of ['Players', 'Crew', 'Stage']) await click(form.getByRole('checkbox', { name }));
    await click(form.getByRole('button', { name: 'Announce' }));
    form.getByText('Please write what you want to announce.');
    form.getByText('Choose who it is for.');
    expect(sent('announce')).toEqual([]);
  });

  it('show the crew who has read them, until they are ended', async () => {
    await given(...started, crewJoins('cora', ['judge']), { ...announces(BREAK), by: user('cora') });
    await openDesk();
    await click(screen.getByRole('button', { name: 'Got it' }));
    expect(bar()?.textContent).toContain('Read by cora and Mo');
    expect(screen.queryByRole('button', { name: 'Got it' })).toBeNull();
    await click(screen.getByRole('button', { name: 'End it' }));
    expect(sent('endAnnouncement')).toHaveLength(1);
    expect(bar()).toBeNull();
  });

  it('speak to screen readers at the desk out of a region that was there before them', async () => {
    await given(...started);
    await openDesk();
    const before = screen.getAllByRole('status');
    await happens(announces(BREAK, ['crew']));
    const region = bar()?.closest('[role=status]');
    expect(before).toContain(region);
    await happens(announces('Round two begins', ['players']));
    expect(within(region as HTMLElement).getAllByTestId('announcement')).toHaveLength(2);
    expect(region?.getAttribute('aria-atomic')).toBe('false');
  });

  it.each([
    ['a phone', () => openBuzzer('ann')],
    ['the stage', () => openStage()],
  ])('appear on %s until their time is over', async (_, open) => {
    await given(...started, announces(BREAK, ['players', 'stage'], 5));
    await open();
    screen.getByText(BREAK);
    await advance(5 * MINUTE_MS - 2_000);
    screen.getByText(BREAK);
    await advance(3_000);
    expect(screen.queryByText(BREAK)).toBeNull();
  });

  it.each([
    ['players', 'a phone', () => openBuzzer('ann')],
    ['stage', 'the stage', () => openStage()],
  ] as const)('reach %s on %s while it is open, and give way to later ones', async (audience, _, open) => {
    await given(...started);
    await open();
    await happens(announces('For others', ['crew']));
    expect(screen.queryByText('For others')).toBeNull();
    await happens(announces(BREAK, [audience]));
    screen.getByText(BREAK);
    await happens(announces('Round two begins', [audience]));
    screen.getByText('Round two begins');
    expect(screen.queryByText(BREAK)).toBeNull();
  });

  it('show markup as text', async () => {
    const text = '<b>Bar</b> <img src="x">';
    await given(...started, announces(text, ['players']));
    await openBuzzer('ann');
    const strip = screen.getByText(text);
    expect(strip.querySelectorAll('b, img')).toHaveLength(0);
  });

  it('speak to screen readers, and open whole by a tap', async () => {
    await given(...started, announces('A long one. '.repeat(20), ['players']));
    await openBuzzer('ann');
    const strip = screen.getByRole('button', { name: /^A long one/ });
    expect(strip.closest('[role=status]')).not.toBeNull();
    expect(strip.getAttribute('aria-expanded')).toBe('false');
    await click(strip);
    expect(strip.getAttribute('aria-expanded')).toBe('true');
  });
});
