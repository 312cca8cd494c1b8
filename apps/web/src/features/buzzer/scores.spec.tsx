import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import {
  buzzes,
  changesSettings,
  completes,
  joins,
  judges,
  keepsName,
  renames,
  reportsName,
  selects,
  starts,
} from '@earworm/rules/testing';
import { buzzer, inRound, seated, words } from '../../testing/buzzer-screen.js';
import {
  advance,
  click,
  dialogOpens,
  given,
  happens,
  keys,
  openBuzzer,
  sent,
  server,
} from '../../testing/game-screens.js';
import './scores-dialog.js';

const openScores = async (title = 'Scores') => {
  await click(screen.getByRole('button', { name: /(Show all scores|Alle Punktestände zeigen)$/ }));
  await dialogOpens(title);
};
const scores = () => within(screen.getByRole('dialog', { name: 'Scores' }));
const rows = () =>
  scores()
    .getAllByRole('listitem')
    .map((row) =>
      [...row.querySelectorAll('[aria-hidden]:not(svg), bdi')].map(({ textContent }) => textContent).join(' '),
    );
const report = (name: string) => scores().getByRole('button', { name: `Report name: ${name}` });
const confirm = async (yes = 'Report') => {
  await click(screen.getByRole('button', { name: yes }));
};

describe('the scores on a phone', () => {
  it('list all players with their place and score, the best first', async () => {
    await given(...inRound, buzzes('ann', 'q100'), judges('ann', true, 'q100'));
    await openBuzzer('leo');
    await openScores();
    expect(rows()).toEqual(['1 Ann 100', '2 Leo 0']);
    scores().getByText('you');
    expect(scores().queryByRole('button', { name: 'Report name: Leo' })).toBeNull();
  });

  it('include the own row of a player who is behind all that are listed', async () => {
    const many = Array.from({ length: 52 }, (_, n) => joins(`p${n}`, `P ${n}`));
    await given(...many, joins('leo', 'Leo'), starts());
    await openBuzzer('leo');
    await openScores();
    expect(rows()).toHaveLength(51);
    expect(rows().at(-1)).toContain('Leo');
    scores().getByText('and 2 more players');
  });

  it('make way for the buzzer when a question is opened, which the space bar then hits', async () => {
    await given(...seated, starts());
    await openBuzzer('leo');
    await openScores();
    await happens(selects('q100'));
    await advance(400);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(buzzer());
    await keys(' ');
    expect(sent('buzz')).toHaveLength(1);
    expect(words()[0]).toBe('1st');
  });

  it('remain when the question that was played is over', async () => {
    await given(...inRound, buzzes('ann', 'q100'));
    await openBuzzer('leo');
    await openScores();
    await happens(judges('ann', true, 'q100'));
    expect(rows()).toEqual(['1 Ann 100', '2 Leo 0']);
  });
});

describe('the report of a name on a phone', () => {
  it('asks first, says what the moderator learns, and then rests', async () => {
    await given(...seated, starts());
    await openBuzzer('leo');
    await openScores();
    await click(report('Ann'));
    const asked = within(screen.getByRole('dialog', { name: 'Report the name “Ann”?' }));
    asked.getByText('The moderator sees that the name was reported, not by whom.');
    expect(sent('reportName')).toEqual([]);
    await confirm();
    expect(sent('reportName')).toEqual([{ type: 'reportName', playerId: 'ann', name: 'Ann' }]);
    const done = scores().getByRole('button', { name: 'Reported: Ann' });
    expect([done.textContent, done.getAttribute('aria-disabled')]).toEqual(['Reported', 'true']);
    await click(done);
    expect(screen.queryByRole('dialog', { name: 'Report the name “Ann”?' })).toBeNull();
  });

  it('sends nothing when it is cancelled', async () => {
    await given(...seated, starts());
    await openBuzzer('leo');
    await openScores();
    await click(report('Ann'));
    await confirm('Cancel');
    expect(sent('reportName')).toEqual([]);
    report('Ann');
  });

  it('remembers it when the scores are opened again, until the player has another name', async () => {
    await given(...seated, starts());
    await openBuzzer('leo');
    await openScores();
    await click(report('Ann'));
    await confirm();
    await click(scores().getByRole('button', { name: 'Close' }));
    await advance(400);
    await openScores();
    scores().getByRole('button', { name: 'Reported: Ann' });
    await happens(renames('ann', 'Anna'));
    report('Anna');
  });

  it('shows no other phone that a name was reported', async () => {
    await given(...seated, starts());
    await openBuzzer('ann');
    await openScores();
    const before = screen.getByRole('dialog').innerHTML;
    await happens(reportsName('leo', 'ann'), keepsName('ann', 'Ann'));
    expect(screen.getByRole('dialog').innerHTML).toBe(before);
  });

  it.each([
    ['limit-reports', { n: 40 }, 'You have sent too many reports. Please wait 40 seconds before sending another.'],
    ['names-in-review', undefined, 'Names are still being checked. Please try again in a moment.'],
    ['player-not-found', undefined, 'This player is not in the game.'],
  ] as const)('says why it was refused with %s, and can be tried again', async (code, params, text) => {
    await given(...seated, starts());
    await openBuzzer('leo');
    await openScores();
    server.refuseNext('reportName', code, params);
    await click(report('Ann'));
    await confirm();
    expect(scores().getByRole('alert').textContent).toBe(text);
    await click(report('Ann'));
    await confirm();
    scores().getByRole('button', { name: 'Reported: Ann' });
    expect(scores().queryByRole('alert')).toBeNull();
  });

  it('takes the stand-in of a name that waits for a review', async () => {
    await given(changesSettings({ nameReview: 'on' }), ...seated, starts());
    await openBuzzer('leo');
    await openScores();
    await click(report('Player 1'));
    await confirm();
    scores().getByRole('button', { name: 'Reported: Player 1' });
  });

  it('speaks German', async () => {
    await given(...seated, starts());
    await openBuzzer('leo', 'de');
    await openScores('Punktestand');
    await click(screen.getByRole('button', { name: 'Namen melden: Ann' }));
    screen.getByText('Der Moderator sieht, dass der Name gemeldet wurde, aber nicht, von wem.');
    await confirm('Melden');
    screen.getByRole('button', { name: 'Gemeldet: Ann' });
  });

  it('ends with the game', async () => {
    await given(...seated, starts());
    await openBuzzer('leo');
    await openScores();
    await happens(completes());
    await advance(400);
    expect(screen.queryByRole('dialog', { name: 'Scores' })).toBeNull();
  });
});
