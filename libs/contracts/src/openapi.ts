import { z } from 'zod';
import { ERRORS, type ErrorCode } from './error-table.js';
import { messageOf } from './errors.js';
import { clipPath, logoPath } from './paths.js';
import { errorsOf, recordedOf, type Route, ROUTES } from './routes.js';

type Json = Record<string, unknown>;

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
};

/** An OpenAPI 3.1 document of every route in ROUTES, of the audio clips and the logos of events. */
export function openApi(): Json {
  const paths: Record<string, Json> = {};
  for (const [operationId, route] of Object.entries<Route>(ROUTES)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(operationId, route) };
  }
  const text = (name: string) => ({ name, in: 'path', required: true, schema: { type: 'string', maxLength: 64 } });
  paths[clipPath('{clipId}')] = {
    get: {
      operationId: 'clip',
      summary: 'An audio clip; never changes',
      parameters: [text('clipId')],
      responses: { 200: { description: 'The sound', content: { 'audio/*': {} } }, ...refusals(['not-found']) },
    },
  };
  paths[logoPath('{showId}', '{hash}')] = {
    get: {
      operationId: 'showLogo',
      summary: 'The logo of an event; never changes',
      parameters: [text('showId'), text('hash')],
      responses: { 200: { description: 'The picture', content: { 'image/*': {} } }, ...refusals(['not-found']) },
    },
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Earworm', version: '1', description: 'The HTTP routes of the gateway.' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Refusal: REFUSAL },
    },
  };
}

const REFUSAL: Json = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: Object.keys(ERRORS) },
    params: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    message: { type: 'string', description: 'The exact sentence for people, its placeholders filled' },
  },
};

function operation(operationId: string, route: Route): Json {
  const parameters = [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')];
  return {
    operationId,
    summary: route.summary,
    'x-price': route.price ?? 1,
    ...(route.access === 'public' ? {} : { security: [{ bearer: route.access === 'admin' ? ['admin'] : [] }] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: { required: true, content: { [bodyTypeOf(route)]: { schema: schemaOf(route.body, 'input') } } },
        }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: schemaOf(route.reply, 'output') } } },
      ...refusals([...errorsOf(route), ...(recordedOf(route) === null ? [] : (['audit-unavailable'] as const))]),
    },
  };
}

const bodyTypeOf = ({ form }: Route): string =>
  form === true ? 'application/x-www-form-urlencoded' : 'application/json';

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: each,
  }));
}

function refusals(codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, string[]>();
  for (const code of codes) {
    const { http } = ERRORS[code];
    byStatus.set(http, [...(byStatus.get(http) ?? []), `\`${code}\`: ${sentence(code)}`]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [
      status,
      {
        description: lines.join('\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    ]),
  );
}

const sentence = (code: ErrorCode): string =>
  messageOf(
    code,
    Object.fromEntries([...ERRORS[code].message.matchAll(/\{(\w+)\}/g)].map(([all, name]) => [name, all])),
  );
