import { z } from 'zod';

/** Building blocks of service schemas. Variables are text; these turn them into what they mean. */

/** `true`, `1`, `yes`, `on` or their opposites. */
export const flag = (byDefault: boolean) =>
  z
    .enum(['true', 'false', '1', '0', 'yes', 'no', 'on', 'off'], 'must be true or false')
    .transform((text) => ['true', '1', 'yes', 'on'].includes(text))
    .default(byDefault);

export const integer = (bounds: { min: number; max: number; default?: number }) => {
  const message = `must be a whole number from ${bounds.min} to ${bounds.max}`;
  const schema = z
    .string()
    .regex(/^-?\d+$/, message)
    .transform(Number)
    .refine((n) => n >= bounds.min && n <= bounds.max, message);
  return bounds.default === undefined ? schema : schema.default(bounds.default);
};

/** A TCP port; 0 takes any free one. */
export const port = (byDefault: number) => integer({ min: 0, max: 65_535 }).default(byDefault);

/** A URL of one of the schemes, kept as text. */
export const url = (...schemes: readonly string[]) =>
  z.string().refine((text) => URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)), {
    message: `must be a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  });

/** Comma-separated; blanks around each are nothing. Unset: empty. */
export const list = () =>
  z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((each) => (each.trim() === '' ? [] : [each.trim()])));

export const postgresUrl = () => url('postgres', 'postgresql');
