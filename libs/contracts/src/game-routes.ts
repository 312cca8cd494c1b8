import { z } from 'zod';
import { CATEGORIES_MAX, CategoryDraft, NAME_MAX_UNITS, Settings } from '@earworm/rules';
import { CommandId } from './call.js';
import { DRAFT_ERRORS, JoinInfo, roster, stageKey } from './calls/game.js';
import { CrewTimeline, Evidence, TimelineQuery } from './calls/timeline.js';
import { QUIZ_BODY, route } from './route.js';
import { TemplateId } from './template.js';

const NameText = z.string().max(NAME_MAX_UNITS);

/** Games: what people create, find and read of them besides the live connection. */
export const GAME_ROUTES = {
  createGame: route({
    bodyLimits: QUIZ_BODY,
    cleansTexts: true,
    access: 'signed-in',
    summary: 'Create a game',
    body: z.strictObject({
      requestId: CommandId,
      moderatorName: NameText,
      settings: Settings.partial().optional(),
      timeTrialMode: z.boolean().optional(),
      /** `starter`: the game begins with the built-in quiz. */
      quiz: z.enum(['empty', 'starter']).default('empty'),
      categories: z.array(CategoryDraft).max(200).optional(),
      /** Copies the questions, all or only those not yet played, of another game of the same moderator. */
      copyOf: z.strictObject({ gameId: z.string().max(80), questions: z.enum(['all', 'unplayed']) }).optional(),
    }),
    reply: z.strictObject({ gameId: z.string(), gameCode: z.string() }),
    errors: [
      'sign-in-to-create',
      'name-required',
      'name-too-long',
      'invalid-game-id',
      'game-not-found',
      'not-moderator',
      ...DRAFT_ERRORS,
      'game-erased',
      'create-failed',
      'busy',
    ],
    spends: 'create_game',
  }),
  joinInfoByCode: route({
    access: 'public',
    summary: 'What the door shows for a code; with a name, whether to offer Rejoin Game',
    params: z.strictObject({ gameCode: z.string().max(16) }),
    query: z.strictObject({
      name: NameText.optional(),
      /** Of the code, from a link or QR code: such a look-up costs no points of `try_code`. */
      signature: z.string().max(32).optional(),
    }),
    reply: JoinInfo,
    errors: ['game-not-found', 'limit-join', 'busy'],
  }),
  joinInfo: route({
    access: 'signed-in',
    price: 2,
    summary: 'What the door shows for a game id, and the signature that a link to it carries',
    params: z.strictObject({ gameId: z.string().max(80) }),
    query: z.strictObject({ name: NameText.optional() }),
    reply: JoinInfo.extend({ signature: z.string().optional() }),
    errors: ['invalid-game-id', 'game-not-found', 'game-ended', 'busy'],
  }),
  roster: route({
    access: 'signed-in',
    price: 2,
    audit: { act: 'game-players-read', on: ['game', 'gameId'], insteadOf: ['not-moderator'] },
    summary: 'All players with a seat, in pages (moderator and administrators)',
    params: z.strictObject({ gameId: z.string().max(80) }),
    query: z.strictObject({
      afterSeat: z.coerce.number().int().min(0).default(0),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
    reply: roster.reply,
    errors: ['invalid-game-id', 'game-not-found', 'not-moderator', 'busy'],
  }),
  addQuestions: route({
    bodyLimits: QUIZ_BODY,
    cleansTexts: true,
    access: 'signed-in',
    summary: 'Add a list of questions, or those of a template, to a game: all or none (moderator)',
    params: z.strictObject({ gameId: z.string().max(80) }),
    body: z.strictObject({
      /** Idempotency key: the same id adds the list once. */
      commandId: CommandId,
      categories: z.array(CategoryDraft).max(CATEGORIES_MAX).default([]),
      templateId: TemplateId.optional(),
    }),
    reply: z.strictObject({ version: z.number().int(), questions: z.number().int() }),
    errors: [
      'invalid-game-id',
      'game-not-found',
      'game-ended',
      'not-moderator',
      ...DRAFT_ERRORS,
      'template-not-found',
      'template-empty',
      'limit-saves',
      'retry',
      'busy',
    ],
  }),
  gameTimeline: route({
    access: 'signed-in',
    price: 2,
    summary: 'What has happened in a game, without answers (crew with a desk)',
    params: z.strictObject({ gameId: z.string().max(80) }),
    query: TimelineQuery,
    reply: CrewTimeline,
    errors: ['invalid-game-id', 'game-not-found', 'not-moderator', 'busy', 'unavailable'],
  }),
  gameEvidence: route({
    access: 'signed-in',
    price: 5,
    summary: 'Who was first and who won, in numbers that can be checked (crew with a desk)',
    params: z.strictObject({ gameId: z.string().max(80) }),
    query: TimelineQuery,
    reply: Evidence,
    errors: ['invalid-game-id', 'game-not-found', 'not-moderator', 'busy', 'unavailable'],
  }),
  stageKey: route({
    access: 'signed-in',
    summary: 'What a link to the stage of this game carries (moderator)',
    params: z.strictObject({ gameId: z.string().max(80) }),
    reply: stageKey.reply,
    errors: ['invalid-game-id', 'game-not-found', 'not-moderator', 'busy'],
  }),
} as const;
