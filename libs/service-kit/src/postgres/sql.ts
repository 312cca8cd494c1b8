import pg from 'pg';

/** A name as SQL wants it, quoted. */
export const ident = (name: string): string => pg.escapeIdentifier(name);
/** A text as SQL wants it, quoted, for statements that take no parameters. */
export const literal = (text: string): string => pg.escapeLiteral(text);
