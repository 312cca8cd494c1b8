import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import {
  joins,
  judges,
  marksUnanswered,
  moderatorLeaves,
  moderatorRejoins,
  buzzes,
  selects,
  starts,
  proposes,
  withdraws,
  changesSettings,
  type Step,
} from '@earworm/rules/testing';
import { buzzer, words, questionCard, foot, seated, inRound } from '../../testing/buzzer-screen.js';
import {
  advance,
  click,
  given,
  happens,
  meanwhile,
  openBuzzer,
  sent,
  server,
  shownText,
  touch,
} from '../../testing/game-screens.js';

describe('the buzzer before the start', () => {
  it('waits for the start and counts who is in the room', async () => {
    await given(...seated);
    await openBuzzer('leo');
    expect(words()).toEqual(['Ready', 'Waiting for the start']);
    expect(questionCard()).toContain('2 players have joined. Waiting for Mo to start.');
    await touch(buzzer());
    expect(sent('buzz')).toEqual([]);
    await happens(joins('eve', 'Eve'));
    expect(questionCard()).toContain('3 players have joined. Waiting for Mo to start.');
    expect(shownText(screen.getByRole('banner'))).toBe('LeoABC234');
    expect(foot().queryByText(/Question/)).toBeNull();
  });

  it('speaks German', async () => {
    await given(...inRound);
    await openBuzzer('leo', 'de');
    expect(words()).toEqual(['BUZZ', 'Klick oder Leertaste, sobald du es weißt']);
    await happens(buzzes('ann', 'q100'));
    expect(words()[1]).toBe('Ann antwortet gerade · du wärst 2.');
    await happens(buzzes('leo', 'q100'));
    expect(document.querySelector('[aria-live="assertive"]')?.textContent).toBe(
      '2. in der Reihe · Ann antwortet gerade',
    );
  });
});

describe('the board on the phone of the player who picks', () => {
  const leosTurn = [...inRound, buzzes('leo', 'q100'), judges('leo', true, 'q100')];
  /** The tap that was meant for the buzzer is over. */
  const openToPick = async (...before: readonly Step[]) => {
    await given(...before);
    await openBuzzer('leo');
    await advance(500);
  };
  const tile = (name: string) => screen.getByRole('button', { name });
  const ask = () => buzzer().querySelector('.ask')!.textContent;

  it('shows the categories and the points that are left', async () => {
    await openToPick(...leosTurn);
    expect(
      within(screen.getByRole('group', { name: 'TV' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['200', '75']);
    expect(
      within(screen.getByRole('group', { name: 'TV' })).getByRole('img', { name: 'TV for 100, answered by Leo' }),
    ).toBeTruthy();
    expect(tile('Film for 300').getAttribute('aria-pressed')).toBe('false');
    expect(ask()).toBe('You pick. Tap a question. Mo sees your choice and starts it.');
  });

  it('proposes the question that is tapped, at once, and takes it back with a second tap', async () => {
    await openToPick(...leosTurn);
    server.hold();
    await click(tile('Film for 300'));
    expect(tile('Film for 300').getAttribute('aria-pressed')).toBe('true');
    expect(ask()).toBe('You pick. Mo sees your choice: Film for 300');
    await meanwhile((of) => of.release());
    expect(server.playing().proposedQuestionId).toBe('q300');
    await click(tile('TV for 200'));
    expect([sent('proposeQuestion').map(({ questionId }) => questionId), sent('withdrawProposal')]).toEqual([
      ['q300', 'q200'],
      [],
    ]);
    expect(tile('Film for 300').getAttribute('aria-pressed')).toBe('false');
    await click(tile('TV for 200'));
    expect(sent('withdrawProposal')).toHaveLength(1);
    expect(server.playing().proposedQuestionId).toBeNull();
    expect(ask()).toContain('Tap a question.');
  });

  it('takes a refused proposal back and says why', async () => {
    await openToPick(...leosTurn);
    server.refuseNext('proposeQuestion', 'limit-select', { n: 7 });
    await click(tile('Film for 300'));
    expect(tile('Film for 300').getAttribute('aria-pressed')).toBe('false');
    expect(foot().getByRole('alert').textContent).toContain('Please wait 7 seconds');
  });

  it('gives way to the buzzer when the moderator confirms', async () => {
    await openToPick(...leosTurn, proposes('leo', 'q300'));
    expect(tile('Film for 300').getAttribute('aria-pressed')).toBe('true');
    await happens(selects('q300'));
    expect(buzzer().dataset['state']).toBe('armed');
    expect(screen.queryByRole('group', { name: 'TV' })).toBeNull();
  });

  it('starts the song where the settings let players pick by themselves', async () => {
    await openToPick(...leosTurn, changesSettings({ picking: 'direct' }));
    expect(ask()).toBe('You pick. Tap a question to start its song.');
    await click(tile('Film for 300'));
    expect(server.playing().current?.questionId).toBe('q300');
    expect(buzzer().dataset['state']).toBe('armed');
  });

  it('ignores a tap that was meant for the buzzer', async () => {
    await given(...leosTurn);
    await openBuzzer('leo');
    await happens(selects('q200'), marksUnanswered('q200'));
    await click(tile('Film for 300'));
    expect(sent('proposeQuestion')).toEqual([]);
    await advance(500);
    await click(tile('Film for 300'));
    expect(sent('proposeQuestion')).toHaveLength(1);
  });

  it('speaks German', async () => {
    await given(...leosTurn, proposes('leo', 'q300'));
    await openBuzzer('leo', 'de');
    expect(ask()).toBe('Du wählst. Mo sieht deine Wahl: Film für 300');
  });
});

describe('the buzzer between questions', () => {
  it('names what the player who picks has proposed, until it is taken back', async () => {
    await given(...inRound, buzzes('ann', 'q100'), judges('ann', true, 'q100'), proposes('ann', 'q300'));
    await openBuzzer('leo');
    expect(foot().getByText('Ann would like Film for 300')).toBeTruthy();
    await happens(withdraws('ann'));
    expect(foot().queryByText(/Ann/)).toBeNull();
    await happens(selects('q300'));
    expect(foot().getByText('Ann picks next')).toBeTruthy();
  });

  it('waits for the player who picks, and tells that player so', async () => {
    await given(...seated, starts());
    await openBuzzer('leo');
    expect(words()).toEqual(['Wait', 'Mo is picking']);
    expect(shownText(document.querySelector('main')!)).toMatch(/^(?:(?!Mo ).)*Mo is picking(?:(?!Mo ).)*$/);
    expect(foot().getByText('Question 1 of 4')).toBeTruthy();
    await happens(selects('q100'));
    expect(foot().getByText('Mo picks next')).toBeTruthy();
    expect(foot().getByText('Question 1 of 4')).toBeTruthy();
    await happens(buzzes('ann', 'q100'), judges('ann', true, 'q100'));
    expect(words()).toEqual(['Wait', 'Ann is picking']);
    expect(foot().getByText('Question 2 of 4')).toBeTruthy();
    await happens(selects('q200'), buzzes('leo', 'q200'), judges('leo', true, 'q200'));
    await advance(2_600);
    expect(buzzer().textContent).toContain('You pick.');
    expect(screen.queryByTestId('asked')).toBeNull();
    expect(foot().getByText('It was Answer 200')).toBeTruthy();
  });

  it('shows the last answer and who got it, or that no player did', async () => {
    await given(...inRound);
    await openBuzzer('leo');
    await happens(buzzes('ann', 'q100'), judges('ann', true, 'q100'));
    expect(questionCard()).toBe('It wasAnn +100Answer 100');
    await happens(selects('q200'), marksUnanswered('q200'));
    expect(questionCard()).toBe('It wasNobody got itAnswer 200');
  });

  it('names no player to pick in the last round, and waits for the end of the game after it', async () => {
    const played = ['q100', 'q200', 'q75'].flatMap((id) => [selects(id), marksUnanswered(id)]);
    await given(...seated, starts(), ...played, selects('q300'));
    await openBuzzer('leo');
    expect(foot().queryByText(/picks? next/)).toBeNull();
    expect(foot().getByText('Question 4 of 4')).toBeTruthy();
    await happens(marksUnanswered('q300'));
    expect(words()).toEqual(['Wait', 'That was the last question']);
    expect(foot().queryByText(/picks? next/)).toBeNull();
    expect(foot().getByText('Question 4 of 4')).toBeTruthy();
  });

  it('says after a reload as well that the last question is over', async () => {
    const played = ['q100', 'q200', 'q75', 'q300'].flatMap((id) => [selects(id), marksUnanswered(id)]);
    await given(...seated, starts(), ...played);
    await openBuzzer('leo');
    expect(questionCard()).toContain('That was the last question');
    expect(words()).toEqual(['Wait', 'That was the last question']);
  });

  it('shows that the moderator is disconnected, until they are back', async () => {
    await given(...seated, starts(), moderatorLeaves());
    await openBuzzer('leo');
    expect(words()).toEqual(['Wait', 'until Mo is back']);
    expect(foot().getByText('Mo is not connected')).toBeTruthy();
    await happens(moderatorRejoins());
    expect(words()).toEqual(['Wait', 'Mo is picking']);
    expect(foot().queryByText('Mo is not connected')).toBeNull();
  });
});
