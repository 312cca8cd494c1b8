import { GameId } from '@earworm/rules';
import { z } from 'zod';
import { defineCall, PageNumber } from '../call.js';

export const FEEDBACK_LIMITS = {
  titleLength: 120,
  descriptionLength: 3_000,
  replyNoteLength: 2_000,
  searchLength: 100,
  /** Rows per page. Even a page of the longest rows fits into one message on the bus. */
  pageSize: 50,
  screenshotBytes: 5 * 1024 * 1024,
  cooldownMs: 60_000,
} as const;

export const FeedbackType = z.enum(['bug', 'feature', 'general']);
export type FeedbackType = z.infer<typeof FeedbackType>;

export const FeedbackStatus = z.enum(['new', 'in-progress', 'resolved', 'declined']);
export type FeedbackStatus = z.infer<typeof FeedbackStatus>;

/** Accepted media types. The bytes are checked when the feedback is submitted. */
export const ScreenshotType = z.enum(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);
export type ScreenshotType = z.infer<typeof ScreenshotType>;

const FeedbackId = z.uuid();
const userId = z.string().max(128);

/** Where the user was when they wrote the feedback, as reported by the page. */
export const FeedbackContext = z.strictObject({
  gameId: GameId.nullable(),
  gameCode: z.string().max(16).nullable(),
  /** The path, without query and fragment. */
  page: z.string().max(200),
  viewportWidth: z.number().int().min(0).max(100_000),
  viewportHeight: z.number().int().min(0).max(100_000),
  language: z.string().max(35),
  /** Build of the open page: two builds can have the same version. */
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
  /** The route that gives administrators a short-lived address of the screenshot; null if there is no screenshot. */
  screenshotURL: z.string().nullable(),
  createdAt: z.number(),
  userId,
  userEmail: z.string().nullable(),
  status: FeedbackStatus,
  gameVersion: z.string(),
  /** Null or absent if the page did not report it. */
  context: StoredContext.nullable().optional(),
  replyNote: z.string(),
  /** When status or reply note last changed (ms since the epoch), and by whom; null if never. */
  handledAt: z.number().nullable(),
  handledBy: z.string().nullable(),
});
export type Feedback = z.infer<typeof Feedback>;

/** Fields of the form. The service refuses empty required fields with `feedback-required`. */
export const FeedbackForm = z.strictObject({
  /** Idempotency key made by the sender: the same id is stored once and gets the same answer. */
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
    /** Takes a POST of multipart/form-data: all `fields`, then `file`. Absolute, or a path on the page's own origin. */
    url: z.string(),
    fields: z.record(z.string(), z.string()),
  }),
  errors: ['screenshot-not-image', 'screenshot-too-large', 'screenshots-away', 'busy'],
});

export const FeedbackSort = z.enum(['createdAt', 'type', 'title', 'status', 'userEmail']);
export type FeedbackSort = z.infer<typeof FeedbackSort>;

export const FeedbackFilter = z.strictObject({
  /** Matches anywhere in title, description, reply note, e-mail address, user id or game code, ignoring case. */
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

/**
 * All feedback that matches a filter, newest first, in pages: pass `next` as `after` until it is null. Feedback that is
 * sent in the meantime does not shift the pages.
 */
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

/** Deletes feedback and its screenshot. Succeeds also if it is already deleted. */
export const deleteFeedback = defineCall({
  subject: 'feedback.delete',
  request: z.strictObject({ feedbackId: FeedbackId }),
  reply: z.strictObject({}),
  errors: ['unavailable'],
});

/** An address of the screenshot, valid for five minutes. Absolute, or a path on the page's own origin. */
export const readScreenshot = defineCall({
  subject: 'feedback.screenshot',
  request: z.strictObject({ feedbackId: FeedbackId }),
  reply: z.strictObject({ url: z.string(), expiresAt: z.number() }),
  errors: ['feedback-gone', 'screenshots-away', 'unavailable'],
});

/** Feedback per type, from `from` (included) to `to` (excluded), in ms since the epoch. */
export const countFeedback = defineCall({
  subject: 'feedback.count',
  request: z.strictObject({ from: z.number(), to: z.number() }),
  reply: z.strictObject({ byType: z.record(FeedbackType, z.number().int()) }),
  errors: ['unavailable'],
});
