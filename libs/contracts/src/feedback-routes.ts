import { z } from 'zod';
import * as calls from './calls/feedback.js';
import { PATHS } from './paths.js';
import { route } from './route.js';

const oneOf = z.strictObject({ feedbackId: z.uuid() });

/** The routes of feedback; part of the one table. */
export const FEEDBACK_ROUTES = {
  submitFeedback: route({
    ...PATHS.submitFeedback,
    access: 'signed-in',
    summary: 'Send feedback; once per minute',
    body: calls.FeedbackForm,
    reply: calls.submitFeedback.reply,
    errors: calls.submitFeedback.errors,
  }),
  startScreenshotUpload: route({
    ...PATHS.startScreenshotUpload,
    access: 'signed-in',
    summary: 'Where and how a screenshot may be put before its feedback is sent',
    body: calls.UploadWish,
    reply: calls.startScreenshotUpload.reply,
    errors: [...calls.startScreenshotUpload.errors, 'limit-saves'],
  }),
  listFeedback: route({
    ...PATHS.listFeedback,
    access: 'admin',
    summary: 'A page of feedback',
    query: calls.FeedbackQuery,
    reply: calls.listFeedback.reply,
    errors: ['unavailable'],
  }),
  exportFeedback: route({
    ...PATHS.exportFeedback,
    access: 'admin',
    summary: 'Everything that a filter finds, newest first, fifty at a time',
    body: calls.exportFeedback.request,
    reply: calls.exportFeedback.reply,
    errors: ['unavailable'],
  }),
  changeFeedback: route({
    ...PATHS.changeFeedback,
    access: 'admin',
    summary: 'Another status, another reply note',
    params: oneOf,
    body: calls.FeedbackChange,
    reply: calls.Feedback,
    errors: calls.changeFeedback.errors,
  }),
  deleteFeedback: route({
    ...PATHS.deleteFeedback,
    access: 'admin',
    summary: 'Delete feedback with its screenshot',
    params: oneOf,
    reply: calls.deleteFeedback.reply,
    errors: ['unavailable'],
  }),
  readScreenshot: route({
    ...PATHS.readScreenshot,
    access: 'admin',
    summary: 'A short-lived address of a screenshot',
    params: oneOf,
    reply: calls.readScreenshot.reply,
    errors: calls.readScreenshot.errors,
  }),
} as const;
