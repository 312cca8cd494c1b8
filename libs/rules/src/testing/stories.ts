import fc from 'fast-check';
import type { AnyCommand } from '../commands.js';
import type { CategoryId, QuestionId, UserId, Version } from '../ids.js';
import { playerOf } from '../players.js';
import { canJudge, membersOf } from '../rights.js';
import { AUDIENCES, RIGHTS } from '../constants.js';
import { NOTHING_PLAYED, play, type Played } from './given-when-then.js';
import {
  absenceIsNoted,
  asksBack,
  addsTeams,
  announces,
  callsForHelp,
  crewJoins,
  givesBack,
  givesDesk,
  handsOver,
  isPlaced,
  leavesCrew,
  operatorHelps,
  operatorTakesOver,
  removesCrew,
  setsRights,
  solvesHelp,
  takesOver,
  withdrawsHelp,
  changesSettings,
  startedWith,
  endsAnnouncement,
  readsAnnouncement,
  deskDisconnects,
  dealsTeams,
  deskReconnects,
  draft,
  judges,
  later,
  mergesTeams,
  movesToTeam,
  renamesTeam,
  namesOwnTeam,
  setsCaptain,
  MODERATOR,
  movesUser,
  musicDeskIsLost,
  notesArrival,
  notesSound,
  releasesSeat,
  reservesSeat,
  sendsPlayers,
  callsBack,
  ordersBuzzes,
  question,
  reopens,
  runsTimer,
  step,
  switchesTimeTrial,
  takesMusic,
  user,
  type Step,
} from './steps.js';
import type { Settings } from '../state.js';
import type { Wish } from './wishes.js';

/** Songs, answers and links that occur nowhere else, so that a leak is found by looking for them. */
export const plantedDraft = (n: number) =>
  draft((n % 7) * 50, {
    youtubeLink: `https://youtu.be/vid${String(n).padStart(8, '0')}`,
    youtubeSongName: `<song ${n}>`,
    answer: `<answer ${n}>`,
  });

const attemptsAllowed: fc.Arbitrary<Partial<Settings>> = fc.constantFrom(
  { attempts: 'once' },
  { attempts: 'unlimited' },
  { attempts: 'unlimited', lockOutSeconds: 2 },
  { attempts: 'unlimited', buzzOrder: { mode: 'corrected', holdMs: 80, creditMs: 150 }, falseStart: 2 },
  { attempts: 'once', buzzOrder: { mode: 'level', holdMs: 20, creditMs: 100 }, falseStart: 'out' },
);

/** Games of these sizes that have started, with and without time trial, second attempts and music on the players' devices. */
export const startedGames = (sizes: readonly number[], ...also: readonly Step[]): fc.Arbitrary<Played> =>
  fc
    .tuple(fc.constantFrom(...sizes), fc.boolean(), attemptsAllowed, fc.boolean())
    .map(([size, timeTrial, attempts, players]) =>
      [
        ...startedWith(size),
        ...also,
        switchesTimeTrial(timeTrial),
        changesSettings({ ...attempts, musicOn: players ? 'players' : 'desk' }),
      ].reduce(play, NOTHING_PLAYED),
    );

/** The same, of players who were dealt into these many teams. */
export const startedGamesOfTeams = (
  sizes: readonly number[],
  teams: number,
  ...also: readonly Step[]
): fc.Arbitrary<Played> =>
  fc.tuple(fc.constantFrom(...sizes), attemptsAllowed, fc.nat(1000)).map(([size, attempts, seed]) => {
    const [starts, ...before] = [...startedWith(size)].reverse();
    const names = Array.from({ length: teams }, (_, n) => `Team ${n}`);
    return [
      ...before.reverse(),
      addsTeams(...names),
      dealsTeams(seed),
      starts!,
      changesSettings(attempts),
      ...also,
    ].reduce(play, NOTHING_PLAYED);
  });

/** A few values that are the same in every run: as `examples` they make certain what a property wants to have met. */
export const fixedExamples = <T extends unknown[]>(...arbitraries: { [K in keyof T]: fc.Arbitrary<T[K]> }): T[] =>
  fc.sample(fc.tuple<T>(...arbitraries), { seed: 13, numRuns: 20 });

/** The step that a wish comes down to in this game; `n` is new for every step. */
function stepOf({ state, now }: Played, wish: Wish, n: number): Step {
  if (state.status === 'completed' && wish.flag) return { ...reopens(), by: state.moderatorId };
  const game = state.status === 'none' || state.status === 'completed' ? null : state;
  if (game === null) return wish.wild;
  const players = game.players;
  const who: UserId = players[wish.who % Math.max(1, players.length)]?.id ?? MODERATOR;
  const current = game.status === 'playing' ? game.current : null;
  const categories = game.categories.filter(({ questions }) => questions.length > 0);
  const row = categories[wish.who % Math.max(1, categories.length)];
  const at: QuestionId = current?.questionId ?? row?.questions[wish.who % row.questions.length]?.id ?? question('q100');
  const members = membersOf(game);
  const member = members[wish.who % members.length]?.id ?? game.moderatorId;
  const desk = members.find(canJudge)?.id ?? game.moderatorId;
  const moderator = (command: AnyCommand) => step(desk, command);
  const where = { categoryId: row?.id ?? ('tv' as CategoryId), questionId: at };
  const steps: Record<Wish['what'], () => Step> = {
    buzz: () => ({
      ...step(who, { type: 'buzz', questionId: at, ...(n % 3 > 0 && { heardMs: (wish.who * 7) % 3_000 }) }),
      waited: wish.flag ? wish.who * 4 : 0,
      seed: wish.who,
      timing: {
        ...{ agoMs: (wish.who % 23) * 10, errorMs: wish.who % 40, roundTripMs: wish.who % 150, venueMs: null },
        ...(wish.who % 3 === 0 && { doubt: 'far-touches' }),
      },
    }),
    order: () => ordersBuzzes(current?.hold?.version ?? n),
    judge: () => ({
      ...judges(current?.answerQueue[0]?.playerId ?? who, wish.flag && n % 3 === 0, at),
      by: desk,
    }),
    judgeRight: () => ({ ...judges(current?.answerQueue[0]?.playerId ?? who, true, at), by: desk }),
    select: () => moderator({ type: 'selectQuestion', ...where }),
    unanswered: () =>
      moderator(wish.flag ? { type: 'markUnanswered', questionId: at } : { type: 'buzz', questionId: at }),
    propose: () => {
      const { nextSelectorId = null, nextTeam } = game.status === 'playing' ? game : {};
      const open = categories.flatMap(({ questions }) => questions).filter(({ answered }) => !answered);
      const captain = game.teams?.find(({ number }) => number === nextTeam)?.captain;
      const turn =
        captain ?? players.find(({ team, isActive }) => isActive && team !== undefined && team === nextTeam)?.id;
      const selector = wish.who % 5 > 0 ? (turn ?? nextSelectorId ?? who) : who;
      return step(selector, {
        type: 'proposeQuestion',
        questionId: open[wish.who % Math.max(1, open.length)]?.id ?? at,
      });
    },
    withdraw: () => step((game.status === 'playing' ? game.nextSelectorId : null) ?? who, { type: 'withdrawProposal' }),
    delete: () =>
      wish.flag && n % 4 === 0
        ? moderator({ type: 'deleteCategory', categoryId: where.categoryId })
        : moderator({ type: 'deleteQuestion', ...where }),
    undo: () =>
      moderator({
        type: 'undoVerdict',
        verdict: ((game.status === 'playing' ? game.lastVerdict?.version : null) ?? 1) as Version,
      }),
    changeVerdict: () => {
      const judged = game.categories.flatMap(({ questions }) =>
        questions.flatMap(({ id, verdicts }) => verdicts.map((verdict) => ({ id, verdict }))),
      );
      const one = judged[wish.who % Math.max(1, judged.length)];
      return moderator({
        type: 'changeVerdict',
        questionId: one?.id ?? at,
        verdict: (one?.verdict.version ?? 1) as Version,
        correct: wish.flag,
        reason: 'A second look',
      });
    },
    end: () => moderator({ type: 'completeGame' }),
    // Seldom paused, and soon resumed: a paused game hardly moves on.
    pauseGame: () => moderator({ type: wish.flag && n % 8 === 0 ? 'pauseGame' : 'resumeGame' }),
    undoScoreChange: () => {
      const change = game.scoreChanges[wish.who % Math.max(1, game.scoreChanges.length)];
      return moderator({ type: 'undoScoreChange', change: (change?.version ?? 1) as Version });
    },
    changeScore: () => moderator({ type: 'changeScore', playerId: who, gain: wish.who - 500, reason: 'Sang along' }),
    remove: () => moderator({ type: 'removePlayer', playerId: who, ban: wish.flag && n % 2 === 0 }),
    nameSet: () => moderator({ type: 'renamePlayer', playerId: who, name: `Named ${n}` }),
    review: () =>
      moderator(
        n % 8 === 0
          ? { type: 'changeSettings', settings: { nameReview: wish.flag ? 'on' : 'off' } }
          : {
              type: 'approveNames',
              names: players
                .slice(wish.who % 7, (wish.who % 7) + 3)
                .map(({ id: playerId, name }) => ({ playerId, name })),
            },
      ),
    // Of a few names, so that some are reported more than once.
    report: () => {
      const reported = (game.nameReports ?? [])[n % 4]?.playerId ?? players[0]?.id ?? who;
      const name = players.find(({ id }) => id === reported)?.name ?? '';
      if (wish.flag && n % 2 === 0) return moderator({ type: 'keepName', playerId: reported, name });
      return step(who, { type: 'reportName', playerId: wish.flag ? reported : (players[n % 5]?.id ?? who) });
    },
    lock: () => moderator({ type: 'lockJoining', locked: wish.flag && n % 3 === 0 }),
    // From a user without a seat, or with another one; from a few devices.
    requestSeat: () => ({
      ...step(
        wish.flag
          ? user(`phone${n % 6}`)
          : (players[(wish.who * 7 + n) % Math.max(1, players.length)]?.id ?? MODERATOR),
        { type: 'requestSeat', name: players.find(({ id }) => id === who)?.name ?? 'Nobody' },
      ),
      seatHash: `phone hash ${n}`,
      deviceHash: `device ${n % 9}`,
    }),
    answerSeat: () => {
      const request = game.seatRequests[wish.who % Math.max(1, game.seatRequests.length)];
      const playerId = request?.playerId ?? who;
      return moderator({ type: 'answerSeatRequest', playerId, seat: request?.seat ?? 1, allow: n % 4 > 0 });
    },
    endRequest: () => {
      const playerId = game.seatRequests[0]?.playerId ?? who;
      return wish.flag
        ? step(playerId, { type: 'withdrawSeatRequest' })
        : { ...step(user('server'), { type: 'lapseSeatRequest', playerId }), isServer: true };
    },
    pause: () => moderator({ type: 'pauseMusic', questionId: at, paused: wish.flag }),
    song: () =>
      moderator({
        type: 'noteSong',
        questionId: at,
        lengthMs: 1 + wish.who * 300,
        heardMs: wish.flag ? 0 : wish.who * 90,
      }),
    timeTrial: () => moderator({ type: 'switchTimeTrial', on: wish.flag }),
    leave: () => step(who, { type: 'leaveGame' }),
    rejoin: () => step(who, { type: 'rejoinGame' }),
    rename: () => step(who, { type: 'joinGame', name: `Renamed ${n}` }),
    move: () => ({
      ...step(user(`moved${n}`), { type: 'joinGame', name: `Moved ${n}` }),
      seatHash: `h${wish.who % 80}`,
    }),
    settings: () =>
      moderator({
        type: 'changeSettings',
        settings:
          n % 5 === 0
            ? { picking: wish.flag ? 'direct' : 'confirmed' }
            : wish.flag
              ? { attempts: n % 2 ? 'once' : 'unlimited' }
              : {
                  musicOn: n % 2 ? 'players' : 'desk',
                  musicAfterWrong: n % 3 ? 'waits' : 'plays',
                  musicAfterRight: n % 4 < 2 ? 'plays' : 'stops',
                },
      }),
    add: () =>
      moderator({
        type: 'addQuestion',
        categoryId: where.categoryId,
        questionId: question(`added${n}`),
        question: plantedDraft(n),
      }),
    update: () => moderator({ type: 'updateQuestion', ...where, question: plantedDraft(n) }),
    moveCategory: () => moderator({ type: 'moveCategory', categoryId: where.categoryId, order: wish.who % 3 }),
    moveQuestion: () => {
      const open = row?.questions.filter(({ id, answered }) => !answered && id !== current?.questionId) ?? [];
      const to = wish.flag ? row : categories[(wish.who + n) % Math.max(1, categories.length)];
      return moderator({
        type: 'moveQuestion',
        categoryId: where.categoryId,
        questionId: open[(wish.who + n) % Math.max(1, open.length)]?.id ?? at,
        toCategoryId: to?.id ?? where.categoryId,
        order: n % 4,
      });
    },
    // To a new user, to another player, or with the moderator's role.
    moveUser: () =>
      movesUser(
        n % 5 === 0 ? game.moderatorId : who,
        wish.flag ? `account${n}` : (players[(wish.who * 7 + n) % Math.max(1, players.length)]?.id ?? MODERATOR),
      ),
    // Co-hosts come, also players; rights change, and members go or hand the game over.
    crew: () => {
      const rights = RIGHTS.filter((_, place) => (n >> place) % 2 === 0);
      if (wish.flag)
        return crewJoins(n % 3 === 0 ? who : `co${n % 5}`, rights.length === 0 ? RIGHTS : rights, `Co ${n % 5}`);
      if (n % 5 === 0) return handsOver(game.moderatorId, member, n % 2 === 0);
      if (n % 5 === 1) return removesCrew(desk, member);
      if (n % 5 === 2) return leavesCrew(member);
      if (n % 5 === 3) return movesUser(member, n % 2 === 0 ? `account${n}` : (members.at(-1)?.id ?? who));
      return setsRights(desk, member, rights.length === 0 ? RIGHTS : rights);
    },
    takeOver: () => {
      if (n % 6 === 0) return operatorTakesOver(`operator${n % 2}`);
      if (n % 6 === 1) return operatorHelps(`operator${n % 2}`);
      if (n % 12 === 3) return givesDesk(member, 'A reason', wish.flag ? 'operator0' : 'operator1');
      if (n % 6 === 2) return step(member, { type: wish.flag ? 'leaveAsModerator' : 'rejoinAsModerator' });
      if (n % 6 === 3) return asksBack(member);
      return wish.flag ? takesOver(member, n % 2 === 0 ? `desk-${n}` : null) : givesBack(member);
    },
    announce: () => {
      const latest = game.announcements?.at(-1)?.version ?? 0;
      if (n % 3 === 0) return readsAnnouncement(member, latest);
      return wish.flag ? { ...announces(`Text ${n}`, [AUDIENCES[n % 3]!]), by: desk } : endsAnnouncement(latest);
    },
    // Mostly moves while playing; a merge between questions, and a new team to move to.
    team: () => {
      const numbers = (game.teams ?? []).map(({ number }) => number);
      const team = numbers[wish.who % Math.max(1, numbers.length)] ?? 1;
      const other = numbers[n % Math.max(1, numbers.length)] ?? 1;
      if (n % 7 === 0) return { ...mergesTeams(team, other), by: desk };
      if (n % 7 === 1) return { ...addsTeams(`Team ${n}`), by: desk };
      if (n % 7 === 2) return { ...renamesTeam(team, `Named ${n}`), by: desk };
      const own = playerOf(game, who)?.team ?? team;
      if (n % 7 === 3) return { ...setsCaptain(own, wish.flag || n % 3 > 0 ? who : null), by: desk };
      if (n % 7 === 4)
        return namesOwnTeam(game.teams?.find(({ captain }) => captain !== undefined)?.captain ?? who, `Own ${n}`);
      return { ...movesToTeam(who, team), by: desk };
    },
    help: () => (wish.flag ? callsForHelp(member) : n % 2 === 0 ? withdrawsHelp(member) : solvesHelp('operator0')),
    room: () => isPlaced(`Room ${n % 3}`, undefined, n % 2 === 0 ? 'ROOM22' : undefined),
    // Once the game is in its room; some of those who are chosen come.
    advance: () => {
      if (game.room === undefined) return isPlaced();
      if (n % 6 === 0)
        return reservesSeat(`chosen${n % 8}`, `Chosen ${n % 5}`, wish.flag ? `Team ${n % 4}` : undefined);
      if (n % 6 === 1) return step(user(`chosen${n % 8}`), { type: 'rejoinGame' });
      if (n % 6 === 2) return releasesSeat(`chosen${n % 8}`);
      if (n % 6 === 3) return sendsPlayers([who, players[n % Math.max(1, players.length)]?.id ?? who]);
      if (n % 6 === 4) return notesArrival(who);
      return callsBack([who]);
    },
    absence: () => absenceIsNoted(),
    musicDesk: () => {
      const { musicDesk } = game;
      return wish.flag || musicDesk === null
        ? { ...takesMusic(`desk-${n % 2}`, musicDesk), by: desk }
        : musicDeskIsLost(musicDesk, now - wish.who * 4);
    },
    sound: () => ({ ...notesSound(at, wish.flag), by: desk }),
    timer: () => ({ ...runsTimer(at, wish.flag), by: desk }),
    desk: () => (wish.flag ? deskDisconnects(now - wish.who * 4) : deskReconnects()),
    wild: () => wish.wild,
  };
  // Of buzzes that are held some come at the same time.
  const isHeld = wish.what === 'buzz' && game.settings.buzzOrder != null;
  return later((isHeld ? wish.after % 90 : wish.after) / 1000, steps[wish.what]());
}

/** Plays wishes after a beginning; `watch` sees every step with the game before and after it. */
export function playWishes(
  beginning: Played,
  list: readonly Wish[],
  watch: (before: Played, after: Played, step: Step) => void = () => {},
): Played {
  return list.reduce((before, wish, n) => {
    const next = stepOf(before, wish, n);
    const after = play(before, next);
    watch(before, after, next);
    return after;
  }, beginning);
}

/** The same, and then steps of any kind. */
export const playAll = (
  beginning: Played,
  list: readonly Wish[],
  wild: readonly Step[],
  watch?: (before: Played, after: Played, step: Step) => void,
): Played =>
  wild.reduce(
    (before, step) => {
      const after = play(before, step);
      watch?.(before, after, step);
      return after;
    },
    playWishes(beginning, list, watch),
  );
