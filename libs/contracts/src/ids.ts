import { z } from 'zod';

/** Made by the client: a request that is sent twice is done once. */
export const CommandId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);

/** What a link to the stage carries: 24 random bytes. */
export const StageKey = z.string().regex(/^[\w-]{32}$/);
