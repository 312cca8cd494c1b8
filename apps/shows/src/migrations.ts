import { CreateCrewLinks1764700000000 } from './crew-links/migrations/1764700000000-create-crew-links.js';

/** Everything that makes this service's schema, oldest first. */
export const MIGRATIONS = [CreateCrewLinks1764700000000];
