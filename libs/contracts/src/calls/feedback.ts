import { GameId } from '@earworm/rules';
import { z } from 'zod';
import { defineCall, PageNumber } from '../call.js';

export const FEEDBACK_LIMITS = {
  titleLength: 120,
  descriptionLength: 3_000,
  replyNoteLength: 2_000,
  searchLength: 100,
  /** Rows of one page; a page of the longest of them still fits one message on the bus. */
  pageSize: 50,
  screenshotBytes: 5 * 1024 * 1024,
  cooldownMs: 60_000,
} as const;

export const FeedbackType = z.enum(['bug', 'feature', 'general']);
export type FeedbackType = z.infer<typeof FeedbackType>;

export const FeedbackStatus = z.enum(['new', 'in-progress', 'resolved', 'declined']);
export type FeedbackStatus = z.infer<typeof FeedbackStatus>;

/** Accepted types; the bytes are checked when the feedback is submitted. */
export const ScreenshotType = z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
export type ScreenshotType = z.infer<typeof ScreenshotType>;

const FeedbackId = z.uuid();
const userId = z.string().max(128);

/** Where feedback was written, as the page reports it. */
export const FeedbackContext = z.strictObject({
  gameId: GameId.nullable(),
  gameCode: z.string().max(16).nullable(),
  /** Path without query and fragment. */
  page: z.string().max(200),
  viewportWidth: z.number().int().min(0).max(100_000),
  viewportHeight: z.number().int().min(0).max(100_000),
  language: z.string().max(35),
  /** Which build of the pages was open; the version alone does not tell two builds apart. */
  build: z.string().max(64),
});
export type FeedbackContext = z.infer<typeof FeedbackContext>;

const StoredContext = FeedbackContext.extend({ userAgent: z.string().max(512) });
export type StoredContext = z.infer<typeof StoredContext>;

export const Feedback = z.strictObject({
  feedbackId: FeedbackId,
  type: FeedbackType,
  title: z.string(),
  description: z.string(),
  /** Where an admin asks for a short-lived address of the picture; null when there is none. */
  screenshotURL: z.string().nullable(),
  createdAt: z.number(),
  userId,
  userEmail: z.string().nullable(),
  status: FeedbackStatus,
  gameVersion: z.string(),
  /** Null or left out: sent by a page that did not report it. */
  context: StoredContext.nullable().optional(),
  replyNote: z.string(),
  /** When status or reply note were last changed, and by whom; null: never. */
  handledAt: z.number().nullable(),
  handledBy: z.string().nullable(),
});
export type Feedback = z.infer<typeof Feedback>;

/** What is typed into the form; empty required fields are refused by the service with their own sentence. */
export const FeedbackForm = z.strictObject({
  /** Made by the sender: the same one again is the same feedback, answered the same way. */
  feedbackId: FeedbackId,
  type: FeedbackType,
  title: z.string().max(FEEDBACK_LIMITS.titleLength),
  description: z.string().max(FEEDBACK_LIMITS.descriptionLength),
  uploadId: z.uuid().nullable().default(null),
  gameVersion: z.string().max(40),
  context: FeedbackContext.optional(),
});

export const submitFeedback = defineCall({
  subject: 'feedback.submit',
  request: FeedbackForm.extend({
    userId,
    userEmail: z.string().max(254).nullable(),
    context: StoredContext.optional(),
  }),
  reply: z.strictObject({ feedbackId: FeedbackId }),
  errors: [
    'feedback-required',
    'feedback-too-soon',
    'feedback-failed',
    'screenshot-gone',
    'screenshot-not-image',
    'screenshot-too-large',
    'screenshot-too-many-pixels',
    'screenshots-away',
    'bad-request',
    'busy',
  ],
});

export const UploadWish = z.strictObject({
  fileName: z.string().max(255),
  contentType: z.string().max(100),
  size: z.number().int().min(0),
});

export const startScreenshotUpload = defineCall({
  subject: 'feedback.start-upload',
  request: UploadWish.extend({ userId }),
  reply: z.strictObject({
    uploadId: z.uuid(),
    /** Absolute, or a path at the page's own origin: POST multipart/form-data with all `fields`, then `file`. */
    url: z.string(),
    fields: z.record(z.string(), z.string()),
  }),
  errors: ['screenshot-not-image', 'screenshot-too-large', 'screenshots-away', 'busy'],
});

export const FeedbackSort = z.enum(['createdAt', 'type', 'title', 'status', 'userEmail']);
export type FeedbackSort = z.infer<typeof FeedbackSort>;

export const FeedbackFilter = z.strictObject({
  /** Anywhere in title, description, reply note, e-mail, user id or game code; capitals count as small letters. */
  search: z.string().max(FEEDBACK_LIMITS.searchLength).default(''),
  type: FeedbackType.optional(),
  status: FeedbackStatus.optional(),
});
export type FeedbackFilter = z.infer<typeof FeedbackFilter>;

export const FeedbackQuery = FeedbackFilter.extend({
  sort: FeedbackSort.default('createdAt'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  page: PageNumber,
  pageSize: z.coerce.number().int().min(1).max(FEEDBACK_LIMITS.pageSize).default(20),
});

export const listFeedback = defineCall({
  subject: 'feedback.list',
  request: FeedbackQuery,
  reply: z.strictObject({
    rows: z.array(Feedback),
    total: z.number().int(),
    byStatus: z.record(FeedbackStatus, z.number().int()),
  }),
  errors: ['unavailable'],
});

const Cursor = z.strictObject({ createdAt: z.coerce.number(), feedbackId: FeedbackId });

/** All that a filter finds, newest first, a page at a time; feedback sent meanwhile moves nothing. */
export const exportFeedback = defineCall({
  subject: 'feedback.export',
  request: FeedbackFilter.extend({ after: Cursor.nullable().default(null) }),
  reply: z.strictObject({ rows: z.array(Feedback), next: Cursor.nullable() }),
  errors: ['unavailable'],
});

const Change = z.strictObject({
  status: FeedbackStatus.optional(),
  replyNote: z.string().max(FEEDBACK_LIMITS.replyNoteLength).optional(),
});

export const changeFeedback = defineCall({
  subject: 'feedback.change',
  request: Change.extend({ feedbackId: FeedbackId, handledBy: z.string().max(256) }),
  reply: Feedback,
  errors: ['feedback-gone', 'unavailable'],
});
export const FeedbackChange = Change;

/** With its screenshot. Deleting again succeeds. */
export const deleteFeedback = defineCall({
  subject: 'feedback.delete',
  request: z.strictObject({ feedbackId: FeedbackId }),
  reply: z.strictObject({}),
  errors: ['unavailable'],
});

/** An address of the picture that is good for five minutes; absolute, or a path at the page's own origin. */
export const readScreenshot = defineCall({
  subject: 'feedback.screenshot',
  request: z.strictObject({ feedbackId: FeedbackId }),
  reply: z.strictObject({ url: z.string(), expiresAt: z.number() }),
  errors: ['feedback-gone', 'screenshots-away', 'unavailable'],
});

/** How many came in of each type, `from` included, `to` not; ms since the epoch. */
export const countFeedback = defineCall({
  subject: 'feedback.count',
  request: z.strictObject({ from: z.number(), to: z.number() }),
  reply: z.strictObject({ byType: z.record(FeedbackType, z.number().int()) }),
  errors: ['unavailable'],
});
