import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import {
  bans,
  changesScore,
  completes,
  creates,
  deskDisconnects,
  deskReconnects,
  GAME_ID,
  judges,
  later,
  locksJoining,
  pausesGame,
  pausesMusic,
  buzzes,
  buzzesLate,
  changesSettings,
  notesSound,
  ordersBuzzes,
  takesMusic,
  removes,
  renames,
  resumesGame,
  selects,
  starts,
  switchesTimeTrial,
  undoes,
} from '@earworm/rules/testing';
import { keepPlayerMark, playerMark, noteJoinRequest } from '../../platform/storage/game-marks.js';
import { buzzer, words, questionCard, foot, stand, seated, inRound } from '../../testing/buzzer-screen.js';
import {
  advance,
  advanceUntil,
  click,
  dialogOpens,
  given,
  happens,
  keys,
  meanwhile,
  openBuzzer,
  sent,
  server,
  touch,
} from '../../testing/game-screens.js';

afterEach(() => void Reflect.deleteProperty(navigator, 'vibrate'));

describe('the buzzer while no desk is connected', () => {
  it('says that the moderator will be back and the music is paused, and still takes a buzz', async () => {
    await given(...inRound);
    await openBuzzer('leo');
    await happens(deskDisconnects(Date.now()));
    expect(words()).toEqual(['BUZZ', 'Music paused · you can still buzz']);
    expect(foot().getByText('Mo is not connected')).toBeTruthy();
    await touch(buzzer());
    expect(words()[0]).toBe('1st');
    await happens(deskReconnects());
    expect(foot().queryByText('Mo is not connected')).toBeNull();
  });

  it('waits between questions', async () => {
    await given(...seated, starts(), deskDisconnects(0));
    await openBuzzer('leo');
    expect(words()).toEqual(['Wait', 'until Mo is back']);
  });
});

describe('the buzzer in a game that orders buzzes by when they were made', () => {
  const corrected = changesSettings({ buzzOrder: { mode: 'corrected', holdMs: 80, creditMs: 150 } });
  const held = [...seated, corrected, starts(), selects('q100')];
  const orders = () => ({ ...ordersBuzzes(server.playing().current?.hold?.version ?? 0), after: 60 });

  it('waits without a place until the order is settled, then says by how much it was late', async () => {
    await given(...held);
    await openBuzzer('leo');
    await touch(buzzer());
    expect(words()[0]).toBe('Sent');
    await touch(buzzer());
    expect(sent('buzz')).toHaveLength(1);
    await happens({ ...buzzesLate('ann', 'q100', 140), after: 20 });
    expect(words()[0]).toBe('Sent');
    await happens(orders());
    expect(words()).toEqual(['2nd', expect.stringMatching(/^0\.1\d s behind the first · Ann is answering$/)]);
    // The own buzz was not measured.
    expect(screen.queryByRole('button', { name: 'Why this place?' })).toBeNull();
    await happens(judges('ann', false, 'q100'));
    expect(words()[0]).toBe('1st');
  });

  it('says why on a tap where both buzzes were measured', async () => {
    await given(...held);
    await openBuzzer('leo');
    await happens(buzzesLate('leo', 'q100', 0), { ...buzzesLate('ann', 'q100', 140), after: 20 });
    await happens(orders());
    await click(screen.getByRole('button', { name: 'Why this place?' }));
    await dialogOpens('Why was Ann first?');
    expect(screen.getByRole('dialog').textContent).toMatch(/Sure: 1\d\d ms apart/);
  });

  it('takes a buzz while those of others are held', async () => {
    await given(...held);
    await openBuzzer('leo');
    await happens(buzzesLate('ann', 'q100', 0));
    expect(words()[0]).toBe('BUZZ');
    await touch(buzzer());
    expect(words()[0]).toBe('Sent');
    await happens(orders());
    expect(words()[0]).toBe('2nd');
  });
});

describe('the buzzer before the song', () => {
  const early = (falseStart: number | 'out') => [
    ...seated,
    changesSettings({ falseStart }),
    takesMusic('desk-1'),
    starts(),
    selects('q100'),
  ];

  it('says that the player was too early, and for how long that locks', async () => {
    await given(...early(3));
    await openBuzzer('leo');
    await touch(buzzer());
    expect(words()).toEqual(['3', 'Too early: you buzzed before the song']);
    await happens({ ...notesSound('q100', true), after: 100 });
    await advance(3_000);
    expect(words()[0]).toBe('BUZZ');
  });

  it('ends the question for the player where the settings say so', async () => {
    await given(...early('out'));
    await openBuzzer('leo');
    await touch(buzzer());
    expect(words()).toEqual(['Out', 'You buzzed before the song. Wait for the next question']);
    await happens(notesSound('q100', true));
    expect(words()[0]).toBe('Out');
  });
});

describe('the buzzer after a wrong answer that locks a player out', () => {
  const locking = [...seated, changesSettings({ lockOutSeconds: 5 }), starts(), selects('q100')];
  const spoken = () => document.querySelector('p.sr-only[aria-live="assertive"]')?.textContent;

  it('counts the seconds down, and takes a buzz once they are over', async () => {
    await given(...locking, buzzes('leo', 'q100'));
    await openBuzzer('leo');
    await happens(judges('leo', false, 'q100'));
    await advance(2_700);
    expect(words()).toEqual(['3', 'Wrong · wait before you buzz again']);
    expect(spoken()).toBe('Wrong · wait before you buzz again');
    await touch(buzzer());
    await advance(1_000);
    expect(words()[0]).toBe('2');
    expect(spoken()).toBe('Wrong · wait before you buzz again');
    expect(sent('buzz')).toEqual([]);
    await advance(1_600);
    expect(words()[0]).toBe('BUZZ');
    await touch(buzzer());
    expect(words()[0]).toBe('1st');
  });

  it('continues on a phone that is opened meanwhile, and ends with an undo', async () => {
    await given(...locking, buzzes('leo', 'q100'), judges('leo', false, 'q100'));
    await openBuzzer('leo');
    expect(words()[1]).toBe('Wrong · wait before you buzz again');
    await happens(undoes(server.playing().lastVerdict?.version ?? 0));
    expect(words()[0]).toBe('1st');
  });
});

describe('the buzzer of a paused game', () => {
  const spoken = () => document.querySelector('p.sr-only[aria-live="assertive"]')?.textContent;

  it('takes no buzz and says why once, until the game is resumed', async () => {
    await given(...inRound);
    await openBuzzer('leo');
    await happens(pausesGame());
    expect(words()).toEqual(['Wait', 'The game is paused']);
    expect(buzzer().getAttribute('aria-disabled')).toBe('true');
    expect(spoken()).toBe('Wait. The game is paused');
    expect(foot().queryByText('The game is paused')).toBeNull();
    await touch(buzzer());
    await keys(' ');
    expect(sent('buzz')).toEqual([]);
    await happens(resumesGame());
    await touch(buzzer());
    expect(words()[0]).toBe('1st');
  });

  it('shows a player who has buzzed their place, and the pause below', async () => {
    await given(...inRound, buzzes('leo', 'q100'));
    await openBuzzer('leo');
    await happens(pausesGame());
    expect(words()[0]).toBe('1st');
    foot().getByText('The game is paused');
    await happens(judges('leo', false, 'q100'));
    await advance(4_000);
    expect(words()).toEqual(['Wait', 'The game is paused']);
  });

  it('offers nothing to pick', async () => {
    await given(...inRound, buzzes('leo', 'q100'), judges('leo', true, 'q100'), pausesGame());
    await openBuzzer('leo');
    expect(words()).toEqual(['Wait', 'The game is paused']);
    await happens(resumesGame());
    screen.getByText('You pick.');
  });
});

describe('the buzzer in a round', () => {
  it.each([
    ['a touch', () => touch(buzzer())],
    ['the space bar', () => keys(' ')],
    ['the enter key', () => keys('{Enter}')],
  ])('buzzes with %s, once', async (_, press) => {
    await given(...inRound);
    await openBuzzer('leo');
    expect(words()).toEqual(['BUZZ', 'Click or press space when you know it']);
    expect(questionCard()).toContain('TV100');
    await press();
    await press();
    expect(sent('buzz')).toEqual([{ type: 'buzz', questionId: 'q100' }]);
    expect(words()).toEqual(['1st', 'Answer now!']);
  });

  it('ignores a key that is held down and other mouse buttons', async () => {
    await given(...inRound);
    await openBuzzer('leo');
    fireEvent.keyDown(document.body, { key: ' ', repeat: true });
    fireEvent.pointerDown(buzzer(), { button: 2 });
    await advance(0);
    expect(sent('buzz')).toEqual([]);
  });

  it('buzzes with a click alone, as screen readers send it, and once with the click after a touch', async () => {
    await given(...inRound);
    await openBuzzer('leo');
    fireEvent.click(buzzer());
    await advance(0);
    expect(sent('buzz')).toHaveLength(1);
    await happens(judges('leo', false, 'q100'));
    server.hold();
    await touch(buzzer());
    fireEvent.click(buzzer());
    await meanwhile((held) => held.release());
    expect(sent('buzz')).toHaveLength(2);
  });

  it('shows a buzz as sent until the server has answered', async () => {
    await given(...inRound);
    await openBuzzer('leo');
    server.hold();
    await touch(buzzer());
    expect(words()).toEqual(['Sent', 'Waiting for confirmation']);
    await touch(buzzer());
    await meanwhile((held) => held.release());
    expect(words()).toEqual(['1st', 'Answer now!']);
    expect(sent('buzz')).toHaveLength(1);
  });

  it('shows the place in the queue, and moves up when the first player is wrong', async () => {
    await given(...inRound, buzzes('ann', 'q100'));
    await openBuzzer('leo');
    expect(words()).toEqual(['BUZZ', 'Ann is answering · you would be 2nd']);
    await touch(buzzer());
    expect(words()).toEqual(['2nd', 'in the queue · Ann is answering']);
    await happens(judges('ann', false, 'q100'));
    expect(words()).toEqual(['1st', 'Answer now!']);
  });

  it('takes half the points for a wrong answer, and accepts another buzz', async () => {
    await given(...inRound, buzzes('leo', 'q100'));
    await openBuzzer('leo');
    expect(stand()).toEqual(['0', '1']);
    await happens(judges('leo', false, 'q100'));
    expect(words()).toEqual(['−50', 'Wrong · tap to try again']);
    expect(stand()).toEqual(['−50', '2']);
    await advance(2_600);
    expect(words()[0]).toBe('BUZZ');
    await touch(buzzer());
    expect(words()).toEqual(['1st', 'Answer now!']);
  });

  it('shows “Out” after a wrong answer in a game with one attempt, and sends no more buzzes', async () => {
    await given(creates({ attempts: 'once' }), ...inRound, buzzes('leo', 'q100'));
    await openBuzzer('leo');
    await happens(judges('leo', false, 'q100'));
    expect(words()).toEqual(['−50', 'Wrong']);
    await advance(2_600);
    expect(words()).toEqual(['Out', 'No tries left on this question']);
    await touch(buzzer());
    expect(sent('buzz')).toEqual([]);
  });

  it('gives the points for a right answer and the place among all', async () => {
    await given(...inRound, buzzes('leo', 'q100'));
    await openBuzzer('leo');
    await happens(judges('leo', true, 'q100'));
    expect(words()).toEqual(['+100', 'Right!']);
    expect(stand()).toEqual(['100', '1']);
    expect(screen.getByText('of 2')).toBeTruthy();
  });

  it('accepts a buzz while the moderator has paused the music', async () => {
    await given(...inRound, pausesMusic(true, 'q100'));
    await openBuzzer('leo');
    expect(words()).toEqual(['BUZZ', 'Music paused · you can still buzz']);
    await touch(buzzer());
    expect(words()).toEqual(['1st', 'Answer now!']);
  });

  it('shows the points fall by five every second of a time trial', async () => {
    await given(...seated, starts(), switchesTimeTrial(true), selects('q200'));
    await openBuzzer('leo');
    const worth = () => Number.parseInt(screen.getByText(/^\d+ points$/).textContent, 10);
    const before = worth();
    await advance(4_000);
    expect(worth()).toBe(before - 20);
    await happens(later(0, buzzes('ann', 'q200')));
    await advance(4_000);
    expect(worth()).toBe(before - 20);
  });

  it('keeps a buzz while the connection is lost, and sends it when it is back', async () => {
    await given(...inRound);
    await openBuzzer('leo');
    await meanwhile((reached) => reached.cut());
    expect(words()).toEqual(['Offline', 'You can still buzz']);
    expect(screen.getByRole('img', { name: 'Not connected' })).toBeTruthy();
    expect(foot().getByText('Reconnecting…')).toBeTruthy();
    await touch(buzzer());
    expect(words()).toEqual(['Offline', 'Your buzz will be sent']);
    server.mend();
    await advance(8_000);
    expect(words()).toEqual(['1st', 'Answer now!']);
    expect(sent('buzz')).toHaveLength(1);
    expect(screen.getByRole('img', { name: 'Connected' })).toBeTruthy();
  });

  it('shows that a buzz kept for a minute was not sent, also when the phone is back later', async () => {
    await given(...inRound);
    await openBuzzer('leo');
    await meanwhile((of) => of.cut());
    await touch(buzzer());
    await advance(60_000);
    expect(words()).toEqual(['Offline', 'You can still buzz']);
    expect(foot().getByRole('alert').textContent).toBe('No connection: your buzz was not sent.');
    await advance(60_000);
    expect(foot().getByRole('alert')).toBeTruthy();
    server.mend();
    await advance(8_000);
    expect(words()[0]).toBe('BUZZ');
    await advance(4_000);
    expect(foot().queryByRole('alert')).toBeNull();
    expect(sent('buzz')).toEqual([]);
  });

  it.each([
    ['limit-answer' as const, { n: 7 }, "You're answering too quickly. Please wait 7 seconds before trying again."],
    ['no-active-question' as const, undefined, 'No question is currently active'],
    ['internal' as const, undefined, 'Failed to join answer queue. Please try again.'],
  ])('says why a buzz was refused with %s, and accepts another one', async (code, params, sentence) => {
    await given(...inRound);
    await openBuzzer('leo');
    server.refuseNext('buzz', code, params);
    await touch(buzzer());
    expect(foot().getByRole('alert').textContent).toBe(sentence);
    expect(words()[0]).toBe('BUZZ');
    await advance(4_000);
    expect(foot().queryByRole('alert')).toBeNull();
    await touch(buzzer());
    expect(words()).toEqual(['1st', 'Answer now!']);
  });

  it('vibrates for its own place and verdict', async () => {
    const vibrate = jest.fn(() => true);
    Object.assign(navigator, { vibrate });
    await given(...seated, starts());
    await openBuzzer('leo');
    await happens(selects('q100'));
    expect(vibrate.mock.calls).toEqual([[[35]]]);
    await touch(buzzer());
    await happens(judges('leo', false, 'q100'));
    expect(vibrate.mock.calls.slice(1)).toEqual([[[15]], [[90, 50, 90, 50, 200]], [[350]]]);
  });
});

describe('a verdict given while the phone was disconnected', () => {
  it.each(['events', 'a snapshot'])('appears once the phone is back, by %s', async (by) => {
    await given(...inRound, buzzes('leo', 'q100'));
    await openBuzzer('leo');
    await meanwhile((of) => of.cut());
    await happens(judges('leo', true, 'q100'));
    if (by === 'a snapshot') server.forgetEvents();
    server.mend();
    await advanceUntil(() => words().includes('Right!'));
    expect(words()).toEqual(['+100', 'Right!']);
  });

  it('remains hidden on a page that is opened after the verdict', async () => {
    await given(...inRound, buzzes('leo', 'q100'), judges('leo', true, 'q100'));
    await openBuzzer('leo');
    expect(words()[0]).not.toBe('Right!');
  });

  it('appears only once when the connection is lost again', async () => {
    await given(...inRound, buzzes('leo', 'q100'));
    await openBuzzer('leo');
    await happens(judges('leo', true, 'q100'));
    await advance(3_000);
    await meanwhile((of) => of.cut());
    server.forgetEvents();
    server.mend();
    await advance(8_000);
    expect(words()[0]).not.toBe('Right!');
  });
});

describe('the buzzer after a correction by the moderator', () => {
  it('puts the player first again when the verdict is undone, and says so', async () => {
    await given(...inRound, buzzes('leo', 'q100'));
    await openBuzzer('leo');
    await happens(judges('leo', true, 'q100'));
    expect(stand()[0]).toBe('100');
    const { lastVerdict } = server.playing();
    await happens(undoes(lastVerdict?.version ?? 0));
    expect(stand()[0]).toBe('0');
    expect(words()[0]).toBe('1st');
    expect(foot().getByText('Mo undid the last verdict')).toBeTruthy();
  });

  it('shows the new score and why it changed, for a moment', async () => {
    await given(...seated, starts());
    await openBuzzer('leo');
    await happens(changesScore('leo', 50, 'Sang along'));
    expect(stand()[0]).toBe('50');
    expect(foot().getByText('Your score was changed, +50: Sang along')).toBeTruthy();
    await advance(9_000);
    expect(foot().queryByText(/Sang along/)).toBeNull();
  });

  it('shows the name that the moderator chose, and stores it in the browser', async () => {
    await given(...seated, starts());
    await openBuzzer('leo');
    await happens(renames('leo', 'Leonie'));
    expect(screen.getByRole('banner').textContent).toContain('Leonie');
    expect(foot().getByText('Mo renamed you to Leonie')).toBeTruthy();
    expect(playerMark(GAME_ID)?.name).toBe('Leonie');
  });

  it('disappears when the player is removed, and returns when they join again', async () => {
    await given(...seated, starts());
    await openBuzzer('leo');
    await happens(removes('leo'));
    expect(screen.getByRole('alert').textContent).toContain('Mo removed you from the game');
    expect(sent('joinGame')).toHaveLength(0);
    await click(screen.getByRole('button', { name: 'Join again' }));
    await advance(300);
    expect(sent('joinGame')).toHaveLength(1);
    expect(buzzer()).toBeTruthy();
  });

  it('shows no place at the end to a player who was removed', async () => {
    await given(...seated, starts(), removes('leo'), completes());
    await openBuzzer('leo');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Nobody won any points');
    expect(screen.queryByText(/Your place/)).toBeNull();
  });

  it('returns at once for a removed player who joined again on the home page, and asks first after a later removal', async () => {
    await given(...seated, starts(), removes('leo'));
    keepPlayerMark(GAME_ID, { name: 'Leo' });
    noteJoinRequest(GAME_ID);
    await openBuzzer('leo');
    expect(sent('joinGame')).toHaveLength(1);
    expect(buzzer()).toBeTruthy();
    await happens(removes('leo'));
    cleanup();
    await advance(4_000);
    await openBuzzer('leo');
    screen.getByRole('button', { name: 'Join again' });
  });

  it('disappears for good when the player is banned, also after a reload', async () => {
    await given(...seated, starts());
    await openBuzzer('leo');
    await happens(bans('leo'));
    expect(screen.getByRole('alert').textContent).toContain('You cannot join it again.');
    expect(screen.queryByRole('button', { name: 'Join again' })).toBeNull();
    cleanup();
    await advance(4_000);
    await openBuzzer('leo');
    expect(screen.getByRole('alert').textContent).toContain('You cannot join it again.');
    expect(sent('joinGame')).toHaveLength(0);
  });

  it('explains to a new player that joining is locked, until it is opened', async () => {
    keepPlayerMark(GAME_ID, { name: 'Eve' });
    await given(...seated, starts(), locksJoining(true));
    await openBuzzer('eve');
    const sentence = 'This game is not open to new players. Ask the moderator to open it.';
    expect(screen.getByText(sentence)).toBeTruthy();
    await happens(locksJoining(false));
    expect(screen.queryByText(sentence)).toBeNull();
    await click(screen.getByRole('button', { name: 'Join' }));
    expect(buzzer()).toBeTruthy();
  });
});
