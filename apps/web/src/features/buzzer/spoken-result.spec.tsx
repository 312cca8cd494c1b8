import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { buzzes, joins, judges, marksUnanswered, selects, starts, undoes } from '@earworm/rules/testing';
import { advance, given, happens, openBuzzer, server } from '../../testing/game-screens.js';

const inRound = [joins('ann', 'Ann'), joins('leo', 'Leo'), starts(), selects('q100')];
const LEO = 'It was Answer 100. Leo got it for 100 points.';
const spoken = () =>
  screen
    .getAllByRole('status')
    .filter((each) => each.getAttribute('aria-live') === 'polite' && each.textContent?.startsWith('It was'));

describe('the result of a question for screen readers', () => {
  it('announces the answer, who got it and the points once, politely', async () => {
    await given(...inRound, buzzes('leo', 'q100'));
    await openBuzzer('ann');
    expect(spoken()).toEqual([]);
    await happens(judges('leo', true, 'q100'));
    expect(spoken().map(({ textContent }) => textContent)).toEqual([LEO]);
    const sentence = spoken()[0]!.firstElementChild;
    await advance(10_000);
    expect(spoken()[0]!.firstElementChild).toBe(sentence);
  });

  it('announces that no player got it', async () => {
    await given(...inRound);
    await openBuzzer('ann');
    await happens(marksUnanswered('q100'));
    expect(spoken().map(({ textContent }) => textContent)).toEqual(['It was Answer 100. Nobody got it.']);
  });

  it('reaches the player who picks next, whose board hides the card', async () => {
    await given(...inRound, buzzes('leo', 'q100'));
    await openBuzzer('leo');
    await happens(judges('leo', true, 'q100'));
    await advance(3_000);
    expect(spoken().map(({ textContent }) => textContent)).toEqual([LEO]);
  });

  it('repeats the announcement when the answer is judged again after an undo', async () => {
    await given(...inRound, buzzes('leo', 'q100'));
    await openBuzzer('ann');
    await happens(judges('leo', true, 'q100'));
    await happens(undoes(server.playing().lastVerdict?.version ?? 0));
    expect(spoken()).toEqual([]);
    await happens(judges('leo', true, 'q100'));
    expect(spoken()).toHaveLength(1);
  });

  it('announces the answer in German', async () => {
    await given(...inRound, buzzes('leo', 'q100'));
    await openBuzzer('ann', 'de');
    await happens(judges('leo', true, 'q100'));
    screen.getByText('Die Antwort war Answer 100. Leo wusste es: 100 Punkte.');
  });
});
