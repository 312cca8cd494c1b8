import { z } from 'zod';
import { Settings } from '@earworm/rules';
import { exportTemplate, importTemplate, TemplateFormat } from './calls/template-files.js';
import { templateFromGame } from './calls/template-games.js';
import { reportTemplate, settleReports, templateReports } from './calls/template-reports.js';
import * as calls from './calls/templates.js';
import { CommandId } from './command-id.js';
import { PATHS } from './paths.js';
import { route } from './route.js';
import { TemplateChange, TemplateFacts, TemplateId, TemplateSearch } from './template.js';

const signedIn = 'signed-in' as const;
const params = z.strictObject({ templateId: TemplateId });
/** The body of a route is its call's request without what the gateway knows itself. */
const notTyped = { actor: true, templateId: true } as const;

/** The routes of the template library; part of the one table. */
export const TEMPLATE_ROUTES = {
  browseTemplates: route({
    ...PATHS.browseTemplates,
    access: signedIn,
    summary: 'Published templates: search, tags, language, order, a page of 24',
    query: TemplateSearch,
    reply: calls.browseTemplates.reply,
    errors: calls.browseTemplates.errors,
  }),
  myTemplates: route({
    ...PATHS.myTemplates,
    access: signedIn,
    summary: "The user's own templates, last changed first",
    query: z.strictObject({ page: TemplateSearch.shape.page }),
    reply: calls.myTemplates.reply,
    errors: calls.myTemplates.errors,
  }),
  createTemplate: route({
    ...PATHS.createTemplate,
    cleansTexts: true,
    access: signedIn,
    summary: 'A new, empty template under an id that the client made',
    body: z.strictObject({ templateId: TemplateId, facts: TemplateFacts }),
    reply: calls.createTemplate.reply,
    errors: calls.createTemplate.errors,
    spends: 'keep_template',
  }),
  importTemplate: route({
    ...PATHS.importTemplate,
    bodyLimits: { bytes: 3 * 1024 ** 2, members: 1_000 },
    access: signedIn,
    summary: 'A JSON or CSV file as a new template; problems come with line and column',
    body: importTemplate.request.omit({ actor: true }),
    reply: importTemplate.reply,
    errors: importTemplate.errors,
    spends: 'keep_template',
  }),
  templateFromGame: route({
    ...PATHS.templateFromGame,
    cleansTexts: true,
    access: signedIn,
    summary: "A game's board as a template; its moderator only",
    body: templateFromGame.request.omit({ actor: true }),
    reply: templateFromGame.reply,
    errors: templateFromGame.errors,
    spends: 'keep_template',
  }),
  templateSchema: route({
    ...PATHS.templateSchema,
    access: 'public',
    summary: 'The JSON Schema of template files',
    reply: z.record(z.string(), z.unknown()),
    errors: [],
  }),
  templateReports: route({
    ...PATHS.templateReports,
    access: 'admin',
    audit: { none: 'reports that people sent to the administrators' },
    summary: 'Reported templates and those taken down',
    reply: templateReports.reply,
    errors: templateReports.errors,
  }),
  readTemplate: route({
    ...PATHS.readTemplate,
    access: signedIn,
    audit: {
      act: 'template-read',
      on: ['template', 'templateId'],
      insteadOf: ['template-not-found', 'template-not-yours'],
    },
    summary: 'A template with its board, without what gives a question away',
    params,
    reply: calls.readTemplate.reply,
    errors: calls.readTemplate.errors,
  }),
  readTemplateContent: route({
    ...PATHS.readTemplateContent,
    access: signedIn,
    audit: {
      act: 'template-read',
      on: ['template', 'templateId'],
      insteadOf: ['template-not-found', 'template-not-yours'],
    },
    summary: 'Everything of a template, for its owner',
    params,
    reply: calls.readTemplateContent.reply,
    errors: calls.readTemplateContent.errors,
  }),
  saveTemplate: route({
    ...PATHS.saveTemplate,
    bodyLimits: { bytes: 3 * 1024 ** 2, members: 100_000 },
    cleansTexts: true,
    access: signedIn,
    summary: 'What changed since a version; refused when somebody else has changed it meanwhile',
    params,
    body: TemplateChange,
    reply: calls.saveTemplate.reply,
    errors: calls.saveTemplate.errors,
    spends: 'save_template',
  }),
  publishTemplate: route({
    ...PATHS.publishTemplate,
    access: signedIn,
    summary: 'Publish or unpublish',
    params,
    body: calls.publishTemplate.request.omit(notTyped),
    reply: calls.publishTemplate.reply,
    errors: calls.publishTemplate.errors,
  }),
  deleteTemplate: route({
    ...PATHS.deleteTemplate,
    access: signedIn,
    summary: 'Delete for good',
    params,
    reply: calls.deleteTemplate.reply,
    errors: calls.deleteTemplate.errors,
  }),
  copyTemplate: route({
    ...PATHS.copyTemplate,
    access: signedIn,
    summary: "A copy of one's own under an id that the client made",
    params,
    body: calls.copyTemplate.request.omit(notTyped),
    reply: calls.copyTemplate.reply,
    errors: calls.copyTemplate.errors,
    spends: 'keep_template',
  }),
  startTemplate: route({
    ...PATHS.startTemplate,
    cleansTexts: true,
    access: signedIn,
    summary: 'A new game with the questions of a template',
    params,
    body: z.strictObject({
      requestId: CommandId,
      moderatorName: z.string().max(80),
      settings: Settings.partial().optional(),
    }),
    reply: z.strictObject({ gameId: z.string(), gameCode: z.string() }),
    errors: [
      'sign-in-to-create',
      'template-not-found',
      'template-empty',
      'name-required',
      'name-too-long',
      'limit-create',
      'create-failed',
      'busy',
    ],
  }),
  exportTemplate: route({
    ...PATHS.exportTemplate,
    access: signedIn,
    audit: {
      act: 'template-exported',
      on: ['template', 'templateId'],
      insteadOf: ['template-not-found', 'template-not-yours'],
      details: ['format'],
    },
    summary: 'A template as a file, JSON or CSV; for its owner',
    params,
    query: z.strictObject({ format: TemplateFormat }),
    reply: exportTemplate.reply,
    errors: exportTemplate.errors,
  }),
  reportTemplate: route({
    ...PATHS.reportTemplate,
    cleansTexts: true,
    access: signedIn,
    summary: 'Tell the admins that something is wrong with a template',
    params,
    body: reportTemplate.request.omit(notTyped),
    reply: reportTemplate.reply,
    errors: reportTemplate.errors,
  }),
  settleReports: route({
    ...PATHS.settleReports,
    access: 'admin',
    audit: { act: 'template-reports-settled', on: ['template', 'templateId'], details: ['verdict'], reason: 'note' },
    summary: 'Take a template down, dismiss its reports, or let it be published again',
    params,
    body: settleReports.request.omit(notTyped),
    reply: settleReports.reply,
    errors: settleReports.errors,
  }),
} as const;
