import { z } from 'zod';

/** Made by the client, so that the same request twice is done once. Of characters that every store and log takes as they are. */
export const CommandId = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/);
