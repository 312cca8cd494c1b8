import { z } from 'zod';

/** Where docs/configuration.md lists a variable. */
export type Section = 'address' | 'data' | 'accounts' | 'load' | 'observability' | 'limits' | 'preparation';

interface Description {
  readonly section: Section;
  /** Markdown, for operators. */
  readonly meaning: string;
  /** Markdown, where the schema's default would not say it. */
  readonly standard?: string;
}

const descriptions = z.registry<Description>();

/** Describes a variable for docs/configuration.md. A name that several schemas have is described in one of them. */
export function described<Schema extends z.ZodType>(
  section: Section,
  schema: Schema,
  meaning: string,
  standard?: string,
): Schema {
  descriptions.add(schema, { section, meaning, ...(standard === undefined ? {} : { standard }) });
  return schema;
}

export const descriptionOf = (schema: z.ZodType): Description | undefined => descriptions.get(schema);
