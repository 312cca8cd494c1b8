/** The services with a database: each has a schema and a role of its name. */
export const SCHEMAS = ['game', 'library', 'identity', 'telemetry', 'feedback'] as const;
export type Schema = (typeof SCHEMAS)[number];
