import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { completes, GAME_ID, isPlaced, joins, judges, buzzes, selects, starts } from '@earworm/rules/testing';
import { keepPlayerMark, playerMark, preferredName } from '../../platform/storage/game-marks.js';
import { buzzer, words, alone, seated } from '../../testing/buzzer-screen.js';
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
  type,
} from '../../testing/game-screens.js';
import { gateway } from '../../testing/fake-gateway.js';

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

describe('the room of an event on the phone', () => {
  it('shows its name beside the wait for the start', async () => {
    await given(isPlaced('Hall B, table 12'), joins('leo', 'Leo'));
    await openBuzzer('leo');
    const { textContent } = screen.getByTestId('asked');
    expect(textContent).toContain('Hall B, table 12');
    expect(textContent).toContain('1 player has joined. The game starts soon.');
  });
});

describe('the event on the phone', () => {
  const COLOURS = { text: '#ffffff', background: '#102030' };
  beforeEach(() => gateway.answer('showBrand', { name: 'Company night', colours: COLOURS, logo: null }));

  it('shows its colours from the lobby to the end', async () => {
    await given(isPlaced('Hall B, table 12'), joins('leo', 'Leo'));
    await openBuzzer('leo');
    const colours = () => screen.getByText('Company night').style.backgroundColor;
    expect(colours()).toBe('rgb(16, 32, 48)');
    await happens(starts(), selects('q100'));
    expect(colours()).toBe('rgb(16, 32, 48)');
    expect(buzzer().style.cssText).toBe('');
    await happens(completes());
    expect(colours()).toBe('rgb(16, 32, 48)');
  });

  it('keeps a row for its name until it is known, and none for an event that was deleted', async () => {
    gateway.refuse('showBrand', 'event-not-found');
    const release = gateway.hold('showBrand');
    await given(isPlaced('Hall B, table 12'), joins('leo', 'Leo'));
    await openBuzzer('leo');
    const rows = () => document.querySelectorAll('[data-known]').length;
    expect(rows()).toBe(1);
    release();
    await advance(0);
    expect(rows()).toBe(0);
  });

  it('leaves a game outside of events as it is', async () => {
    await given(joins('leo', 'Leo'));
    await openBuzzer('leo');
    expect(gateway.inputsOf('showBrand')).toEqual([]);
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

  it('proposes a name for the moderator’s, and does not offer the moderator’s seat', async () => {
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
      'says that %s refused it, and gives no seat under the old one unasked',
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
