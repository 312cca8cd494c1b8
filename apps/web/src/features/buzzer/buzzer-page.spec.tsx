import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import {
  bans,
  changesScore,
  completes,
  creates,
  deskDisconnects,
  deskReconnects,
  GAME_ID,
  joins,
  judges,
  later,
  leaves,
  locksJoining,
  marksUnanswered,
  moderatorLeaves,
  moderatorRejoins,
  pausesMusic,
  buzzes,
  removes,
  renames,
  selects,
  starts,
  switchesTimeTrial,
  undoes,
  proposes,
  withdraws,
  changesSettings,
  type Step,
} from '@earworm/rules/testing';
import { keepPlayerMark, playerMark, preferredName, noteJoinRequest } from '../../platform/storage/game-marks.js';
import { gateway } from '../../testing/fake-gateway.js';
import {
  advance,
  click,
  dialogOpens,
  given,
  happens,
  keys,
  meanwhile,
  openBuzzer,
  sent,
  server,
  shownText,
  touch,
  type,
  youtube,
} from '../../testing/game-screens.js';

const buzzer = () => screen.getByTestId('buzzer');
/** The large word and the line below it. */
const words = () => [...buzzer().querySelectorAll('.main, .sr-only, .sub')].map(({ textContent }) => textContent);
const questionCard = () => screen.getByTestId('asked').textContent;
const foot = () => within(screen.getByRole('contentinfo'));
const stand = () => [screen.getByTestId('own-score').textContent, screen.getByTestId('own-rank').textContent];
const alone = (name: string) => `\u2068${name}\u2069`;

const seated = [joins('ann', 'Ann'), joins('leo', 'Leo')];
const inRound = [...seated, starts(), selects('q100')];

afterEach(() => void Reflect.deleteProperty(navigator, 'vibrate'));

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
    await advance(2_000);
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
    await advance(2_000);
    expect(words()[0]).not.toBe('Right!');
  });
});

describe('the music on players’ phones', () => {
  it('plays the song on the phone itself, and cannot be skipped there when it fails', async () => {
    await given(creates({ musicOn: 'players' }), ...seated, starts());
    await openBuzzer('leo');
    youtube.next = { error: 100 };
    await happens(selects('q100'));
    expect(screen.getByTestId('media').textContent).toContain('This video was removed or is private.');
    expect(screen.queryByRole('button', { name: 'Skip this question' })).toBeNull();
    await click(screen.getByRole('button', { name: 'Try again' }));
    expect(screen.getByTestId('media').dataset['status']).toBe('playing');
    expect(screen.queryByRole('slider', { name: 'Volume' })).toBeNull();
    await touch(buzzer());
    expect(youtube.log.at(-1)).toBe('pause');
  });

  describe('music that plays on after a right answer', () => {
    const answered = async (who: string) => {
      const settings = { musicOn: 'players', musicAfterRight: 'plays' } as const;
      await given(creates(settings), ...seated, starts(), selects('q100'), buzzes('leo', 'q100'));
      await openBuzzer(who);
      await happens(judges('leo', true, 'q100'));
      // The verdict is shown first.
      await advance(3_000);
    };

    it('plays on for those who wait', async () => {
      await answered('ann');
      expect(screen.getByTestId('media').dataset['status']).toBe('playing');
    });

    it('stops on the phone of the player who picks, where the board would hide its video', async () => {
      await answered('leo');
      expect(screen.getByTestId('media').dataset['status']).toBe('idle');
      expect(youtube.log.at(-1)).toBe('stop');
    });
  });

  it('loads no video on a phone while the desk plays the music', async () => {
    await given(...inRound);
    await openBuzzer('leo');
    expect(screen.queryByTestId('media')).toBeNull();
    expect(youtube.log).toEqual([]);
  });
});

describe('a phone that mutes its sounds', () => {
  it('shows it on the button and keeps it', async () => {
    await given(...seated);
    await openBuzzer('leo');
    await click(screen.getByRole('button', { name: 'Mute sounds' }));
    expect(localStorage.getItem('earworm.sounds')).toBe('off');
    await click(screen.getByRole('button', { name: 'Unmute sounds' }));
    expect(localStorage.getItem('earworm.sounds')).toBe('on');
  });
});

describe('the name of a player on the phone', () => {
  it('shows markup as plain text', async () => {
    const markup = '<img src onerror=a>';
    await given(joins('ann', markup), joins('leo', 'Leo'), starts(), selects('q100'));
    await openBuzzer('leo');
    await happens(buzzes('ann', 'q100'));
    expect(words()[1]).toBe(`${markup} is answering · you would be 2nd`);
    await happens(judges('ann', true, 'q100'));
    expect(words()[1]).toBe(`${markup} is picking`);
    expect(document.querySelector('img[onerror]')).toBeNull();
  });

  it('keeps its own direction within a sentence when it is written from right to left', async () => {
    await given(joins('omer', 'עומר'), joins('leo', 'Leo'), starts(), selects('q100'), buzzes('omer', 'q100'));
    await openBuzzer('leo');
    await touch(buzzer());
    expect(words()[1]).toBe(`in the queue · ${alone('עומר')} is answering`);
  });
});

describe('the way into a game', () => {
  beforeEach(() => given(joins('ann', 'Ann')));
  const name = () => screen.getByRole('textbox', { name: 'Your name' });
  const join = () => click(screen.getByRole('button', { name: 'Join' }));

  it('asks for a name, and says when it is missing or taken', async () => {
    await openBuzzer('leo');
    expect(screen.getByText('Game code A B C 2 3 4')).toBeTruthy();
    await join();
    expect(screen.getByText('Please enter your name.')).toBeTruthy();
    await type(name(), 'ANN');
    await join();
    expect(screen.getByText('This name is already taken in this game.')).toBeTruthy();
    await type(name(), 'Leo');
    await join();
    expect(words()).toEqual(['Ready', 'Waiting for the start']);
    expect(playerMark(GAME_ID)).toMatchObject({ name: 'Leo', playerId: 'leo' });
  });

  it('proposes a free name for one that is taken, which one tap takes', async () => {
    await openBuzzer('leo');
    await type(name(), 'Ann');
    await join();
    await click(screen.getByRole('button', { name: 'Join as Ann 2' }));
    expect(words()).toEqual(['Ready', 'Waiting for the start']);
    expect(playerMark(GAME_ID)).toMatchObject({ name: 'Ann 2', playerId: 'leo' });
    expect(preferredName()).toBe('Ann 2');
  });

  it('proposes a name for the moderator’s, and offers nobody the moderator’s seat', async () => {
    await openBuzzer('leo');
    await type(name(), 'Mo');
    await join();
    screen.getByRole('button', { name: 'Join as Mo 2' });
    expect(screen.queryByRole('button', { name: /my seat/ })).toBeNull();
    await type(name(), 'Moe');
    expect(screen.queryByRole('button', { name: 'Join as Mo 2' })).toBeNull();
  });

  it('says that a name is a web address', async () => {
    await openBuzzer('leo');
    await type(name(), 'www.spam.example');
    await join();
    screen.getByText('A name cannot contain a web address.');
    expect(screen.queryByRole('button', { name: /^Join as/ })).toBeNull();
  });

  it('says that joining failed, and offers the name again', async () => {
    await openBuzzer('leo');
    server.refuseNext('joinGame', 'internal');
    await type(name(), 'Leo');
    await join();
    expect(sent('joinGame')).toHaveLength(1);
    expect(screen.getByText('Failed to join game')).toBeTruthy();
    expect(name()).toHaveProperty('value', 'Leo');
  });

  describe('a player with a seat who asks for another name', () => {
    const limit = "You're joining games too quickly. Please wait 20 seconds before trying again.";
    beforeEach(async () => {
      await happens(joins('leo', 'Leo'));
      keepPlayerMark(GAME_ID, { name: 'Leonie' });
    });

    it.each([
      ['the join limit', 'limit-join', { n: 20 }, limit],
      ['the join limit without a time', 'limit-join', {}, limit.replace('20', '30')],
      ['a name that is taken', 'name-taken', {}, 'This name is already taken in this game.'],
    ] as const)(
      'says that %s refused it, and seats nobody under the old one unasked',
      async (_, code, params, text) => {
        server.refuseNext('joinGame', code, params);
        await openBuzzer('leo');
        expect(screen.getByText(text)).toBeTruthy();
        expect(name()).toHaveProperty('value', 'Leonie');
        expect(screen.queryByTestId('buzzer')).toBeNull();
        await click(screen.getByRole('button', { name: 'Continue as Leo' }));
        expect(words()).toEqual(['Ready', 'Waiting for the start']);
        expect(shownText(screen.getByRole('banner'))).toBe('LeoABC234');
        expect([playerMark(GAME_ID)?.name, preferredName()]).toEqual(['Leo', 'Leo']);
      },
    );

    it('takes the other name when it is asked for again after the wait', async () => {
      server.refuseNext('joinGame', 'limit-join', { n: 20 });
      await openBuzzer('leo');
      await join();
      expect(sent('joinGame').map((each) => each.name)).toEqual(['Leonie', 'Leonie']);
      expect(shownText(screen.getByRole('banner'))).toBe('LeonieABC234');
    });

    it('shows the place in line, and no buzzer under the old name meanwhile', async () => {
      server.delayNext('joinGame', { ms: 10_000, place: 200, everyMs: 50 });
      await openBuzzer('leo');
      expect(screen.getByText(/You are number/)).toBeTruthy();
      expect(screen.queryByTestId('buzzer')).toBeNull();
      await meanwhile((game) => game.release());
      expect(shownText(screen.getByRole('banner'))).toBe('LeonieABC234');
    });
  });

  it('shows the place in line while many join from one address, and then the buzzer', async () => {
    await openBuzzer('leo');
    server.delayNext('joinGame', { ms: 10_000, place: 200, everyMs: 50 });
    await type(name(), 'Leo');
    await join();
    const placeText = () => screen.getByText(/You are number/).textContent;
    expect(placeText()).toBe('Many people are joining at once. You are number 200 in the queue.');
    await advance(4_000);
    expect(Number(/number (\d+)/.exec(placeText())?.[1])).toBeLessThanOrEqual(140);
    await advance(6_000);
    await meanwhile((game) => game.release());
    expect(words()).toEqual(['Ready', 'Waiting for the start']);
    expect(sent('joinGame')).toHaveLength(1);
  });

  it('shows the place in line in German', async () => {
    await openBuzzer('leo', 'de');
    server.delayNext('joinGame', { ms: 1_000, place: 20, everyMs: 50 });
    await type(screen.getByRole('textbox'), 'Leo');
    await click(screen.getByRole('button', { name: 'Mitspielen' }));
    screen.getByText('Gerade wollen sehr viele mitspielen. Du bist Nummer 20 in der Warteschlange.');
  });
});

describe('the way out of a game', () => {
  const leave = async () => {
    await click(screen.getByRole('button', { name: 'Leave game' }));
    await click(
      within(screen.getByRole('dialog', { name: 'Leave this game?' })).getByRole('button', { name: 'Leave' }),
    );
  };

  it('leads home once it was confirmed', async () => {
    await given(...seated);
    await openBuzzer('leo');
    await click(screen.getByRole('button', { name: 'Leave game' }));
    await click(screen.getByRole('button', { name: 'Cancel' }));
    expect(sent('leaveGame')).toEqual([]);
    await leave();
    expect(sent('leaveGame')).toHaveLength(1);
    expect(location.pathname).toBe('/');
  });

  it('leads home without a connection, without a message about it there', async () => {
    await given(...seated);
    await openBuzzer('leo');
    await meanwhile((of) => of.cut());
    await leave();
    expect(screen.getByRole('alert').textContent).toContain('You are not connected');
    await click(screen.getByRole('link', { name: 'Back to Home' }));
    expect(location.pathname).toBe('/');
    await advance(61_000);
    expect(screen.queryByText('Failed to leave game')).toBeNull();
  });

  it('leads home when the connection is back before the player has gone', async () => {
    await given(...seated);
    await openBuzzer('leo');
    await meanwhile((of) => of.cut());
    await leave();
    server.mend();
    await advance(8_000);
    expect(sent('leaveGame')).toHaveLength(1);
    expect(location.pathname).toBe('/');
  });

  it('keeps the player in the game and reports the failure when leaving failed', async () => {
    await given(...seated);
    await openBuzzer('leo');
    server.refuseNext('leaveGame', 'internal');
    await leave();
    expect(screen.getByText('Failed to leave game')).toBeTruthy();
    expect(words()[0]).toBe('Ready');
  });
});

describe('the feedback form on a phone', () => {
  const form = () => within(screen.getByRole('dialog', { name: 'Send Feedback' }));
  const openForm = async () => {
    await click(screen.getByRole('button', { name: 'Send Feedback' }));
    await dialogOpens('Send Feedback');
  };

  it('sends the running game and its code, and buzzes with no key that is typed in the form', async () => {
    await given(...inRound);
    await openBuzzer('leo');
    await openForm();
    await type(form().getByLabelText(/^Title/), 'Buzz buzz');
    await type(form().getByLabelText(/^Description/), 'Very loud');
    expect(sent('buzz')).toEqual([]);
    gateway.answer('submitFeedback', { feedbackId: '00000000-0000-4000-8000-000000000001' });
    await click(form().getByRole('button', { name: 'Send Feedback' }));
    expect(gateway.inputsOf('submitFeedback')[0]?.body.context).toMatchObject({
      ...{ gameId: GAME_ID, gameCode: 'ABC234', page: `/game/${GAME_ID}` },
    });
  });

  it('keeps what was typed when the game ends below it, and sends it from the ended game', async () => {
    await given(...inRound);
    await openBuzzer('leo');
    await openForm();
    await type(form().getByLabelText(/^Title/), 'Half typed');
    await happens(completes());
    expect(form().getByLabelText(/^Title/)).toHaveProperty('value', 'Half typed');
    await click(form().getByRole('button', { name: 'Close' }));
    await openForm();
    await type(form().getByLabelText(/^Description/), 'Whole now');
    gateway.answer('submitFeedback', { feedbackId: '00000000-0000-4000-8000-000000000001' });
    await click(form().getByRole('button', { name: 'Send Feedback' }));
    expect(gateway.inputsOf('submitFeedback')[0]?.body).toMatchObject({
      title: 'Half typed',
      context: { gameId: GAME_ID },
    });
  });
});

describe('the page of a game that cannot be played', () => {
  const message = () => screen.getByRole('alert').querySelector('h1')?.textContent;

  it('waits until the server can be reached', async () => {
    await given(...seated);
    server.cut();
    await openBuzzer('leo');
    expect(screen.getByText('Connecting to the game…')).toBeTruthy();
    server.mend();
    await advance(8_000);
    expect(words()[0]).toBe('Ready');
  });

  it('reports a game that does not exist', async () => {
    await openBuzzer('leo');
    expect(message()).toBe('Game not found');
    expect(screen.getByText('Ask the moderator for a new link or code.')).toBeTruthy();
  });

  it('says that the game ended before the visitor had a seat', async () => {
    await given(...seated, starts(), completes());
    await openBuzzer('eve');
    expect(message()).toBe('This game has already ended');
  });

  it('offers another try while the server is too busy', async () => {
    await given(...seated);
    await openBuzzer('leo');
    await meanwhile((game) => game.sendBye('busy'));
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('the end of a game on a phone', () => {
  const podium = () =>
    within(screen.getByRole('list', { name: 'Podium' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);

  it('shows the winner that they have won, and the podium', async () => {
    await given(...inRound, buzzes('leo', 'q100'), judges('leo', true, 'q100'));
    await openBuzzer('leo');
    await happens(completes());
    expect(screen.getByRole('heading').textContent).toBe('You won!');
    expect(screen.queryByText(/Leo wins/)).toBeNull();
    expect(podium()).toEqual(['Ann02', 'Leo1001']);
    expect(screen.queryByTestId('buzzer')).toBeNull();
  });

  describe('a phone while the stage shows one place after the other', () => {
    const { matchMedia } = window;
    beforeEach(() => {
      window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: false });
      // jsdom draws nothing, and confetti falls.
      const nothing = new Proxy({}, { get: () => () => undefined, set: () => true }) as never;
      jest.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(nothing);
    });
    afterEach(() => {
      window.matchMedia = matchMedia;
      jest.restoreAllMocks();
    });
    const heading = () => screen.getByRole('heading').textContent;
    const end = async () => {
      await given(...inRound, buzzes('leo', 'q100'), judges('leo', true, 'q100'));
      await openBuzzer('leo');
      await happens(completes());
    };

    it('keeps the result to itself until the first place is shown there', async () => {
      await end();
      const others = screen.queryByRole('list', { name: 'Podium' });
      expect([heading(), others, screen.queryByText(/wins|1st/)]).toEqual(['Game over', null, null]);
      screen.getByText('And the winner is …');
      await advance(3_300);
      expect(heading()).toBe('Game over');
      await advance(100);
      expect(heading()).toBe('You won!');
      expect(podium()).toEqual(['Ann02', 'Leo1001']);
    });

    it('shows the result at once after a tap', async () => {
      await end();
      await click(screen.getByText('And the winner is …'));
      expect(heading()).toBe('You won!');
    });

    it('shows the result at once when the page is opened later', async () => {
      await end();
      cleanup();
      await advance(10_000);
      await openBuzzer('leo');
      expect(heading()).toBe('You won!');
    });
  });

  it('shows all other players their place, and those after the third in a list', async () => {
    const more = ['eve', 'kim', 'zoe'].map((who) => joins(who, who));
    await given(...seated, ...more, starts(), selects('q100'), buzzes('ann', 'q100'), judges('ann', false, 'q100'));
    await openBuzzer('ann');
    await happens(completes());
    expect(screen.getByRole('heading').textContent).toBe('5th');
    expect(screen.getByText('Game over · Nobody won any points')).toBeTruthy();
    expect(screen.getByText(/Your place: 5 of 5/)).toBeTruthy();
    const others = within(screen.getByRole('list', { name: 'Scores' })).getAllByRole('listitem');
    expect(others.map(({ textContent }) => textContent)).toEqual(['1zoe0', '5Ann−50']);
  });

  it('shows all on the first place that they have won, on equal steps', async () => {
    const answers = (who: string, question: string, correct: boolean) => [
      buzzes(who, question),
      judges(who, correct, question),
    ];
    const second = [selects('q200'), ...answers('ann', 'q200', false), ...answers('ann', 'q200', true)];
    await given(...inRound, ...answers('leo', 'q100', true), ...second);
    await openBuzzer('ann');
    await happens(completes());
    expect(screen.getByRole('heading').textContent).toBe('You won!');
    expect(screen.getByText('Game over · Ann and Leo share first place')).toBeTruthy();
    expect(podium()).toEqual(['Leo1001', 'Ann1001']);
  });

  it('names the awards of its own player, and none of others', async () => {
    const right = (who: string, id: string) => [buzzes(who, id), judges(who, true, id)];
    await given(...inRound, ...right('leo', 'q100'), selects('q200'), ...right('leo', 'q200'));
    await happens(selects('q75'), ...right('leo', 'q75'), completes());
    await openBuzzer('leo', 'de');
    const awards = screen.getByRole('list', { name: 'Auszeichnungen' });
    const lines = within(awards).getAllByRole('listitem');
    expect(lines.map(({ textContent }) => textContent)).toEqual(['Schnellster Buzzer: du', 'Längste Serie: du']);
    cleanup();
    await openBuzzer('ann');
    expect(screen.queryByRole('list', { name: 'Awards' })).toBeNull();
  });

  it('keeps the place of a player who left before', async () => {
    await given(...inRound, buzzes('ann', 'q100'), judges('ann', true, 'q100'), leaves('leo'), completes());
    await openBuzzer('leo');
    expect(screen.getByRole('heading').textContent).toBe('2nd');
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
