import { z } from 'zod';
import * as calls from './calls/feedback.js';
import { answersOf, route } from './route.js';

const oneOf = z.strictObject({ feedbackId: z.uuid() });

export const FEEDBACK_ROUTES = {
  submitFeedback: route({
    cleansTexts: true,
    access: 'signed-in',
    summary: 'Send feedback; once per minute',
    body: calls.FeedbackForm,
    ...answersOf(calls.submitFeedback),
    spends: 'send_feedback',
  }),
  startScreenshotUpload: route({
    access: 'signed-in',
    summary: 'Where and how a screenshot may be put before its feedback is sent',
    body: calls.UploadWish,
    ...answersOf(calls.startScreenshotUpload),
    spends: 'upload_screenshot',
  }),
  listFeedback: route({
    access: 'admin',
    audit: { none: 'what people wrote to the administrators' },
    summary: 'A page of feedback',
    query: calls.FeedbackQuery,
    reply: calls.listFeedback.reply,
    errors: ['unavailable'],
  }),
  exportFeedback: route({
    access: 'admin',
    audit: { act: 'feedback-exported', details: ['search', 'type', 'status'] },
    summary: 'Everything that a filter finds, newest first, fifty at a time',
    body: calls.exportFeedback.request,
    reply: calls.exportFeedback.reply,
    errors: ['unavailable'],
  }),
  changeFeedback: route({
    access: 'admin',
    audit: { act: 'feedback-changed', on: ['feedback', 'feedbackId'], details: ['status', 'replyNote'] },
    summary: 'Another status, another reply note',
    params: oneOf,
    body: calls.FeedbackChange,
    reply: calls.Feedback,
    errors: calls.changeFeedback.errors,
  }),
  deleteFeedback: route({
    access: 'admin',
    audit: { act: 'feedback-deleted', on: ['feedback', 'feedbackId'] },
    summary: 'Delete feedback with its screenshot',
    params: oneOf,
    reply: calls.deleteFeedback.reply,
    errors: ['unavailable'],
  }),
  readScreenshot: route({
    access: 'admin',
    audit: { act: 'screenshot-read', on: ['feedback', 'feedbackId'] },
    summary: 'A short-lived address of a screenshot',
    params: oneOf,
    ...answersOf(calls.readScreenshot),
  }),
} as const;
