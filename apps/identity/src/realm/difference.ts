export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json | undefined };
export type JsonObject = { readonly [key: string]: Json | undefined };

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Paths only, because values may be secret. Ignores keys that `desired` lacks; compares lists as sets. */
export function differences(desired: Json | undefined, actual: Json | undefined, path = ''): string[] {
  if (isObject(desired)) {
    const current = isObject(actual) ? actual : {};
    return Object.entries(desired).flatMap(([key, value]) =>
      differences(value, current[key], path === '' ? key : `${path}.${key}`),
    );
  }
  return canonical(desired) === canonical(actual) ? [] : [path];
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
