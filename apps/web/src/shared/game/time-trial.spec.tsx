import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { buzzes, joins, judges, marksUnanswered, selects, starts, switchesTimeTrial } from '@earworm/rules/testing';
import { advance, given, happens, openBuzzer, openStage, shownText } from '../../testing/game-screens.js';

const COST = 'Time trial: −5 a second';
const SPOKEN = 'Time trial: every second costs 5 points.';
const seated = [joins('ann', 'Ann'), joins('leo', 'Leo'), starts()];
const isSpoken = () => screen.getAllByRole('status').some(({ textContent }) => textContent === SPOKEN);
const shown = () => shownText(document.body);
const left = () => Number(/scaleX\((.*)\)/.exec(screen.getByTestId('drain').innerHTML)?.[1]);

describe('time trial on a phone', () => {
  it('announces its cost before the question, shown and spoken, from the moment it is switched on', async () => {
    await given(...seated);
    await openBuzzer('leo');
    expect([shown().includes(COST), isSpoken()]).toEqual([false, false]);
    await happens(switchesTimeTrial(true));
    expect([shown().includes(COST), isSpoken()]).toEqual([true, true]);
    await happens(switchesTimeTrial(false));
    expect([shown().includes(COST), isSpoken()]).toEqual([false, false]);
  });

  it('announces its cost beside the last answer and to the player who picks', async () => {
    await given(...seated, switchesTimeTrial(true), selects('q100'));
    await openBuzzer('leo');
    await happens(marksUnanswered('q100'));
    expect(screen.getByTestId('asked').textContent).toContain(COST);
    await happens(selects('q200'), buzzes('leo', 'q200'), judges('leo', true, 'q200'));
    await advance(3_000);
    expect(screen.getByTestId('buzzer').textContent).toContain(COST);
  });

  it('announces nothing once the last question is over', async () => {
    const played = ['q100', 'q200', 'q75', 'q300'].flatMap((id) => [selects(id), marksUnanswered(id)]);
    await given(...seated, switchesTimeTrial(true), ...played);
    await openBuzzer('leo');
    expect(shown()).not.toContain(COST);
  });

  it('drains a bar with the points', async () => {
    await given(...seated, switchesTimeTrial(true), selects('q100'));
    await openBuzzer('leo');
    await advance(4_000);
    expect(left()).toBeLessThanOrEqual(0.8);
    expect(left()).toBeGreaterThanOrEqual(0.7);
    const before = left();
    await advance(2_000);
    expect(left()).toBeCloseTo(before - 0.1);
  });

  it('shows no bar when time trial is off', async () => {
    await given(...seated, selects('q100'));
    await openBuzzer('leo');
    expect(screen.queryByTestId('drain')).toBeNull();
  });
});

describe('time trial on the stage', () => {
  it('announces its cost before and during a question, and drains a bar', async () => {
    await given(...seated);
    await openStage();
    expect(shown()).not.toContain(COST);
    await happens(switchesTimeTrial(true));
    expect(screen.getByText(COST).closest('[role="status"]')).toBeTruthy();
    await happens(selects('q100'));
    expect(shown()).toContain(COST);
    await advance(4_000);
    expect(left()).toBeLessThanOrEqual(0.8);
  });
});
