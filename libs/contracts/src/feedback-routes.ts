import { z } from 'zod';
import * as calls from './calls/feedback.js';
import { PATHS } from './paths.js';
import { route } from './route.js';

const oneOf = z.strictObject({ feedbackId: z.uuid() });

/** The routes of feedback; part of the one table. */
export const FEEDBACK_ROUTES = {
  submitFeedback: route({
    ...PATHS.submitFeedback,
    cleansTexts: true,
    access: 'signed-in',
    summary: 'Send feedback; once per minute',
    body: calls.FeedbackForm,
    reply: calls.submitFeedback.reply,
    errors: calls.submitFeedback.errors,
    spends: 'send_feedback',
  }),
  startScreenshotUpload: route({
    ...PATHS.startScreenshotUpload,
    access: 'signed-in',
    summary: 'Where and how a screenshot may be put before its feedback is sent',
    body: calls.UploadWish,
    reply: calls.startScreenshotUpload.reply,
    errors: calls.startScreenshotUpload.errors,
    spends: 'upload_screenshot',
  }),
  listFeedback: route({
    ...PATHS.listFeedback,
    access: 'admin',
    audit: { none: 'what people wrote to the administrators' },
    summary: 'A page of feedback',
    query: calls.FeedbackQuery,
    reply: calls.listFeedback.reply,
    errors: ['unavailable'],
  }),
  exportFeedback: route({
    ...PATHS.exportFeedback,
    access: 'admin',
    audit: { act: 'feedback-exported', details: ['search', 'type', 'status'] },
    summary: 'Everything that a filter finds, newest first, fifty at a time',
    body: calls.exportFeedback.request,
    reply: calls.exportFeedback.reply,
    errors: ['unavailable'],
  }),
  changeFeedback: route({
    ...PATHS.changeFeedback,
    access: 'admin',
    audit: { act: 'feedback-changed', on: ['feedback', 'feedbackId'], details: ['status', 'replyNote'] },
    summary: 'Another status, another reply note',
    params: oneOf,
    body: calls.FeedbackChange,
    reply: calls.Feedback,
    errors: calls.changeFeedback.errors,
  }),
  deleteFeedback: route({
    ...PATHS.deleteFeedback,
    access: 'admin',
    audit: { act: 'feedback-deleted', on: ['feedback', 'feedbackId'] },
    summary: 'Delete feedback with its screenshot',
    params: oneOf,
    reply: calls.deleteFeedback.reply,
    errors: ['unavailable'],
  }),
  readScreenshot: route({
    ...PATHS.readScreenshot,
    access: 'admin',
    audit: { act: 'screenshot-read', on: ['feedback', 'feedbackId'] },
    summary: 'A short-lived address of a screenshot',
    params: oneOf,
    reply: calls.readScreenshot.reply,
    errors: calls.readScreenshot.errors,
  }),
} as const;
