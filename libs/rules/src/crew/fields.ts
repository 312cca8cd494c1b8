import { z } from 'zod';
import { UserId } from '../ids.js';
import { RIGHTS } from '../state.js';
import { HELP_CATEGORIES } from '../state.js';

/** Fields of commands and events of the crew. Apart from them, as code of views runs without schemas. */
export const Right = z.enum(RIGHTS);
export const Rights = z.array(Right).min(1).max(RIGHTS.length);
export const HelpCategory = z.enum(HELP_CATEGORIES);
export const memberFields = () => ({ userId: UserId, name: z.string(), rights: Rights });
