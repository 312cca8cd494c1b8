import { z } from 'zod';
import {
  CATEGORY_NAME_MAX_LENGTH,
  CATEGORIES_MAX,
  LINK_MAX_LENGTH,
  NAME_MAX_LENGTH,
  POINTS_MAX,
  QUESTIONS_PER_CATEGORY_MAX,
  REASON_MAX_LENGTH,
  SONG_MAX_MS,
  TEXT_MAX_LENGTH,
} from './constants.js';
import { CategoryId, ClipId, DeskId, GameCode, GameId, QuestionId, UserId, Version } from './ids.js';
import { Settings } from './state.js';

const Name = z.string().max(NAME_MAX_LENGTH * 4);
const CategoryName = z.string().max(CATEGORY_NAME_MAX_LENGTH);

/**
 * What a moderator types for a question. `youtubeLink` is text as typed (parsed by the rules); empty means none, and
 * then `clipId` may name an audio clip. Lengths are checked by the rules, which answer with the product's messages.
 */
export const QuestionDraft = z.strictObject({
  youtubeLink: z.string().max(LINK_MAX_LENGTH).default(''),
  clipId: ClipId.nullable().default(null),
  youtubeSongName: z.string().max(TEXT_MAX_LENGTH).default(''),
  answer: z.string().max(TEXT_MAX_LENGTH),
  points: z.number().int().min(0).max(POINTS_MAX).default(0),
});
export type QuestionDraft = z.input<typeof QuestionDraft>;

export const CategoryDraft = z.strictObject({
  categoryId: CategoryId,
  name: CategoryName,
  questions: z.array(QuestionDraft.extend({ questionId: QuestionId })).max(QUESTIONS_PER_CATEGORY_MAX),
});
export type CategoryDraft = z.input<typeof CategoryDraft>;

const type = <T extends string>(name: T) => z.literal(name);
/** The version that an edit was made on; refused with `stale-edit` when the thing edited has changed since. */
const basedOn = Version.optional();

/** Given once, by the service that reserved the code. */
export const CreateGame = z.strictObject({
  type: type('createGame'),
  gameCode: GameCode,
  moderatorName: Name,
  settings: Settings.partial().default({}),
  categories: z.array(CategoryDraft).max(CATEGORIES_MAX).default([]),
});

/** Commands of the game's moderator. */
const AddCategory = z.strictObject({ type: type('addCategory'), categoryId: CategoryId, name: CategoryName });
const RenameCategory = z.strictObject({
  type: type('renameCategory'),
  categoryId: CategoryId,
  name: CategoryName,
  basedOn,
});
const MoveCategory = z.strictObject({
  type: type('moveCategory'),
  categoryId: CategoryId,
  order: z.number().int().min(0).max(CATEGORIES_MAX),
});
const DeleteCategory = z.strictObject({ type: type('deleteCategory'), categoryId: CategoryId });
const AddQuestion = z.strictObject({
  type: type('addQuestion'),
  categoryId: CategoryId,
  questionId: QuestionId,
  question: QuestionDraft,
});
const UpdateQuestion = z.strictObject({
  type: type('updateQuestion'),
  categoryId: CategoryId,
  questionId: QuestionId,
  question: QuestionDraft,
  basedOn,
});
/** `order` is the index in the category that it goes to. */
const MoveQuestion = z.strictObject({
  type: type('moveQuestion'),
  categoryId: CategoryId,
  questionId: QuestionId,
  toCategoryId: CategoryId,
  order: z.number().int().min(0).max(QUESTIONS_PER_CATEGORY_MAX),
});
const DeleteQuestion = z.strictObject({ type: type('deleteQuestion'), categoryId: CategoryId, questionId: QuestionId });
const ChangeSettings = z.strictObject({ type: type('changeSettings'), settings: Settings.partial() });
const StartGame = z.strictObject({ type: type('startGame') });
const CompleteGame = z.strictObject({ type: type('completeGame') });
const SelectQuestion = z.strictObject({ type: type('selectQuestion'), categoryId: CategoryId, questionId: QuestionId });
const JudgeAnswer = z.strictObject({
  type: type('judgeAnswer'),
  questionId: QuestionId,
  playerId: UserId,
  correct: z.boolean(),
});
const MarkUnanswered = z.strictObject({ type: type('markUnanswered'), questionId: QuestionId });
const SwitchTimeTrial = z.strictObject({ type: type('switchTimeTrial'), on: z.boolean() });
/** In time trial the timer pauses and resumes with the music. */
const PauseMusic = z.strictObject({ type: type('pauseMusic'), questionId: QuestionId, paused: z.boolean() });
const SongMs = z.number().int().min(0).max(SONG_MAX_MS);
/** What the moderator's player knows of the song in play: how long it is, and how far into it the room is now. */
const NoteSong = z.strictObject({
  type: type('noteSong'),
  questionId: QuestionId,
  lengthMs: SongMs.min(1),
  heardMs: SongMs,
});
/** From the desk that plays the music: whether the song is heard, that is, its position advances. */
const NoteSound = z.strictObject({ type: type('noteSound'), questionId: QuestionId, sounding: z.boolean() });
/** Starts or stops the timer of a time trial by hand, as for a song sung live. */
const RunTimer = z.strictObject({ type: type('runTimer'), questionId: QuestionId, running: z.boolean() });
/** `from`: the desk that plays the music as far as the sender knows; nothing changes when it is another one by now. */
const TakeMusic = z.strictObject({ type: type('takeMusic'), deskId: DeskId, from: DeskId.nullable() });
/** `verdict`: the version of its event. */
const UndoVerdict = z.strictObject({ type: type('undoVerdict'), verdict: Version });
const Reason = z.string().max(REASON_MAX_LENGTH);
const ChangeVerdict = z.strictObject({
  type: type('changeVerdict'),
  questionId: QuestionId,
  verdict: Version,
  correct: z.boolean(),
  reason: Reason,
});
/** `gain` is added to the score, so that two corrections at a time both count. */
const ChangeScore = z.strictObject({
  type: type('changeScore'),
  playerId: UserId,
  gain: z.number().int().min(-POINTS_MAX).max(POINTS_MAX),
  reason: Reason,
});
const RenamePlayer = z.strictObject({ type: type('renamePlayer'), playerId: UserId, name: Name });
/** `ban`: the player cannot join again. */
const RemovePlayer = z.strictObject({ type: type('removePlayer'), playerId: UserId, ban: z.boolean() });
const LockJoining = z.strictObject({ type: type('lockJoining'), locked: z.boolean() });
/** `playerId`: who asks for the seat. */
const AnswerSeatRequest = z.strictObject({
  type: type('answerSeatRequest'),
  playerId: UserId,
  seat: z.number().int().min(1),
  allow: z.boolean(),
});
/** After the end: everybody goes on in the game that the moderator created by a request of this id. */
const PlayAgain = z.strictObject({ type: type('playAgain'), requestId: z.string().min(8).max(64) });
const LeaveAsModerator = z.strictObject({ type: type('leaveAsModerator') });
const RejoinAsModerator = z.strictObject({ type: type('rejoinAsModerator') });

/** Commands of players. `seatSecret` is this browser's own random text: a browser that shows it again owns the seat. */
const JoinGame = z.strictObject({
  type: type('joinGame'),
  name: Name,
  seatSecret: z.string().min(16).max(128).optional(),
});
/** Asks for the seat with this name: taken up at once by the user it belongs to, else once the moderator allows it. */
const RequestSeat = z.strictObject({ ...JoinGame.shape, type: type('requestSeat') });
const WithdrawSeatRequest = z.strictObject({ type: type('withdrawSeatRequest') });
const LeaveGame = z.strictObject({ type: type('leaveGame') });
const RejoinGame = z.strictObject({ type: type('rejoinGame') });
/** By the player whose turn it is: takes the place of an earlier proposal. */
const ProposeQuestion = z.strictObject({ type: type('proposeQuestion'), questionId: QuestionId });
const WithdrawProposal = z.strictObject({ type: type('withdrawProposal') });
const Buzz = z.strictObject({ type: type('buzz'), questionId: QuestionId });

/** The commands that a browser may send. */
export const Command = z.discriminatedUnion('type', [
  AddCategory,
  RenameCategory,
  MoveCategory,
  DeleteCategory,
  AddQuestion,
  UpdateQuestion,
  MoveQuestion,
  DeleteQuestion,
  ChangeSettings,
  StartGame,
  CompleteGame,
  SelectQuestion,
  JudgeAnswer,
  MarkUnanswered,
  SwitchTimeTrial,
  PauseMusic,
  NoteSong,
  NoteSound,
  RunTimer,
  TakeMusic,
  UndoVerdict,
  ChangeVerdict,
  ChangeScore,
  RenamePlayer,
  RemovePlayer,
  LockJoining,
  AnswerSeatRequest,
  PlayAgain,
  LeaveAsModerator,
  RejoinAsModerator,
  JoinGame,
  RequestSeat,
  WithdrawSeatRequest,
  LeaveGame,
  RejoinGame,
  ProposeQuestion,
  WithdrawProposal,
  Buzz,
]);
export type Command = z.infer<typeof Command>;
export type CommandType = Command['type'];

/**
 * Commands that only the server gives itself. `noteAbsence`: the moderator has been out of sight for a minute.
 * `noteDeskDisconnected`: no desk has been connected since `since`, server time, and `noteMusicDeskLost` the same of
 * the desk that plays the music. `moveUser`: a guest has signed in to an account, which takes over what the guest has.
 * `lapseSeatRequest`: the user who asked for a seat is gone, or nobody answered for too long.
 */
export type ServerCommand =
  | z.infer<typeof CreateGame>
  | { readonly type: 'noteAbsence' }
  | { readonly type: 'lapseSeatRequest'; readonly playerId: UserId }
  | { readonly type: 'noteDeskDisconnected'; readonly since: number }
  | { readonly type: 'noteDeskReconnected' }
  | { readonly type: 'noteMusicDeskLost'; readonly deskId: DeskId; readonly since: number }
  | { readonly type: 'moveUser'; readonly from: UserId; readonly to: UserId };
export type AnyCommand = Command | ServerCommand;

/** Who gives a command, as the server knows them; never what a browser says of itself. */
export interface Actor {
  readonly userId: UserId;
  readonly isAdmin: boolean;
  /** True when the service itself acts. */
  readonly isServer?: boolean;
}

/** Everything that a decision depends on besides state and command. */
export interface Context {
  /** ms since the epoch; for a press, when the gateway received it. */
  readonly now: number;
  readonly actor: Actor;
  /** The game that the command is for; `createGame` gives it this id. */
  readonly gameId: GameId;
  /** Hash of the command's seatSecret, made by the caller; null when it has none. */
  readonly seatHash: string | null;
  /** Hash of the device that the command came from, made by the caller; null when unknown. */
  readonly deviceHash?: string | null;
  /** Of `playAgain`: the game that this user's request created, worked out by the caller. */
  readonly nextGameId?: GameId | null;
}
