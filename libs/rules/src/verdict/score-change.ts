import { z } from 'zod';
import { POINTS_MAX, SCORE_CHANGES_MAX } from '../constants.js';
import { command, event, rejected, type Emits, type ViewEvolution } from '../definition.js';
import { UserId, Version } from '../ids.js';
import { playerOf, scored, visiblePlayer } from '../players.js';
import { judgeOf } from '../rights.js';
import type { Game, ScoreChange } from '../state.js';
import { teamScore, withTeamScore } from '../teams.js';
import { cleanText } from '../texts.js';
import { restanding, standing } from '../views/leaders.js';
import { nameOf } from '../views/view-of.js';
import { reasonField } from './correct.js';

/** The newest changes: what a moderator is sent stays finite. */
const withChange = <C>(changes: readonly C[], change: C): readonly C[] =>
  [...changes, change].slice(-SCORE_CHANGES_MAX);

const without = <C extends { readonly version: number }>(changes: readonly C[], version: number): readonly C[] =>
  changes.filter((change) => change.version !== version);

export const scoreChanged = event('scoreChanged', {
  fields: () => ({ playerId: UserId, gain: z.number(), reason: z.string(), byName: z.string().optional() }),
  evolve: (game, { playerId, gain, reason, at, byName }) => {
    const team = playerOf(game, playerId)?.team;
    const change = {
      ...{ version: game.version + 1, at, playerId, gain, reason },
      ...(byName !== undefined && { byName }),
      ...(team !== undefined && { team }),
    };
    return { ...scored(game, playerId, gain, team), scoreChanges: withChange(game.scoreChanges, change) };
  },
  view: (v, change, after, before) => ({
    v,
    ...change,
    name: nameOf(after, change.playerId),
    ...standing(before, after, change.playerId, change.gain),
    ...teamScore(after, playerOf(after, change.playerId)?.team),
  }),
});

export const scoreChangedView: ViewEvolution<typeof scoreChanged> = {
  by: 'moderator',
  evolveView: (view, event) => {
    const { v: version, at, playerId, name, gain, reason, byName, team } = event;
    const change = {
      ...{ version, at, playerId, name, gain, reason },
      ...(byName !== undefined && { byName }),
      ...(team !== undefined && { team }),
    };
    return {
      ...withTeamScore(view, event),
      leaders: restanding(view, event),
      scoreChanges: view.scoreChanges && withChange(view.scoreChanges, change),
    };
  },
  evolveSeat: (seat, { playerId, gain }, userId) =>
    playerId === userId ? { ...seat, score: seat.score + gain } : seat,
};

/** `gain` is added to the score, so that two corrections at a time both count. */
export const changeScore = command('changeScore', {
  issuer: 'judge',
  fields: () => ({
    playerId: UserId,
    gain: z.number().int().min(-POINTS_MAX).max(POINTS_MAX),
    reason: reasonField(),
  }),
  decide: ({ game, at, ctx }, { playerId, gain, reason: typed }): Emits<typeof scoreChanged> => {
    if (visiblePlayer(game, playerId) === null) return rejected('player-not-found');
    if (gain === 0) return [];
    const reason = cleanText(typed);
    if (reason === '') return rejected('reason-required');
    return [{ type: 'scoreChanged', at, playerId, gain, reason, ...judgeOf(game, ctx.actor.userId) }];
  },
});

const changeOf = ({ scoreChanges }: Pick<Game, 'scoreChanges'>, change: number): ScoreChange | undefined =>
  scoreChanges.find(({ version }) => version === change);

/** `change` is the version of the event that is undone, `gain` what the score changes by now. */
export const scoreChangeUndone = event('scoreChangeUndone', {
  fields: () => ({ change: z.number(), playerId: UserId, gain: z.number() }),
  evolve: (game, { change, playerId, gain }) => ({
    ...scored(game, playerId, gain, changeOf(game, change)?.team),
    scoreChanges: without(game.scoreChanges, change),
  }),
  view: (v, undone, after, before) => ({
    v,
    ...undone,
    ...standing(before, after, undone.playerId, undone.gain),
    ...teamScore(after, changeOf(before, undone.change)?.team),
  }),
});

export const scoreChangeUndoneView: ViewEvolution<typeof scoreChangeUndone> = {
  by: 'moderator',
  evolveView: (view, event) => ({
    ...withTeamScore(view, event),
    leaders: restanding(view, event),
    scoreChanges: view.scoreChanges && without(view.scoreChanges, event.change),
  }),
  evolveSeat: (seat, { playerId, gain }, userId) =>
    playerId === userId ? { ...seat, score: seat.score + gain } : seat,
};

/** `change`: the version of its event. */
export const undoScoreChange = command('undoScoreChange', {
  issuer: 'judge',
  fields: () => ({ change: Version }),
  decide: ({ game, at }, { change }): Emits<typeof scoreChangeUndone> => {
    const undone = changeOf(game, change);
    if (undone === undefined) return rejected('score-change-not-found');
    return [{ type: 'scoreChangeUndone', at, change, playerId: undone.playerId, gain: 0 - undone.gain }];
  },
});
