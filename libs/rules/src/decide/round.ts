import { elapsedSeconds, isSongNews, isSoundReported } from '../clock.js';
import type { Command } from '../commands.js';
import { roundedLengthMs } from '../media/song-length.js';
import { playerOf } from '../players.js';
import { accepted, NO_CHANGE, rejected, type Decision, type Turn } from './decision.js';

/** The next selector is only shown; the moderator selects whatever the room says. */
export function select({ game, at }: Turn, command: Command & { type: 'selectQuestion' }): Decision {
  const { categoryId, questionId } = command;
  if (game.status !== 'playing') return rejected('not-playing');
  const category = game.categories.find(({ id }) => id === categoryId);
  if (category === undefined) return rejected('category-not-found', { id: categoryId });
  const question = category.questions.find(({ id }) => id === questionId);
  if (question === undefined) return rejected('question-not-found', { id: questionId });
  if (game.current !== null) return rejected('question-in-play');
  if (question.answered) return rejected('question-already-answered');
  return accepted({ type: 'questionSelected', at, categoryId, questionId });
}

/** By the player whose turn it is. Where the settings say so it selects the question, else the moderator does. */
export function propose({ game, at, ctx }: Turn, { questionId }: Command & { type: 'proposeQuestion' }): Decision {
  const playerId = ctx.actor.userId;
  if (playerOf(game, playerId)?.isActive !== true) return rejected('not-a-player');
  if (game.status !== 'playing') return rejected('not-playing');
  if (game.current !== null) return rejected('question-in-play');
  if (game.nextSelectorId !== playerId) return rejected('not-your-turn');
  const category = game.categories.find(({ questions }) => questions.some(({ id }) => id === questionId));
  const question = category?.questions.find(({ id }) => id === questionId);
  if (category === undefined || question === undefined) return rejected('question-not-found', { id: questionId });
  if (question.answered) return rejected('question-already-answered');
  if (game.settings.picking === 'direct') {
    return accepted({ type: 'questionSelected', at, categoryId: category.id, questionId, playerId });
  }
  if (game.proposedQuestionId === questionId) return NO_CHANGE;
  return accepted({ type: 'questionProposed', at, questionId, playerId });
}

export function withdrawProposal({ game, at, ctx }: Turn): Decision {
  const playerId = ctx.actor.userId;
  if (playerOf(game, playerId)?.isActive !== true) return rejected('not-a-player');
  if (game.status !== 'playing') return rejected('not-playing');
  if (game.nextSelectorId !== playerId) return rejected('not-your-turn');
  return game.proposedQuestionId === null ? NO_CHANGE : accepted({ type: 'proposalWithdrawn', at, playerId });
}

export function buzz({ game, at, ctx }: Turn, { questionId }: Command & { type: 'buzz' }): Decision {
  const playerId = ctx.actor.userId;
  if (playerOf(game, playerId)?.isActive !== true) return rejected('not-a-player');
  const current = game.status === 'playing' ? game.current : null;
  if (current === null) return rejected('no-active-question');
  if (current.questionId !== questionId) return rejected('question-not-current');
  if (current.answerQueue.some((press) => press.playerId === playerId)) return NO_CHANGE;
  if (game.settings.attempts === 'once' && current.wrong.includes(playerId)) return rejected('already-attempted');
  // A press counts from when it came in, even if other things have happened since, but never from a stopped clock.
  const records = game.timeTrialMode && current.answerQueue.length === 0;
  const seconds = records ? elapsedSeconds(current, Math.max(ctx.now, current.runningSince)) : null;
  return accepted({ type: 'playerBuzzed', at, questionId, playerId, elapsedSeconds: seconds });
}

export function pauseMusic({ game, at }: Turn, command: Command & { type: 'pauseMusic' }): Decision {
  const { questionId, paused } = command;
  const current = game.status === 'playing' ? game.current : null;
  if (current === null) return rejected('no-active-question');
  if (current.questionId !== questionId) return rejected('question-not-current');
  return current.musicPaused === paused ? NO_CHANGE : accepted({ type: 'musicPaused', at, questionId, paused });
}

/** Of what the moderator's player says only what is new is written down. */
export function noteSong({ game, at }: Turn, command: Command & { type: 'noteSong' }): Decision {
  const { questionId, lengthMs, heardMs } = command;
  const current = game.status === 'playing' ? game.current : null;
  if (current === null) return rejected('no-active-question');
  if (current.questionId !== questionId) return rejected('question-not-current');
  if (!isSongNews(current, at, lengthMs, heardMs)) return NO_CHANGE;
  return accepted({ type: 'songNoted', at, questionId, lengthMs: roundedLengthMs(lengthMs), heardMs });
}

/** Only while a desk plays the music: on the players' devices nobody reports what is heard. */
export function noteSound({ game, at }: Turn, command: Command & { type: 'noteSound' }): Decision {
  const { questionId, sounding } = command;
  const current = game.status === 'playing' ? game.current : null;
  if (current === null) return rejected('no-active-question');
  if (current.questionId !== questionId) return rejected('question-not-current');
  if (!isSoundReported(game) || current.sounding === sounding) return NO_CHANGE;
  return accepted({ type: 'soundNoted', at, questionId, sounding });
}
