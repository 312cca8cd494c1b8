import { describe, expect, it } from '@jest/globals';
import { createEvent, fireEvent, screen } from '@testing-library/react';
import { changesSettings, selects, starts } from '@earworm/rules/testing';
import { buzzer, inRound, seated } from '../../testing/buzzer-screen.js';
import { advance, given, openBuzzer, sent } from '../../testing/game-screens.js';

const corrects = changesSettings({ buzzOrder: { mode: 'corrected', holdMs: 80, creditMs: 150 } });
const corrected = [...seated, corrects, starts(), selects('q100')];

const touchDown = () => new MouseEvent('pointerdown', { bubbles: true, cancelable: true });

/** The browser noted it so many ms before the page handles it. */
function stamped(made: Event, agoMs: number): Event {
  Object.defineProperty(made, 'timeStamp', { value: performance.now() - agoMs });
  return made;
}

async function buzzesWith(made: Event, on: Element = buzzer()): Promise<number | undefined> {
  const now = performance.now();
  fireEvent(on, made);
  await advance(0);
  const [command] = sent('buzz') as { touchedMs?: number }[];
  return command?.touchedMs === undefined ? undefined : Math.round(now - command.touchedMs);
}

describe('the stamp of a buzz in a game that corrects the order', () => {
  it.each<[string, () => [Event, Element]]>([
    ['a touch', () => [touchDown(), buzzer()]],
    ['a key', () => [createEvent.keyDown(document.body, { key: ' ' }), document.body]],
    ['the click of a screen reader', () => [createEvent.click(buzzer()), buzzer()]],
  ])('tells when %s was made, not when the page got to it', async (_, make) => {
    await given(...corrected);
    await openBuzzer('leo');
    const [made, on] = make();
    expect(await buzzesWith(stamped(made, 30), on)).toBe(30);
  });

  it.each([
    ['from the future', -1_000],
    ['of another clock', 1_700_000_000_000],
    ['hours old', 7_200_000],
  ])('takes the time of the page instead of a stamp %s', async (_, agoMs) => {
    await given(...corrected);
    await openBuzzer('leo');
    expect(await buzzesWith(stamped(touchDown(), agoMs))).toBe(0);
  });

  it('never reaches the server in other games', async () => {
    await given(...inRound);
    await openBuzzer('leo');
    expect(await buzzesWith(stamped(touchDown(), 30))).toBeUndefined();
    expect(sent('buzz')).toHaveLength(1);
  });
});

describe('the sign for the connection of a phone', () => {
  it('shows in games that correct the order, once the connection is known', async () => {
    await given(...corrected);
    await openBuzzer('leo');
    await advance(3_000);
    await screen.findByText('Good connection');
  });

  it('shows in no other game', async () => {
    await given(...inRound);
    await openBuzzer('leo');
    await advance(40_000);
    expect(screen.queryByText('Good connection')).toBeNull();
  });
});
