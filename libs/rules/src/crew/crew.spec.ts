import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { COMMANDS, SERVER_COMMANDS } from '../slices.js';
import type { AnyCommand } from '../commands.js';
import { CREW_MAX, type Right, RIGHTS } from '../constants.js';
import { ISSUERS } from '../decide.js';
import { evolve } from '../evolve.js';
import { playerOf } from '../players.js';
import { canJudge, hasDesk, hasRight, mayTakeOver, memberOf, membersOf } from '../rights.js';
import type { Game } from '../state.js';
import { given, type Played } from '../testing/given-when-then.js';
import * as steps from '../testing/steps.js';
import { playAll, startedGames } from '../testing/stories.js';
import { wildSteps } from '../testing/commands.js';
import { wishes } from '../testing/wishes.js';
import { viewEventOf } from '../view-events.js';
import { VIEW_KINDS } from '../views.js';
import { viewOf } from '../views/view-of.js';
import { roomActor } from '../room.js';
import type { Version } from '../ids.js';

const {
  as,
  asksBack,
  buzzes,
  callsForHelp,
  changesScore,
  changesVerdict,
  completes,
  creates,
  crewJoins,
  givesBack,
  givesDesk,
  handsOver,
  inheritsCrew,
  joins,
  judges,
  leaves,
  leavesCrew,
  marksUnanswered,
  moderatorLeaves,
  moderatorRejoins,
  movesUser,
  operatorHelps,
  operatorTakesOver,
  removesCrew,
  selects,
  setsRights,
  solvesHelp,
  starts,
  step,
  takesMusic,
  takesOver,
  undoes,
  user,
  withdrawsHelp,
} = steps;

const NEEDS: Readonly<Record<Right, readonly AnyCommand['type'][]>> = {
  judge: [
    ...(['startGame', 'completeGame', 'selectQuestion', 'judgeAnswer', 'markUnanswered', 'pauseMusic'] as const),
    ...(['noteSong', 'noteSound', 'runTimer', 'takeMusic', 'undoVerdict', 'changeVerdict', 'changeScore'] as const),
    ...(['undoScoreChange', 'reopenGame', 'pauseGame', 'resumeGame', 'rejoinAsModerator'] as const),
    ...(['announce', 'endAnnouncement'] as const),
  ],
  people: [
    ...(['renamePlayer', 'removePlayer', 'lockJoining', 'answerSeatRequest', 'approveNames', 'keepName'] as const),
    ...(['addTeams', 'renameTeam', 'removeTeam', 'mergeTeams', 'moveToTeam', 'dealTeams'] as const),
    ...(['setCaptain'] as const),
  ],
  settings: [
    ...(['addCategory', 'renameCategory', 'moveCategory', 'deleteCategory', 'addQuestion', 'addQuestions'] as const),
    ...(['updateQuestion', 'moveQuestion', 'deleteQuestion', 'changeSettings', 'playAgain'] as const),
    'switchTimeTrial',
  ],
};
const OF_LEADS = ['setCrewRights', 'removeCrew', 'giveBack'];
const OF_MEMBERS = [
  'leaveAsModerator',
  'leaveCrew',
  'takeOver',
  'askBack',
  'callForHelp',
  'withdrawHelp',
  'readAnnouncement',
];

/** A game with a member of every kind, a player, and `gone`, whom `lead` has suspended. */
const everyKind = given(
  creates(),
  joins('ann'),
  ...RIGHTS.map((right) => crewJoins(right, [right])),
  crewJoins('gone'),
  crewJoins('lead'),
  starts(),
  { ...takesOver('lead') },
);
/** Who may issue a command that needs this; all others are refused with the code on their side. */
const REFUSALS = {
  stranger: 'not-moderator',
  ann: 'not-moderator',
  admin: 'not-moderator',
  mo: 'taken-over',
  judge: 'taken-over',
  gone: 'taken-over',
  people: 'right-missing',
  settings: 'right-missing',
} as const;
const MAY: Readonly<Record<string, readonly string[]>> = {
  judge: ['lead'],
  people: ['lead', 'people'],
  settings: ['lead', 'settings'],
  lead: ['lead'],
  owner: [],
  crew: ['lead', 'mo', 'judge', 'gone', 'people', 'settings'],
};

describe('The rights of a command', () => {
  it('the table of specs names every command of a crew once', () => {
    const listed = [...Object.values(NEEDS).flat(), ...OF_LEADS, ...OF_MEMBERS, 'handOver'];
    const ofCrew = Object.keys(COMMANDS).filter((type) => ISSUERS[type as AnyCommand['type']] !== 'anyone');
    expect([...listed].sort()).toEqual(ofCrew.sort());
  });

  it.each(Object.keys(COMMANDS).filter((type) => ISSUERS[type as AnyCommand['type']] !== 'anyone'))(
    '%s is refused to everybody but those who have the right',
    (type) => {
      const issuer = ISSUERS[type as AnyCommand['type']];
      const right = RIGHTS.find((one) => (NEEDS[one] as readonly string[]).includes(type));
      expect(issuer).toBe(right ?? (OF_LEADS.includes(type) ? 'lead' : OF_MEMBERS.includes(type) ? 'crew' : 'owner'));
      for (const [who, code] of Object.entries({ ...REFUSALS, lead: 'right-missing' })) {
        const isAllowed = MAY[issuer]?.includes(who) === true;
        const { refusal } = everyKind.when({ ...step(user(who), wordless(type)), isAdmin: who === 'admin' });
        if (isAllowed) expect(['not-moderator', 'right-missing']).not.toContain(who === 'lead' ? refusal : null);
        else expect([who, refusal]).toEqual([who, code]);
      }
    },
  );

  it.each(Object.keys(SERVER_COMMANDS).filter((type) => type !== 'createGame'))(
    '%s is issued by the server alone',
    (type) => {
      for (const who of ['mo', 'lead', 'ann', 'stranger'])
        expect(everyKind.when(step(user(who), wordless(type))).refusal).toBe('not-allowed');
    },
  );

  it('everything may be done by an owner who is alone', () => {
    const game = given(creates());
    for (const right of RIGHTS) expect(hasRight(game.game(), user('mo'), right)).toBe(true);
    expect(game.game()).not.toHaveProperty('crew');
  });

  const wordless = (type: string): AnyCommand =>
    ({
      type,
      ...{ userId: 'nobody', rights: ['judge'], deskId: null, stays: true, category: 'other', text: '', by: 'mo' },
      ...{
        questionId: 'q100',
        categoryId: 'tv',
        name: 'X',
        reason: '',
        categories: [],
        names: [],
        settings: {},
        basedOn: 0,
      },
      ...{
        playerId: 'nobody',
        seat: 1,
        verdict: 1,
        change: 1,
        from: 'a',
        to: 'b',
        question: steps.draft(100),
        since: 0,
        names: ['X'],
        team: 1,
        into: 2,
        seed: 1,
      },
    }) as unknown as AnyCommand;
});

describe('A crew', () => {
  const crew = (game: { game(): Game }) => membersOf(game.game()).map(({ id, rights }) => [id, rights.join(' ')]);

  it('takes a co-host in by a link, with the rights of the link', () => {
    const game = given(creates(), crewJoins('cem', ['people', 'judge']));
    expect(crew(game)).toEqual([
      ['mo', 'judge people settings'],
      ['cem', 'judge people'],
    ]);
    expect(game.events).toMatchObject([{ type: 'crewAdded', userId: 'cem', by: 'mo' }]);
  });

  it('adds the rights of a second link, and notes nothing for one that adds none', () => {
    const game = given(creates(), crewJoins('cem', ['people']), crewJoins('cem', ['judge']));
    expect(crew(game).at(-1)).toEqual(['cem', 'judge people']);
    expect(game.when(crewJoins('cem', ['judge'])).events).toEqual([]);
    expect(game.when(crewJoins('mo', ['judge'])).events).toEqual([]);
  });

  it('asks a player to leave the seat before a desk shows the answers', () => {
    const game = given(creates(), joins('ann'));
    expect(game.when(crewJoins('ann', ['judge'])).refusal).toBe('leave-seat-first');
    expect(game.when(crewJoins('ann', ['settings'])).refusal).toBe('leave-seat-first');
    expect(game.when(crewJoins('ann', ['people'])).refusal).toBeNull();
    expect(given(creates(), joins('ann'), leaves('ann')).when(crewJoins('ann')).refusal).toBeNull();
    const helper = given(creates(), joins('ann'), crewJoins('ann', ['people']));
    expect(helper.when(setsRights('mo', 'ann', ['judge'])).refusal).toBe('leave-seat-first');
    expect(helper.when(handsOver('mo', 'ann')).refusal).toBe('leave-seat-first');
  });

  it('gives no seat to a member with a desk, but to one who handles people alone', () => {
    expect(given(creates(), crewJoins('cem', ['judge'])).when(joins('cem')).refusal).toBe('not-allowed');
    expect(given(creates(), crewJoins('cem', ['people'])).when(joins('cem')).refusal).toBeNull();
  });

  it('refuses a banned user, and a member more than it holds', () => {
    const banned = step(user('mo'), { type: 'removePlayer', playerId: user('ann'), ban: true });
    expect(given(creates(), joins('ann'), banned).when(crewJoins('ann')).refusal).toBe('banned');
    const full = given(creates(), ...Array.from({ length: CREW_MAX - 1 }, (_, n) => crewJoins(`c${n}`)));
    expect(full.when(crewJoins('one-more')).refusal).toBe('crew-full');
  });

  it('loses a member who is banned as a player', () => {
    const game = given(creates(), joins('ann'), crewJoins('ann', ['people']));
    const banned = game.when(step(user('mo'), { type: 'removePlayer', playerId: user('ann'), ban: true }));
    expect(crew(banned)).toEqual([['mo', 'judge people settings']]);
  });

  it('neither bans the desk of a member nor removes the owner', () => {
    const game = given(creates(), joins('ann'), leaves('ann'), crewJoins('ann'));
    const ban = step(user('mo'), { type: 'removePlayer', playerId: user('ann'), ban: true });
    expect(game.when(ban).refusal).toBe('not-allowed');
    expect(game.when(removesCrew('ann', 'mo')).refusal).toBe('not-allowed');
    expect(game.when(setsRights('ann', 'mo', ['people'])).refusal).toBe('not-allowed');
    expect(game.when(leavesCrew('mo')).refusal).toBe('not-allowed');
  });

  it('an owner alone again is the same to the byte as one who was never joined', () => {
    const alone = given(creates());
    const again = given(creates(), crewJoins('cem'), takesOver('cem'), leavesCrew('cem'));
    const { version: _a, updatedAt: _b, lastAction: _c, ...expected } = alone.game();
    const { version: _d, updatedAt: _e, lastAction: _f, ...got } = again.game();
    expect(JSON.stringify(got)).toBe(JSON.stringify(expected));
  });

  it('follows a member who signs in, and merges two that are one person', () => {
    expect(crew(given(creates(), crewJoins('cem'), movesUser('cem', 'account'))).at(-1)?.[0]).toBe('account');
    const merged = given(creates(), crewJoins('a', ['judge']), crewJoins('b', ['people']), movesUser('a', 'b'));
    expect(crew(merged)).toEqual([
      ['mo', 'judge people settings'],
      ['b', 'judge people'],
    ]);
    const owner = given(creates(), crewJoins('cem', ['people']), movesUser('mo', 'cem'));
    expect(owner.game()).toMatchObject({ moderatorId: 'cem', moderatorName: 'Mo' });
    expect(owner.game()).not.toHaveProperty('crew');
  });

  it('leaves the seat of a player who signs in to the account of a co-host', () => {
    const game = given(creates(), joins('ann'), crewJoins('cem', ['judge']), movesUser('ann', 'cem'));
    expect(playerOf(game.game(), user('ann'))?.isActive).toBe(false);
    expect(playerOf(game.game(), user('cem'))).toBeNull();
  });
});

const judgesOf = ({ game }: { game(): Game }) =>
  membersOf(game())
    .filter(canJudge)
    .map(({ id }) => id);

describe('A take-over', () => {
  const game = given(
    creates(),
    joins('ann'),
    crewJoins('cem'),
    crewJoins('dora', ['judge']),
    takesMusic('desk-1'),
    starts(),
  );

  it('suspends everybody else who can judge, and moves the music', () => {
    const after = game.when(takesOver('cem', 'desk-2'));
    expect(after.game()).toMatchObject({ musicDesk: 'desk-2' });
    expect(
      membersOf(after.game())
        .filter(canJudge)
        .map(({ id }) => id),
    ).toEqual(['cem']);
    expect(after.events.map(({ type }) => type)).toEqual(['crewSuspended', 'musicDeskSet']);
  });

  it('takes all rights', () => expect(game.when(takesOver('dora')).refusal).toBe('right-missing'));

  it('ends when the desk is given back, and each of the others acts again', () => {
    const back = given(creates(), crewJoins('cem'), takesOver('cem'), givesBack('cem'));
    expect(membersOf(back.game()).every(canJudge)).toBe(true);
  });

  it('lets a suspended member ask for the desk, once in ten seconds', () => {
    const taken = given(creates(), crewJoins('cem'), takesOver('cem'), asksBack('mo'));
    expect(memberOf(taken.game(), user('mo'))?.suspended?.askedAt).toBe(taken.now);
    expect(taken.when(asksBack('mo')).events).toEqual([]);
    expect(taken.when(steps.later(11, asksBack('mo'))).events).toHaveLength(1);
    expect(taken.when(asksBack('cem')).events).toEqual([]);
  });

  it('lets the desk be taken back only once the other member has left', () => {
    const taken = given(creates(), crewJoins('cem'), crewJoins('eve'), starts(), takesOver('cem'));
    expect(taken.when(takesOver('mo')).refusal).toBe('taken-over');
    const gone = given(creates(), crewJoins('cem'), starts(), takesOver('cem'), as('cem', moderatorLeaves()));
    expect(gone.game()).toMatchObject({ moderatorLeft: true });
    const back = gone.when(takesOver('mo'));
    expect(back.game()).toMatchObject({ moderatorLeft: false });
    expect(
      membersOf(back.game())
        .filter(canJudge)
        .map(({ id }) => id),
    ).toEqual(['mo']);
  });

  it('ends with the game, so that the owner can play again', () => {
    const over = given(creates(), crewJoins('cem'), starts(), takesOver('cem'), as('cem', completes()));
    expect(membersOf(over.game()).every(canJudge)).toBe(true);
  });

  it('needs a reason from an operator, adds them and frees the music; they leave by giving the desk back', () => {
    expect(game.when(operatorTakesOver('op', ' ')).refusal).toBe('reason-required');
    const taken = game.when(operatorTakesOver('op'));
    expect(taken.events).toMatchObject([
      { type: 'crewAdded', userId: 'op', operator: true },
      { type: 'crewSuspended', userIds: ['mo', 'cem', 'dora'], by: 'op', reason: 'The laptop died' },
      { type: 'musicDeskLost' },
    ]);
    const back = given(creates(), crewJoins('cem'), operatorTakesOver('op'), givesBack('op'));
    expect(membersOf(back.game()).map(({ id }) => id)).toEqual(['mo', 'cem']);
    expect(membersOf(back.game()).every(canJudge)).toBe(true);
  });

  it('refuses an operator who plays, and suspends nobody when one helps', () => {
    expect(game.when(operatorTakesOver('ann')).refusal).toBe('leave-seat-first');
    const helped = game.when(operatorHelps('op'));
    expect(membersOf(helped.game()).filter(canJudge)).toHaveLength(4);
  });

  it('moves to the member whom an operator names, with all rights, and suspends the others', () => {
    const room = [creates(), steps.isPlaced(), crewJoins('cem'), crewJoins('dora', ['judge']), takesMusic('desk-1')];
    expect(given(...room).when(givesDesk('dora', ' ')).refusal).toBe('reason-required');
    expect(given(...room).when(givesDesk('eve')).refusal).toBe('not-in-crew');
    expect(given(...room).when({ ...givesDesk('dora'), staffOf: 'another event' }).refusal).toBe('not-allowed');
    expect(given(...room).when(step(user('cem'), givesDesk('dora').command)).refusal).toBe('not-allowed');
    const after = given(...room).when(givesDesk('dora'));
    expect(after.events).toMatchObject([
      { type: 'crewAdded', userId: 'dora', rights: [...RIGHTS] },
      { type: 'crewSuspended', userIds: ['mo', 'cem'], by: 'dora', reason: 'The laptop died' },
      { type: 'musicDeskLost' },
    ]);
    expect(
      given(...room, givesDesk('dora'))
        .when(givesBack('dora'))
        .game()
        .crew?.every(canJudge),
    ).toBe(true);
    const again = given(...room, givesDesk('dora')).when(givesDesk('cem'));
    expect(judgesOf(again)).toEqual(['cem']);
  });

  it('ends an operator’s own take-over when the operator gives the desk to a member', () => {
    const taken = [creates(), steps.isPlaced(), crewJoins('cem'), crewJoins('dora'), operatorTakesOver('op')];
    const after = given(...taken).when(givesDesk('cem', 'Cem is back', 'op'));
    expect(membersOf(after.game()).map(({ id }) => id)).toEqual(['mo', 'cem', 'dora']);
    expect(judgesOf(after)).toEqual(['cem']);
    expect(memberOf(after.game(), user('dora'))?.suspended?.by).toBe('cem');
  });

  it('keeps the reason in the log when the operator leaves a game with one other member, and shows it in no view', () => {
    const room = steps.as(roomActor(steps.ROOM.roomId), creates());
    const taken = given(room, steps.isPlaced(), crewJoins('cem'), operatorTakesOver('op'));
    const after = taken.when(givesDesk('cem', 'Cem is back', 'op'));
    const removed = { type: 'crewRemoved', at: expect.any(Number), userId: 'op', reason: 'Cem is back' };
    expect(after.events).toContainEqual(removed);
    expect(after.events.map(({ type }) => type)).not.toContain('crewSuspended');
    expect(memberOf(after.game(), user('cem'))?.suspended).toBeUndefined();
    for (const event of after.events) {
      const seen = VIEW_KINDS.map((kind) => viewEventOf(taken.game(), event, after.game(), kind, 1 as Version));
      expect(JSON.stringify(seen)).not.toContain('Cem is back');
    }
  });

  it('refuses to give it to a member who holds a seat', () => {
    const room = [creates(), steps.isPlaced(), joins('ann'), crewJoins('ann', ['people']), crewJoins('cem')];
    expect(given(...room).when(givesDesk('ann')).refusal).toBe('leave-seat-first');
    expect(judgesOf(given(...room, leaves('ann')).when(givesDesk('ann')))).toEqual(['ann']);
  });

  it('ends when the member who took over is removed or loses a right', () => {
    const taken = [creates(), crewJoins('cem'), takesOver('cem'), crewJoins('eve')];
    expect(hasRight(given(...taken, removesCrew('eve', 'cem')).game(), user('mo'), 'judge')).toBe(true);
    expect(hasRight(given(...taken, setsRights('eve', 'cem', ['judge'])).game(), user('mo'), 'judge')).toBe(true);
  });
});

describe('The name of who judged', () => {
  const judged = [starts(), selects('q100'), buzzes('ann', 'q100'), as('cem', judges('ann', false, 'q100'))];

  it('comes with each verdict and score change when several members can judge', () => {
    const game = given(creates(), joins('ann'), crewJoins('cem', ['judge'], 'Cem'), ...judged);
    expect(game.log.at(-1)).toMatchObject({ type: 'answerJudged', byName: 'Cem' });
    expect(game.question('q100').verdicts).toMatchObject([{ playerId: 'ann', byName: 'Cem' }]);
    expect(viewOf(game.game(), 'full').categories[0]?.questions[0]?.verdicts).toMatchObject([{ byName: 'Cem' }]);
    const [{ version } = { version: 0 }] = game.question('q100').verdicts;
    const after = given(
      creates(),
      joins('ann'),
      crewJoins('cem', ['judge'], 'Cem'),
      ...judged,
      marksUnanswered('q100'),
    );
    expect(after.when(changesVerdict('q100', version, true)).question('q100').verdicts).toMatchObject([
      { correct: true, byName: 'Mo' },
    ]);
    expect(after.when(as('cem', changesScore('ann', 5))).game().scoreChanges).toMatchObject([{ byName: 'Cem' }]);
  });

  it('disappears from a verdict that the owner corrects alone', () => {
    const [verdict] = given(creates(), joins('ann'), crewJoins('cem', ['judge']), ...judged).question('q100').verdicts;
    const alone = given(
      ...[creates(), joins('ann'), crewJoins('cem', ['judge']), ...judged, marksUnanswered('q100')],
      removesCrew('mo', 'cem'),
    ).when(changesVerdict('q100', verdict!.version, true));
    expect(alone.question('q100').verdicts[0]).not.toHaveProperty('byName');
  });

  it('appears nowhere while the owner judges alone', () => {
    const alone = given(
      ...[creates(), joins('ann'), crewJoins('eve', ['people', 'settings']), starts(), selects('q100')],
      ...[buzzes('ann', 'q100'), judges('ann', true, 'q100'), changesScore('ann', 5)],
    );
    expect(JSON.stringify([alone.log, alone.game(), viewOf(alone.game(), 'full')])).not.toContain('byName');
  });
});

describe('A game that plays another again', () => {
  const ids = (game: Game) => membersOf(game).map(({ id, rights }) => [id, ...rights]);

  it('gets the crew of the game before, and each member the same rights', () => {
    const next = given(creates(), inheritsCrew(['mo'], ['cem', ['judge']], ['dora', ['people', 'settings']]));
    expect(next.events.map(({ type }) => type)).toEqual(['crewAdded', 'crewAdded']);
    expect(ids(next.game())).toEqual([
      ['mo', ...RIGHTS],
      ['cem', 'judge'],
      ['dora', 'people', 'settings'],
    ]);
  });

  it('belongs to the owner of the game before when a co-host has created it, who has their rights and name', () => {
    const next = given(creates(), inheritsCrew(['ruth'], ['cem', ['judge']], ['mo', ['judge', 'settings']]));
    expect(next.game()).toMatchObject({ moderatorId: 'ruth', moderatorName: 'ruth' });
    expect(ids(next.game())).toEqual([
      ['ruth', ...RIGHTS],
      ['cem', 'judge'],
      ['mo', 'judge', 'settings'],
    ]);
    expect(memberOf(next.game(), user('mo'))).toMatchObject({ name: 'mo', by: 'ruth' });
    expect(memberOf(next.game(), user('ruth'))).toMatchObject({ by: null });
  });

  it('keeps its crew when the command is repeated, also after a member was removed', () => {
    const inherits = inheritsCrew(['ruth'], ['cem'], ['mo']);
    const next = given(creates(), inherits, removesCrew('ruth', 'cem'));
    expect(next.when(inherits).events).toEqual([]);
    expect(given(creates(), inheritsCrew(['mo'], ['cem'])).when(inheritsCrew(['mo'], ['cem'])).events).toEqual([]);
  });

  it('gives no desk to somebody who already plays in it', () => {
    const next = given(creates(), joins('cem'), joins('ann'), inheritsCrew(['mo'], ['cem'], ['ann', ['people']]));
    expect(ids(next.game())).toEqual([
      ['mo', ...RIGHTS],
      ['ann', 'people'],
    ]);
  });
});

describe('A game that is handed over', () => {
  const game = given(creates(), crewJoins('cem', ['people']), starts(), handsOver('mo', 'cem'));

  it('gets another owner with all rights, who picks in place of the former one', () => {
    expect(game.playing()).toMatchObject({ moderatorId: 'cem', moderatorName: 'cem', nextSelectorId: 'cem' });
    expect(viewOf(game.game(), 'player').nextSelector).toEqual({ id: 'cem', name: 'cem' });
    expect(hasRight(game.game(), user('cem'), 'judge')).toBe(true);
  });

  it('keeps the former owner in the crew, or not', () => {
    expect(hasRight(game.game(), user('mo'), 'judge')).toBe(true);
    const gone = given(creates(), crewJoins('cem'), handsOver('mo', 'cem', false));
    expect(gone.game()).not.toHaveProperty('crew');
    expect(hasDesk(gone.game(), user('mo'))).toBe(false);
  });

  it('refuses everyone but the owner, and passes only to a member', () => {
    expect(given(creates(), crewJoins('cem')).when(handsOver('cem', 'mo')).refusal).toBe('right-missing');
    expect(given(creates()).when(handsOver('mo', 'cem')).refusal).toBe('not-in-crew');
  });
});

describe('A moderator who leaves', () => {
  it('leaves nothing but the desk while another member can run the game', () => {
    const game = given(creates(), crewJoins('cem'), starts(), moderatorLeaves());
    expect(game.events.map(({ type }) => type)).toEqual(['deskLeft']);
    expect(game.game()).toMatchObject({ moderatorLeft: false });
    const last = game.when(as('cem', moderatorLeaves()));
    expect(last.game()).toMatchObject({ moderatorLeft: true, deskDisconnected: true });
  });

  it('comes back as whichever of them returns first', () => {
    const left = given(creates(), crewJoins('cem'), starts(), moderatorLeaves(), as('cem', moderatorLeaves()));
    const back = left.when(as('cem', moderatorRejoins()));
    expect(back.game()).toMatchObject({ moderatorLeft: false, deskDisconnected: false });
    expect(memberOf(back.game(), user('mo'))?.left).toBe(true);
  });
});

describe('A call for help', () => {
  it('remains the first one, however often members call', () => {
    const calls = Array.from({ length: 50 }, (_, n) => callsForHelp(n % 2 === 0 ? 'cem' : 'dora', `Call ${n}`));
    const called = given(creates(), crewJoins('cem'), crewJoins('dora'), ...calls.slice(0, 1));
    for (const call of calls.slice(1)) expect(called.when(call).refusal).toBe('help-open');
    expect(called.game().help).toMatchObject({ text: 'Call 0', name: 'cem' });
  });

  it('opens once, for desks alone to see, until it is withdrawn or solved', () => {
    const game = given(creates(), crewJoins('cem', ['people']), callsForHelp('cem'));
    const help = { category: 'sound', text: 'No sound', by: 'cem', name: 'cem', at: game.now };
    expect(game.game().help).toEqual(help);
    expect(viewOf(game.game(), 'full').help).toEqual(help);
    for (const kind of ['player', 'stage'] as const) expect(viewOf(game.game(), kind)).not.toHaveProperty('help');
    expect(game.when(callsForHelp('mo')).refusal).toBe('help-open');
    expect(game.when(withdrawsHelp('mo')).events).toMatchObject([{ type: 'helpEnded', solved: false }]);
    expect(game.when(solvesHelp('op')).events).toMatchObject([{ type: 'helpEnded', by: 'op', solved: true }]);
  });
});

describe('A verdict', () => {
  const played = [
    creates(),
    joins('ann'),
    joins('bob'),
    crewJoins('cem'),
    starts(),
    selects('q100'),
    buzzes('ann', 'q100'),
  ];
  const judgesBuzz = (correct: boolean, buzz: number) => {
    const given = judges('ann', correct, 'q100');
    return { ...given, command: { ...given.command, buzz } as AnyCommand };
  };

  it('names the buzz, and never judges one that an undo has put back', () => {
    const before = given(...played);
    const seen = before.playing().current?.answerQueue[0]?.version ?? 0;
    expect(before.when(judgesBuzz(true, seen)).refusal).toBeNull();
    const judged = given(...played, judgesBuzz(true, seen));
    const undone = given(...played, judgesBuzz(true, seen), undoes(judged.lastVerdict()));
    expect(undone.when(as('cem', judgesBuzz(false, seen))).refusal).toBe('invalid-judge-state');
    const again = undone.playing().current?.answerQueue[0]?.version ?? 0;
    expect(undone.when(as('cem', judgesBuzz(false, again))).refusal).toBeNull();
  });
});

describe('For every sequence of commands', () => {
  const stories = fc.tuple(
    startedGames([0, 3, 8], crewJoins('co1'), crewJoins('co2', ['judge']), crewJoins('p0', ['people'])),
    fc.array(wishes, { maxLength: 120 }),
    fc.array(wildSteps, { maxLength: 30 }),
  );
  const eachStep = (look: (before: Game, after: Game, played: Played) => void) =>
    fc.assert(
      fc.property(stories, ([beginning, list, wild]) => {
        playAll(beginning, list, wild, (before, after) => {
          if (before.state.status !== 'none' && after.state.status !== 'none') look(before.state, after.state, after);
        });
      }),
      { numRuns: 150 },
    );

  it('the crew has an owner with all rights first, each user once, and somebody who can act with all of them', () => {
    eachStep((_, after) => {
      const members = membersOf(after);
      expect(members[0]).toMatchObject({ id: after.moderatorId, rights: RIGHTS });
      expect(new Set(members.map(({ id }) => id)).size).toBe(members.length);
      expect(members.length).toBeLessThanOrEqual(CREW_MAX);
      expect(members.some(({ id }) => mayTakeOver(after, id))).toBe(true);
      for (const { suspended, id } of members) expect(suspended?.by).not.toBe(id);
    });
  });

  it('nobody has a desk and an active seat', () => {
    eachStep((_, after) => {
      for (const { id, isActive } of after.players) if (isActive) expect([id, hasDesk(after, id)]).toEqual([id, false]);
      for (const { playerId } of after.seatRequests) expect(hasDesk(after, playerId)).toBe(false);
    });
  });

  it('no user has a right that nobody granted', () => {
    eachStep((before, after, { last, log }) => {
      if (!last.ok || last.events.length === 0) return;
      const grants = log.slice(-last.events.length);
      for (const { id, rights } of membersOf(after)) {
        const held = memberOf(before, id)?.rights ?? [];
        const granted = grants.flatMap((event) => {
          if (event.type === 'crewAdded') return event.userId === id ? event.rights : [];
          if (event.type === 'ownerChanged') return event.to === id ? RIGHTS : [];
          if (event.type === 'moderatorMoved' || event.type === 'crewMemberMoved')
            return event.to === id ? (memberOf(before, event.from)?.rights ?? []) : [];
          return [];
        });
        expect([...held, ...granted]).toEqual(expect.arrayContaining([...rights]));
      }
    });
  });

  it('no suspended member makes an event but leaving, asking back, reading announcements or calling for help', () => {
    const may = new Set([
      'leaveCrew',
      'leaveAsModerator',
      'askBack',
      'readAnnouncement',
      'callForHelp',
      'withdrawHelp',
      'takeOver',
    ]);
    fc.assert(
      fc.property(stories, ([beginning, list, wild]) => {
        playAll(beginning, list, wild, ({ state }, after, { by, command }) => {
          if (state.status === 'none' || ISSUERS[command.type] === 'anyone' || ISSUERS[command.type] === 'server')
            return;
          if (memberOf(state, by)?.suspended === undefined || may.has(command.type)) return;
          expect(after.last.ok).toBe(false);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('replays to the same crew', () => {
    fc.assert(
      fc.property(stories, ([beginning, list, wild]) => {
        const { log, state } = playAll(beginning, list, wild);
        expect(log.reduce(evolve, { status: 'none' } as Parameters<typeof evolve>[0])).toStrictEqual(state);
      }),
      { numRuns: 40 },
    );
  });
});
