import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import {
  allowsSeat,
  completes,
  joins,
  judges,
  leaves,
  locksJoining,
  moderatorLeaves,
  buzzes,
  refusesSeat,
  removes,
  requestsSeat,
  seatRequestLapses,
  selects,
  starts,
  withdrawsSeatRequest,
} from '@earworm/rules/testing';
import { GAME_ID } from '@earworm/rules/testing';
import { forgetPreferredName, forgetSeats, keepPlayerMark, playerMark } from '../../platform/storage/game-marks.js';
import {
  advance,
  click,
  dialogOpens,
  given,
  happens,
  keys,
  meanwhile,
  openBuzzer,
  openDesk,
  sent,
  server,
  type,
} from '../../testing/game-screens.js';

/** Cid has 100 points and has left; Dan plays. */
const cidLeft = [
  joins('cid', 'Cid'),
  joins('dan', 'Dan'),
  starts(),
  selects('q100'),
  buzzes('cid', 'q100'),
  judges('cid', true, 'q100'),
  leaves('cid'),
];
const button = (name: string) => screen.getByRole('button', { name });
const WAITS = 'Asking Mo for your seat';
const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
const enter = async (name: string) => {
  await type(screen.getByLabelText('Your name'), name);
  await click(button('Join'));
};
const asks = async (name = 'Cid') => {
  await enter(name);
  await click(button('That’s my seat: ask Mo'));
};

describe('a player who types the name of a seat on a new phone', () => {
  it('chooses another name, or asks the moderator and waits for the seat', async () => {
    await given(...cidLeft);
    await openBuzzer('new');
    await enter('cid');
    screen.getByText('This name belongs to somebody who left the game. Choose another name, or ask for the seat.');
    await click(button('That’s my seat: ask Mo'));
    expect(heading()).toBe(WAITS);
    screen.getByText('Mo has to confirm that Cid’s seat is yours. Keep this page open.');
    expect(sent('requestSeat')).toMatchObject([{ name: 'cid', seatSecret: playerMark(GAME_ID)?.seatSecret }]);
    await happens(allowsSeat('new', 1));
    expect(screen.getByTestId('own-score').textContent).toBe('100');
    expect(screen.getByRole('banner').textContent).toContain('Cid');
    expect(playerMark(GAME_ID)).toMatchObject({ name: 'Cid', playerId: 'new' });
  });

  it('asks for the seat of a phone that broke and never left', async () => {
    await given(...cidLeft);
    await openBuzzer('new');
    await asks('Dan');
    expect(heading()).toBe(WAITS);
    await happens(allowsSeat('new', 2));
    expect(screen.getByRole('banner').textContent).toContain('Dan');
  });

  it('learns that the moderator refused, and joins under another name', async () => {
    await given(...cidLeft);
    await openBuzzer('new');
    await asks();
    await happens(refusesSeat('new', 1));
    screen.getByText('The moderator did not give you this seat. You can join under another name.');
    expect(screen.queryByRole('button', { name: /ask Mo/ })).toBeNull();
    await enter('Chris');
    expect(screen.getByRole('banner').textContent).toContain('Chris');
  });

  it('gives up, and the moderator is not asked any more', async () => {
    await given(...cidLeft);
    await openBuzzer('new');
    await asks();
    await click(button('Cancel'));
    screen.getByLabelText('Your name');
    expect(server.playing().seatRequests).toEqual([]);
    expect(sent('requestSeat')).toHaveLength(1);
  });

  it('sees that the request was not answered, and can ask again', async () => {
    await given(...cidLeft);
    await openBuzzer('new');
    await asks();
    await happens(seatRequestLapses('new'));
    screen.getByText('The moderator has not answered. Ask again, or join under another name.');
    await click(button('That’s my seat: ask Mo'));
    expect(heading()).toBe(WAITS);
  });

  it('asks again by itself when the request ended while the phone slept', async () => {
    await given(...cidLeft);
    await openBuzzer('new');
    await asks();
    await meanwhile((of) => of.cut());
    await happens(seatRequestLapses('new'));
    await meanwhile((of) => of.mend());
    await advance(60_000);
    expect(heading()).toBe(WAITS);
    expect(sent('requestSeat')).toHaveLength(2);
    expect(server.playing().seatRequests).toHaveLength(1);
  });

  it('learns of a refusal that came while the phone slept', async () => {
    await given(...cidLeft);
    await openBuzzer('new');
    await asks();
    await meanwhile((of) => of.cut());
    await happens(refusesSeat('new', 1));
    await meanwhile((of) => of.mend());
    await advance(50_000);
    screen.getByText('The moderator did not give you this seat. You can join under another name.');
  });

  it('keeps waiting after the page was reloaded', async () => {
    keepPlayerMark(GAME_ID, { name: 'Cid' });
    await given(...cidLeft, requestsSeat('new', 'Cid'));
    await openBuzzer('new');
    expect(heading()).toBe(WAITS);
    expect(sent('joinGame')).toEqual([]);
    await happens(allowsSeat('new', 1));
    expect(screen.getByTestId('own-score').textContent).toBe('100');
  });

  it('sees that the moderator is disconnected, and that the game is over', async () => {
    await given(...cidLeft);
    await openBuzzer('new');
    await asks();
    await happens(moderatorLeaves());
    screen.getByText('Mo is not connected');
    await happens(completes());
    screen.getByText('This game has already ended');
  });

  it('reads in German that the moderator is asked for the seat', async () => {
    await given(...cidLeft, requestsSeat('new', 'Cid'));
    await openBuzzer('new', 'de');
    expect(heading()).toBe('Mo wird nach deinem Platz gefragt');
  });
});

describe('a phone whose seat was given to another device', () => {
  it('shows where the seat is now, and can ask for it back', async () => {
    keepPlayerMark(GAME_ID, { name: 'Dan' });
    await given(...cidLeft);
    await openBuzzer('dan');
    await happens(requestsSeat('new', 'Dan'), allowsSeat('new', 2));
    expect(heading()).toBe('Your seat is now on another device');
    screen.getByText('Mo gave Dan’s seat to another device.');
    expect(sent('joinGame')).toEqual([]);
    await click(button('Ask for it back'));
    expect(heading()).toBe(WAITS);
    expect(server.playing().seatRequests).toMatchObject([{ playerId: 'dan', seat: 2, holderId: 'new' }]);
  });

  it('shows where the seat is when it is opened later, and can join under a new name', async () => {
    keepPlayerMark(GAME_ID, { name: 'Dan', playerId: 'dan' });
    await given(...cidLeft, requestsSeat('new', 'Dan'), allowsSeat('new', 2));
    await openBuzzer('dan');
    expect(heading()).toBe('Your seat is now on another device');
    await click(button('Join under another name'));
    await enter('Daniel');
    expect(screen.getByRole('banner').textContent).toContain('Daniel');
  });
});

describe('a player who was removed from a game that is locked', () => {
  it('asks the moderator to come back, and gets the seat and its points', async () => {
    await given(...cidLeft, removes('cid'), locksJoining(true));
    await openBuzzer('cid');
    await click(button('Join again'));
    await enter('Cid');
    await click(button('Ask Mo to let you back in'));
    expect(heading()).toBe(WAITS);
    await happens(allowsSeat('cid', 1));
    expect(screen.getByTestId('own-score').textContent).toBe('100');
    await happens(removes('cid'));
    expect(screen.getByRole('alert').textContent).toContain('Mo removed you from the game');
  });
});

describe('the card of a seat request on the desk', () => {
  const card = () => within(screen.getByRole('alert', { name: 'Request for a seat' }));
  const REST_MS = 500;

  it('names the seat and its score, and allows the request with one tap', async () => {
    await given(...cidLeft);
    await openDesk();
    await happens(requestsSeat('new', 'cid'));
    card().getByText('Someone on another device is asking for Cid’s seat, 100 points.');
    await advance(REST_MS);
    await click(card().getByRole('button', { name: 'Allow' }));
    expect(sent('answerSeatRequest')).toEqual([{ type: 'answerSeatRequest', playerId: 'new', seat: 1, allow: true }]);
    expect(screen.queryByRole('alert', { name: 'Request for a seat' })).toBeNull();
  });

  it('says that a removed player wants to come back, and lets them in with one tap', async () => {
    await given(...cidLeft, removes('cid'), locksJoining(true));
    await openDesk();
    await happens(requestsSeat('cid', 'Cid'));
    card().getByText('Cid asks to come back, 100 points.');
    card().getByText('You removed this player. Joining stays locked for others.');
    await advance(REST_MS);
    await click(card().getByRole('button', { name: 'Allow' }));
    expect(within(screen.getByRole('region', { name: 'Scores' })).getByText('Cid')).toBeTruthy();
  });

  it('allows the request with Y, but not while a dialog is open', async () => {
    await given(...cidLeft, requestsSeat('new', 'cid'));
    await openDesk();
    await advance(REST_MS);
    await keys('e');
    await dialogOpens('End this game?');
    await keys('y');
    expect(sent('answerSeatRequest')).toEqual([]);
    await keys('{Escape}');
    await advance(REST_MS);
    await keys('y');
    expect(sent('answerSeatRequest')).toEqual([{ type: 'answerSeatRequest', playerId: 'new', seat: 1, allow: true }]);
  });

  it('refuses the request with one tap', async () => {
    await given(...cidLeft, requestsSeat('new', 'cid'));
    await openDesk();
    await advance(REST_MS);
    await click(card().getByRole('button', { name: 'Refuse' }));
    expect(server.playing().seatRefusals).toMatchObject([{ playerId: 'new' }]);
  });

  it('says whether the device that has the seat is connected', async () => {
    await given(...cidLeft, requestsSeat('new', 'Dan'));
    await openDesk();
    await meanwhile((of) => of.sendPresence('dan', 'new'));
    card().getByText('The seat’s own device is still connected.');
    await meanwhile((of) => of.sendPresence('new'));
    card().getByText('The seat’s own device is not connected.');
  });

  it('shows one request at a time, and ignores a tap that was meant for the previous one', async () => {
    await given(...cidLeft, requestsSeat('one', 'Cid'), requestsSeat('two', 'Dan'));
    await openDesk();
    await advance(REST_MS);
    card().getByText(/1 more request/);
    await happens(withdrawsSeatRequest('one'));
    await click(card().getByRole('button', { name: 'Allow' }));
    expect(sent('answerSeatRequest')).toEqual([]);
    await advance(REST_MS);
    await click(card().getByRole('button', { name: 'Allow' }));
    expect(sent('answerSeatRequest')).toMatchObject([{ playerId: 'two', seat: 2 }]);
  });

  it('speaks German', async () => {
    await given(...cidLeft, requestsSeat('new', 'Cid'));
    await openDesk('de');
    screen.getByText('Jemand bittet von einem anderen Gerät um den Platz von Cid, 100 Punkte.');
  });
});

describe('a player whose browser stores nothing', () => {
  beforeEach(() => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    // Kept in memory.
    forgetSeats();
    forgetPreferredName();
  });

  it('reads how to get the seat back, and joins without a secret that a reload would lose', async () => {
    await given(starts());
    await openBuzzer('new');
    screen.getByText(/^Your browser does not let this site store anything\. If you reload, enter the same name/);
    await enter('Zoe');
    expect(sent('joinGame')).toEqual([{ type: 'joinGame', name: 'Zoe' }]);
    expect(screen.getByRole('banner').textContent).toContain('Zoe');
  });

  it('reads that a reload requires asking for the seat when cookies are blocked too', async () => {
    jest.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
    await given(starts());
    await openBuzzer('new');
    screen.getByText(/after a reload you have to ask the moderator for your seat\.$/);
  });
});
