import { z } from 'zod';

/** What a link to the stage carries: 24 random bytes. */
export const StageKey = z.string().regex(/^[\w-]{32}$/);
