import { describe, expect, it } from '@jest/globals';
import { SEAT_REFUSALS_MAX, SEAT_REFUSED_MS, SEAT_REQUESTS_MAX } from '../constants.js';
import { given, play, type Played } from '../testing/given-when-then.js';
import {
  allowsSeat,
  bans,
  changesScore,
  completes,
  creates,
  joins,
  judges,
  later,
  leaves,
  locksJoining,
  MODERATOR,
  movesUser,
  buzzes,
  refusesSeat,
  removes,
  requestsSeat,
  seatRequestLapses,
  selects,
  starts,
  step,
  user,
  withdrawsSeatRequest,
  type Step,
} from '../testing/steps.js';
import { VIEW_KINDS } from '../views.js';
import { viewEventOf } from '../view-events.js';
import { viewOf } from '../views/view-of.js';

const withHash = (given: Step, seatHash: string): Step => ({ ...given, seatHash });

/** Cid has 100 points and has left; Dan plays. */
const cidLeft = [
  creates(),
  withHash(joins('cid', 'Cid'), 'hash of cid'),
  joins('dan', 'Dan'),
  starts(),
  selects('q100'),
  buzzes('cid', 'q100'),
  judges('cid', true, 'q100'),
  leaves('cid'),
];

describe('A request for a seat', () => {
  it('succeeds at once for the account that owns the seat', () => {
    const back = given(...cidLeft).when(requestsSeat('cid', ' cID ', 'another secret'));
    expect(back.events).toMatchObject([{ type: 'playerRejoined', playerId: 'cid', name: 'Cid' }]);
  });

  it('succeeds at once from the seat’s own browser, also after another sign-in', () => {
    const back = given(...cidLeft).when(requestsSeat('cid-again', 'Cid', 'hash of cid'));
    expect(back.player('cid-again')).toMatchObject({ name: 'Cid', score: 100, isActive: true });
    expect(back.game().seatRequests).toEqual([]);
  });

  it('waits for the moderator when it comes from anywhere else, with the seat’s name and score', () => {
    const requested = given(...cidLeft).when(requestsSeat('new', 'cid', 'hash of new', 'phone'));
    expect(requested.refusal).toBeNull();
    expect(requested.game().seatRequests).toEqual([
      {
        playerId: 'new',
        seat: 1,
        holderId: 'cid',
        name: 'Cid',
        score: 100,
        at: requested.now,
        seatHash: 'hash of new',
        deviceHash: 'phone',
      },
    ]);
    expect(requested.player('cid')).toMatchObject({ isActive: false });
    expect(() => requested.player('new')).toThrow('no seat');
  });

  it('accepts the seat of a player who is still active, because a broken phone never leaves', () => {
    const requested = given(...cidLeft).when(requestsSeat('new', 'Dan'));
    expect(requested.game().seatRequests).toMatchObject([{ playerId: 'new', holderId: 'dan', seat: 2 }]);
  });

  it('succeeds while joining is locked, because the seat is in the game', () => {
    expect(given(...cidLeft, locksJoining(true)).when(requestsSeat('new', 'Cid')).refusal).toBeNull();
  });

  it('lets a removed player ask for the own seat while joining is locked, under whatever name', () => {
    const removed = given(...cidLeft, removes('cid'), locksJoining(true));
    const asked = removed.when(requestsSeat('cid', 'Cid', 'hash of cid'));
    expect(asked.game().seatRequests).toMatchObject([
      { playerId: 'cid', holderId: 'cid', seat: 1, name: 'Cid', score: 100, returns: true },
    ]);
    const signedInAgain = removed.when(requestsSeat('cid-again', 'Chris', 'hash of cid'));
    expect(signedInAgain.game().seatRequests).toMatchObject([{ playerId: 'cid-again', holderId: 'cid', seat: 1 }]);
    expect(removed.when(requestsSeat('new', 'Cid', 'hash of new')).refusal).toBe('player-not-found');
  });
  it('takes a removed player back at once when joining is open by then', () => {
    const back = given(...cidLeft, removes('cid')).when(requestsSeat('cid', 'Chris', 'hash of cid'));
    expect(back.player('cid')).toMatchObject({ name: 'Chris', score: 100, isActive: true, removed: null });
  });
  it('ends with a ban when a removed player made it', () => {
    const asks = requestsSeat('cid', 'Cid', 'hash of cid');
    const banned = given(...cidLeft, removes('cid'), locksJoining(true), asks, bans('cid'));
    expect(banned.game().seatRequests).toEqual([]);
    expect(banned.when(asks).refusal).toBe('banned');
  });
  it('changes nothing when it is repeated', () => {
    expect(given(...cidLeft, requestsSeat('new', 'Cid')).when(requestsSeat('new', 'Cid')).events).toEqual([]);
  });

  it('keeps its seat while the moderator looks at it', () => {
    const requested = given(...cidLeft, requestsSeat('new', 'Cid'));
    expect(requested.when(requestsSeat('new', 'Dan')).refusal).toBe('seat-request-open');
  });

  it('replaces that of the same device under another sign-in', () => {
    const requested = given(...cidLeft, requestsSeat('one', 'Cid', 'h1', 'phone'));
    const again = requested.when(requestsSeat('two', 'Dan', 'h2', 'phone'));
    expect(again.game().seatRequests.map(({ playerId }) => playerId)).toEqual(['two']);
  });

  it.each([
    ['a name that no seat has', requestsSeat('new', 'Eve'), 'player-not-found'],
    ['no name', requestsSeat('new', ' '), 'name-required'],
    ['the seat of a removed player', requestsSeat('new', 'Gil'), 'player-not-found'],
    ['the moderator', { ...requestsSeat('new', 'Cid'), by: MODERATOR }, 'not-allowed'],
    ['a banned user', requestsSeat('fay', 'Cid'), 'banned'],
    ['a banned device', requestsSeat('new', 'Cid', 'h', 'device of fay'), 'banned'],
    ['a banned browser', requestsSeat('new', 'Cid', 'hash of fay'), 'banned'],
  ])('fails for %s', (_, ask, code) => {
    const fay = { ...withHash(joins('fay', 'Fay'), 'hash of fay'), deviceHash: 'device of fay' };
    const game = given(...cidLeft, fay, bans('fay'), joins('gil', 'Gil'), removes('gil'));
    expect(game.when(ask).refusal).toBe(code);
  });

  it('fails while several others wait, until one of them is over', () => {
    const asks = Array.from({ length: SEAT_REQUESTS_MAX }, (_, n) => requestsSeat(`new${n}`, 'Cid', `h${n}`, `d${n}`));
    const full = given(...cidLeft, ...asks);
    expect(full.when(requestsSeat('late', 'Cid')).refusal).toBe('too-many-seat-requests');
    // A new user on the same device only takes their place.
    expect(full.when(requestsSeat('late', 'Cid', 'h', 'd0')).refusal).toBeNull();
    expect(
      given(...cidLeft, ...asks, withdrawsSeatRequest('new3')).when(requestsSeat('late', 'Cid')).refusal,
    ).toBeNull();
  });
});

describe('A seat that the moderator gives', () => {
  const requested = [...cidLeft, requestsSeat('new', 'Cid', 'hash of new', 'new phone')];
  const allowed = given(...requested, allowsSeat('new', 1));

  it('moves to the requesting user with score and name, and becomes active again', () => {
    expect(allowed.player('new')).toMatchObject({ seat: 1, name: 'Cid', score: 100, isActive: true });
    expect(allowed.game().seatRequests).toEqual([]);
    expect(() => allowed.player('cid')).toThrow('no seat');
  });

  it('rejects the device that had it, which must request it again', () => {
    expect(allowed.when(withHash(joins('cid', 'Cid'), 'hash of cid')).refusal).toBe('name-taken');
    expect(allowed.when(withHash(joins('cid', 'Chris'), 'hash of cid')).player('cid')).toMatchObject({ score: 0 });
    expect(allowed.when(step(user('cid'), { type: 'rejoinGame' })).refusal).toBe('not-a-player');
    expect(allowed.when(requestsSeat('cid', 'Cid', 'hash of cid')).game().seatRequests).toHaveLength(1);
  });

  it('recognises the new browser from then on, and its device for a ban', () => {
    const again = given(...requested, allowsSeat('new', 1), leaves('new')).when(
      withHash(joins('newer', 'Cid'), 'hash of new'),
    );
    expect(again.player('newer')).toMatchObject({ seat: 1, isActive: true });
    expect(given(...requested, allowsSeat('new', 1), bans('new')).game().bans).toMatchObject({
      seats: ['hash of new'],
      devices: ['new phone'],
    });
  });

  it.each(['cid', 'cid-again'])('returns to the removed player who asked for it, as %s', (id) => {
    const asked = given(
      ...cidLeft,
      removes('cid'),
      locksJoining(true),
      requestsSeat(id, 'Cid', 'hash of cid', 'phone'),
    );
    const back = asked.when(allowsSeat(id, 1));
    expect(back.player(id)).toMatchObject({ seat: 1, score: 100, isActive: true, removed: null, deviceHash: 'phone' });
    expect(back.game()).toMatchObject({ seatRequests: [], joiningLocked: true, players: { length: 2 } });
    for (const kind of VIEW_KINDS) expect(viewOf(back.game(), kind)).toMatchObject({ playerCount: 2, activeCount: 2 });
  });
  it('moves in the middle of a round with its place in the queue', () => {
    const waiting = [creates(), joins('cid', 'Cid'), joins('dan', 'Dan'), starts(), selects('q100')];
    const moved = given(
      ...waiting,
      buzzes('dan', 'q100'),
      buzzes('cid', 'q100'),
      requestsSeat('new', 'Cid'),
      allowsSeat('new', 1),
    );
    expect(moved.queue()).toEqual(['dan', 'new']);
    expect(moved.events.map(({ type }) => type)).toEqual(['seatMoved', 'seatGiven']);
  });

  it("leaves the new owner's previous seat to its user, inactive", () => {
    const other = [withHash(joins('new', 'Cid 2'), 'hash of new'), changesScore('new', 30)];
    const both = given(...cidLeft, ...other, requestsSeat('new', 'Cid', 'hash of new'), allowsSeat('new', 1));
    expect(both.player('new')).toMatchObject({
      seat: 1,
      name: 'Cid',
      score: 100,
      isActive: true,
      seatHash: 'hash of new',
    });
    expect(both.player('cid')).toMatchObject({
      seat: 3,
      name: 'Cid 2',
      score: 30,
      isActive: false,
      seatHash: 'hash of cid',
    });
    expect(both.game().seatRequests).toEqual([]);
  });

  it('needs the moderator, and the request exactly as it was made', () => {
    const open = given(...requested);
    for (const by of ['new', 'cid', 'dan']) {
      expect(open.when({ ...allowsSeat('new', 1), by: user(by) }).refusal).toBe('not-moderator');
    }
    expect(open.when(allowsSeat('new', 2)).refusal).toBe('seat-request-over');
    expect(open.when(allowsSeat('dan', 1)).refusal).toBe('seat-request-over');
    expect(given(...requested, withdrawsSeatRequest('new')).when(allowsSeat('new', 1)).refusal).toBe(
      'seat-request-over',
    );
  });

  it('keeps the requests of others for it waiting', () => {
    const two = given(...requested, requestsSeat('too', 'Cid'), allowsSeat('new', 1));
    expect(two.game().seatRequests).toMatchObject([{ playerId: 'too', seat: 1, holderId: 'new' }]);
  });
});

describe('A seat that the moderator refuses', () => {
  const requested = [...cidLeft, requestsSeat('new', 'Cid', 'h', 'phone')];
  const wait = (after: number, ask: Step): Step => later(after / 1000, ask);

  it('keeps its player, and the user may ask again after a while', () => {
    const refused = given(...requested, refusesSeat('new', 1));
    expect(refused.game().seatRequests).toEqual([]);
    expect(refused.player('cid')).toMatchObject({ score: 100, isActive: false });
    expect(refused.when(requestsSeat('new', 'Cid', 'h', 'phone')).refusal).toBe('seat-refused');
    expect(refused.when(requestsSeat('new', 'Dan', 'h', 'phone')).refusal).toBe('seat-refused');
    expect(refused.when(wait(SEAT_REFUSED_MS, requestsSeat('new', 'Cid', 'h', 'phone'))).refusal).toBeNull();
  });

  it('rejects the user and the device for good after the second refusal', () => {
    const twice = given(
      ...requested,
      refusesSeat('new', 1),
      wait(SEAT_REFUSED_MS, requestsSeat('other', 'Cid', 'h', 'phone')),
      refusesSeat('other', 1),
    );
    for (const ask of [requestsSeat('other', 'Cid'), requestsSeat('third', 'Dan', 'x', 'phone')]) {
      expect(twice.when(wait(10 * SEAT_REFUSED_MS, ask)).refusal).toBe('seat-refused');
    }
    expect(twice.when(requestsSeat('stranger', 'Cid', 'y', 'another phone')).refusal).toBeNull();
  });

  it('allows joining as a new player', () => {
    expect(given(...requested, refusesSeat('new', 1)).when(joins('new', 'Newt')).refusal).toBeNull();
  });

  it('remembers only a limited number of devices', () => {
    const many = Array.from({ length: SEAT_REFUSALS_MAX + 5 }, (_, n) => [
      requestsSeat(`new${n}`, 'Cid', 'h', `phone${n}`),
      refusesSeat(`new${n}`, 1),
    ]).flat();
    expect(given(...cidLeft, ...many).game().seatRefusals).toHaveLength(SEAT_REFUSALS_MAX);
  });
});

describe('The end of a request for a seat', () => {
  const requested = [...cidLeft, requestsSeat('new', 'Cid', 'h', 'phone')];

  it.each([
    ['it is withdrawn', withdrawsSeatRequest('new')],
    ['nobody waits for it any more', seatRequestLapses('new')],
    ['the user who asked joins as a new player', joins('new', 'Newt')],
    ['the user who asked signs in to an account', movesUser('new', 'account')],
    ['the seat’s player is removed', removes('cid')],
    ['the game is over', completes()],
  ])('comes when %s', (_, ends) => {
    const ended = given(...requested).when(ends);
    expect(ended.refusal).toBeNull();
    expect(ended.game().seatRequests).toEqual([]);
  });

  it('comes with a ban of the device that asks', () => {
    const onPhone = { ...joins('new', 'Newt'), deviceHash: 'phone' };
    const playing = given(...cidLeft, onPhone, requestsSeat('new2', 'Cid', 'h', 'phone'));
    expect(playing.game().seatRequests).toHaveLength(1);
    expect(playing.when(bans('new')).game().seatRequests).toEqual([]);
  });

  it('comes when the seat’s player signs in to an account that is banned', () => {
    const banned = [joins('account', 'Al'), bans('account')];
    const ended = given(...requested, ...banned).when(movesUser('cid', 'account'));
    expect(ended.game().seatRequests).toEqual([]);
    expect(ended.game().players[0]).toMatchObject({ removed: 'banned' });
  });

  it('changes nothing when there is no request', () => {
    for (const ends of [withdrawsSeatRequest('dan'), seatRequestLapses('dan')]) {
      const nothing = given(...cidLeft).when(ends);
      expect([nothing.refusal, nothing.events]).toEqual([null, []]);
    }
    expect(
      given(...requested).when(step(user('dan'), { type: 'lapseSeatRequest', playerId: user('new') })).refusal,
    ).toBe('not-allowed');
  });
});

describe('What is shown of a request for a seat', () => {
  it('holds no hash of a browser or device, in no view and in no event', () => {
    const steps = [
      ...cidLeft,
      requestsSeat('new', 'Cid', 'SECRET browser', 'SECRET device'),
      requestsSeat('other', 'Dan', 'SECRET other', 'SECRET tablet'),
      refusesSeat('other', 2),
      allowsSeat('new', 1),
    ];
    let seen = 0;
    steps.reduce<Played>((before, next) => {
      const after = play(before, next);
      if (!after.last.ok) throw new Error(after.last.rejection.code);
      const events = after.last.events;
      for (const kind of VIEW_KINDS) {
        const { state } = after;
        if (state.status === 'none') continue;
        expect(JSON.stringify(viewOf(state, kind))).not.toMatch(/SECRET|hash of/);
        for (const event of events)
          expect(JSON.stringify(viewEventOf(before.state, event, state, kind, 1))).not.toMatch(/SECRET|hash of/);
        seen += events.length;
      }
      return after;
    }, given());
    expect(seen).toBeGreaterThan(30);
  });

  it('shows everyone the same: who asks, for whose seat, with what score', () => {
    const { game, now } = given(...cidLeft, requestsSeat('new', 'Cid'));
    for (const kind of VIEW_KINDS) {
      expect(viewOf(game(), kind).seatRequests).toEqual([
        { playerId: 'new', seat: 1, holderId: 'cid', name: 'Cid', score: 100, at: now },
      ]);
    }
  });
});
