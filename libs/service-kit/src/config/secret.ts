import { z } from 'zod';

const SECRETS = new WeakSet<z.core.$ZodType>();

/**
 * Marks a variable of a config schema that nobody but the service may learn: a password, a key, a URL that may carry one.
 * A secret has no default.
 */
export function secret<Schema extends z.ZodType>(schema: Schema): Schema {
  SECRETS.add(schema);
  return schema;
}

export function isSecret(schema: z.core.$ZodType | undefined): boolean {
  if (schema === undefined) return false;
  return SECRETS.has(schema) || (schema instanceof z.ZodOptional && isSecret(schema.unwrap()));
}

/** The value of a secret, and what of it a schema's message might quote alone: the parts of a URL. */
export function partsOfSecret(value: string): string[] {
  const parts = URL.canParse(value)
    ? credentialsOf(new URL(value))
    : (/:\/\/([^@]*)@/.exec(value)?.[1]?.split(':') ?? []);
  return [value, ...parts].filter((part) => part !== '');
}

function credentialsOf({ username, password }: URL): string[] {
  return [username, password].flatMap((part) => [part, decoded(part)]);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
