import { jest } from '@jest/globals';

/** For specs that start many processes. Only against a hanging test; generous for a busy machine. */
jest.setTimeout(240_000);
