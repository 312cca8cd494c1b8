import { z } from 'zod';
import { Settings } from '@earworm/rules';
import { templateFromGame } from './calls/template-games.js';
import { reportTemplate, settleReports, templateReports } from './calls/template-reports.js';
import * as calls from './calls/templates.js';
import { CommandId } from './call.js';
import { answersOf, TEMPLATE_BODY, route } from './route.js';
import { TemplateChange, TemplateId, TemplateSearch } from './template.js';

const signedIn = 'signed-in' as const;
const params = z.strictObject({ templateId: TemplateId });
/** Fields of a call's request that the gateway fills in, so they are not part of the route's body. */
const notTyped = { actor: true, templateId: true } as const;

export const TEMPLATE_ROUTES = {
  browseTemplates: route({
    access: signedIn,
    price: 4,
    summary: 'Published templates: search, tags, language, order, a page of 24',
    query: TemplateSearch,
    ...answersOf(calls.browseTemplates),
  }),
  myTemplates: route({
    access: signedIn,
    price: 2,
    summary: "The user's own templates, last changed first",
    query: z.strictObject({ page: TemplateSearch.shape.page }),
    ...answersOf(calls.myTemplates),
  }),
  createTemplate: route({
    cleansTexts: true,
    access: signedIn,
    bodyLimits: TEMPLATE_BODY,
    summary: 'A new template under an id that the client made, empty or with a board',
    body: calls.createTemplate.request.omit({ actor: true }),
    ...answersOf(calls.createTemplate),
    spends: 'keep_template',
  }),
  templateFromGame: route({
    cleansTexts: true,
    access: signedIn,
    price: 4,
    summary: "A game's board as a template; its moderator only",
    body: templateFromGame.request.omit({ actor: true }),
    ...answersOf(templateFromGame),
    spends: 'keep_template',
  }),
  templateSchema: route({
    access: 'public',
    summary: 'The JSON Schema of template files',
    reply: z.record(z.string(), z.unknown()),
    errors: [],
  }),
  templateReports: route({
    access: 'admin',
    audit: { none: 'reports that people sent to the administrators' },
    summary: 'Reported templates and those taken down',
    ...answersOf(templateReports),
  }),
  readTemplate: route({
    access: signedIn,
    price: 3,
    audit: {
      act: 'template-read',
      on: ['template', 'templateId'],
      insteadOf: ['template-not-found', 'template-not-yours'],
    },
    summary: 'A template with its board, without what gives a question away',
    params,
    ...answersOf(calls.readTemplate),
  }),
  readTemplateContent: route({
    access: signedIn,
    price: 4,
    audit: {
      act: 'template-read',
      on: ['template', 'templateId'],
      insteadOf: ['template-not-found', 'template-not-yours'],
    },
    summary: 'Everything of a template, for its owner',
    params,
    ...answersOf(calls.readTemplateContent),
  }),
  saveTemplate: route({
    bodyLimits: TEMPLATE_BODY,
    cleansTexts: true,
    access: signedIn,
    summary: 'Save edits of a version; refused when another user has changed it since',
    params,
    body: TemplateChange,
    ...answersOf(calls.saveTemplate),
    spends: 'save_template',
  }),
  publishTemplate: route({
    access: signedIn,
    summary: 'Publish or unpublish',
    params,
    body: calls.publishTemplate.request.omit(notTyped),
    ...answersOf(calls.publishTemplate),
  }),
  deleteTemplate: route({
    access: signedIn,
    summary: 'Delete for good',
    params,
    ...answersOf(calls.deleteTemplate),
  }),
  copyTemplate: route({
    access: signedIn,
    price: 4,
    summary: "A copy of one's own under an id that the client made",
    params,
    body: calls.copyTemplate.request.omit(notTyped),
    ...answersOf(calls.copyTemplate),
    spends: 'keep_template',
  }),
  startTemplate: route({
    cleansTexts: true,
    access: signedIn,
    price: 4,
    summary: 'A new game with the questions of a template',
    params,
    body: z.strictObject({
      requestId: CommandId,
      moderatorName: z.string().max(80),
      settings: Settings.partial().optional(),
      timeTrialMode: z.boolean().optional(),
    }),
    reply: z.strictObject({ gameId: z.string(), gameCode: z.string() }),
    errors: [
      'sign-in-to-create',
      'template-not-found',
      'template-empty',
      'name-required',
      'name-too-long',
      'limit-create',
      'game-erased',
      'create-failed',
      'busy',
    ],
  }),
  exportTemplate: route({
    access: signedIn,
    price: 6,
    audit: {
      act: 'template-exported',
      on: ['template', 'templateId'],
      insteadOf: ['template-not-found', 'template-not-yours'],
      details: ['format'],
    },
    summary: 'A template as a file, JSON or CSV; for its owner',
    params,
    query: z.strictObject({ format: calls.TemplateFormat }),
    ...answersOf(calls.exportTemplate),
  }),
  reportTemplate: route({
    cleansTexts: true,
    access: signedIn,
    summary: 'Tell the admins that something is wrong with a template',
    params,
    body: reportTemplate.request.omit(notTyped),
    ...answersOf(reportTemplate),
  }),
  settleReports: route({
    access: 'admin',
    audit: { act: 'template-reports-settled', on: ['template', 'templateId'], details: ['verdict'], reason: 'note' },
    summary: 'Take a template down, dismiss its reports, or let it be published again',
    params,
    body: settleReports.request.omit(notTyped),
    ...answersOf(settleReports),
  }),
} as const;
