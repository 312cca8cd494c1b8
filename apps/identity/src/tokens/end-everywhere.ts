import type { EntityManager } from 'typeorm';

/**
 * Signs a user out everywhere, in one transaction with the change that makes it necessary: neither can be had without the
 * other. No token made before this resolves counts after it.
 */
export type EndEverywhere = (userId: string, change?: (tx: EntityManager) => Promise<void>) => Promise<void>;
