export { AdminApi, type AdminApiOptions, RealmError } from './admin-api.js';
export type { Json } from './difference.js';
export { REALM_FILE } from './realm-file.js';
export { type RealmSettings, type SyncOptions, type SyncOutcome, syncRealm } from './sync-realm.js';
export { ASSERTION_KEYS_PATH } from './sync.config.js';
