export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };
export type JsonObject = { readonly [key: string]: Json | undefined };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface Difference {
  /** Keys separated by dots. */
  readonly path: string;
  readonly actual: Json | undefined;
  readonly desired: Json | undefined;
}

/** Ignores keys that `desired` lacks; compares lists as sets. */
export function differences(desired: Json | undefined, actual: Json | undefined, path = ''): Difference[] {
  if (isObject(desired)) {
    const current = isObject(actual) ? actual : {};
    return Object.entries(desired).flatMap(([key, value]) =>
      differences(value, current[key], path === '' ? key : `${path}.${key}`),
    );
  }
  return canonical(desired) === canonical(actual) ? [] : [{ path, actual, desired }];
}

/** Such as `accessTokenLifespan (300 → 1800)`; secrets by their path alone. */
export function textOf({ path, actual, desired }: Difference): string {
  return SECRET.test(path) ? path : `${path} (${shown(actual)} → ${shown(desired)})`;
}

/** Not the policy of passwords. */
const SECRET = /secret|password(hash)?$/i;
const SHOWN_MAX = 200;

function shown(value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return 'not set';
  const text = Array.isArray(value) ? `[${value.map(nameIn).join(', ')}]` : nameIn(value);
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}

/** Of an item of a list, such as an attribute of the user profile. */
function nameIn(value: Json): string {
  const name = isObject(value) ? value['name'] : value;
  return typeof name === 'string' ? name : JSON.stringify(value);
}

export function merge(desired: Json | undefined, actual: Json | undefined): Json | undefined {
  if (!isObject(desired)) return desired;
  const current = isObject(actual) ? actual : {};
  const merged = Object.entries(desired).map(([key, value]) => [key, merge(value, current[key])] as const);
  return { ...current, ...Object.fromEntries(merged) };
}

/** Keycloak omits empty values. */
function canonical(value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'null' : `[${value.map(canonical).sort().join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}:${canonical(each)}`);
  return `{${entries.sort().join()}}`;
}
