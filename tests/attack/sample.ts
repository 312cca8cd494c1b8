import { randomUUID } from 'node:crypto';
import type { Route } from '@earworm/contracts';
import { z } from 'zod';

interface Json {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly items?: Json;
}

/** Something that the schema accepts, as far as its outline goes. */
export const sampleOf = (schema: z.ZodType | undefined): unknown =>
  schema === undefined ? {} : sample(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json);

function sample(schema: Json): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first !== undefined) return sample(first);
  switch (schema.type) {
    case 'object': {
      const required = schema.required ?? [];
      return Object.fromEntries(required.map((name) => [name, named(name) ?? sample(schema.properties?.[name] ?? {})]));
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}));
    case 'number':
    case 'integer':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return schema.format === 'uuid' ? randomUUID() : textOf(schema);
  }
}

const TEXTS = ['sample-0123456789', 'sample', 'en', '0'.repeat(32), '0'.repeat(43), '2026-01-31'];

function textOf({ pattern, minLength = 0 }: Json): string {
  const texts = TEXTS.map((text) => text.padEnd(minLength, '0'));
  return texts.find((text) => pattern === undefined || new RegExp(pattern).test(text)) ?? '';
}

/** What has to be more than a text to be looked at any further. */
function named(name: string): string | undefined {
  if (name === 'timeZone') return 'Europe/Berlin';
  return name === 'email' ? `sample-${randomUUID()}@example.org` : undefined;
}

/** The route's path with something for each of its parameters. */
export const filled = ({ path }: Pick<Route, 'path'>, value: string = randomUUID()): string =>
  path.replace(/:\w+/g, value);
