import type { AnyCommand, Context } from '../commands.js';
import { GIVEN_BY } from '../given-by.js';
import type { GameState } from '../state.js';
import { changeScore, changeVerdict, lockJoining, removePlayer, renamePlayer, undoVerdict } from './corrections.js';
import { rejected, type Decision, type Turn } from './decision.js';
import { moveUser } from './move-user.js';
import {
  leaveAsModerator,
  noteAbsence,
  noteDeskDisconnected,
  noteDeskReconnected,
  noteMusicDeskLost,
  rejoinAsModerator,
  takeMusic,
} from './desk.js';
import { join, leave, rejoin } from './people.js';
import { playAgain } from './play-again.js';
import { answerSeatRequest, lapseSeatRequest, requestSeat, withdrawSeatRequest } from './seat-requests.js';
import { buzz, noteSong, noteSound, pauseMusic, propose, select, withdrawProposal } from './round.js';
import {
  addCategory,
  addQuestion,
  changeSettings,
  complete,
  create,
  deleteCategory,
  deleteQuestion,
  moveCategory,
  moveQuestion,
  renameCategory,
  start,
  updateQuestion,
} from './setup.js';
import { runTimer, switchTimeTrial } from './time-trial.js';
import { judge, markUnanswered } from './verdict.js';

/** What a command leads to in this state. Pure, and never throws for a command that its schema accepts. */
export function decide(state: GameState, command: AnyCommand, ctx: Context): Decision {
  if (command.type === 'createGame') return create(state, command, ctx);
  const givenBy = GIVEN_BY[command.type];
  if ((ctx.actor.isServer === true) !== (givenBy === 'server')) return rejected('not-allowed');
  if (state.status === 'none') return rejected('game-not-found');
  if (state.status === 'completed' && command.type !== 'playAgain') return rejected('game-ended');
  if (givenBy === 'moderator' && ctx.actor.userId !== state.moderatorId) return rejected('not-moderator');
  if (command.type === 'playAgain') return playAgain(state, ctx);
  if (state.status === 'completed') return rejected('game-ended');

  const turn: Turn = { game: state, at: Math.max(ctx.now, state.updatedAt), ctx };
  switch (command.type) {
    case 'addCategory':
      return addCategory(turn, command);
    case 'renameCategory':
      return renameCategory(turn, command);
    case 'moveCategory':
      return moveCategory(turn, command);
    case 'deleteCategory':
      return deleteCategory(turn, command);
    case 'addQuestion':
      return addQuestion(turn, command);
    case 'updateQuestion':
      return updateQuestion(turn, command);
    case 'moveQuestion':
      return moveQuestion(turn, command);
    case 'deleteQuestion':
      return deleteQuestion(turn, command);
    case 'changeSettings':
      return changeSettings(turn, command);
    case 'startGame':
      return start(turn);
    case 'completeGame':
      return complete(turn);
    case 'selectQuestion':
      return select(turn, command);
    case 'proposeQuestion':
      return propose(turn, command);
    case 'withdrawProposal':
      return withdrawProposal(turn);
    case 'buzz':
      return buzz(turn, command);
    case 'pauseMusic':
      return pauseMusic(turn, command);
    case 'noteSong':
      return noteSong(turn, command);
    case 'noteSound':
      return noteSound(turn, command);
    case 'runTimer':
      return runTimer(turn, command);
    case 'takeMusic':
      return takeMusic(turn, command);
    case 'judgeAnswer':
      return judge(turn, command);
    case 'markUnanswered':
      return markUnanswered(turn, command);
    case 'undoVerdict':
      return undoVerdict(turn, command);
    case 'changeVerdict':
      return changeVerdict(turn, command);
    case 'changeScore':
      return changeScore(turn, command);
    case 'renamePlayer':
      return renamePlayer(turn, command);
    case 'removePlayer':
      return removePlayer(turn, command);
    case 'lockJoining':
      return lockJoining(turn, command);
    case 'switchTimeTrial':
      return switchTimeTrial(turn, command);
    case 'joinGame':
      return join(turn, command);
    case 'requestSeat':
      return requestSeat(turn, command);
    case 'withdrawSeatRequest':
      return withdrawSeatRequest(turn);
    case 'answerSeatRequest':
      return answerSeatRequest(turn, command);
    case 'lapseSeatRequest':
      return lapseSeatRequest(turn, command);
    case 'leaveGame':
      return leave(turn);
    case 'rejoinGame':
      return rejoin(turn);
    case 'leaveAsModerator':
      return leaveAsModerator(turn);
    case 'rejoinAsModerator':
      return rejoinAsModerator(turn);
    case 'noteAbsence':
      return noteAbsence(turn);
    case 'noteDeskDisconnected':
      return noteDeskDisconnected(turn, command);
    case 'noteDeskReconnected':
      return noteDeskReconnected(turn);
    case 'noteMusicDeskLost':
      return noteMusicDeskLost(turn, command);
    case 'moveUser':
      return moveUser(turn, command);
    default: {
      const unknown: never = command;
      return unknown;
    }
  }
}
