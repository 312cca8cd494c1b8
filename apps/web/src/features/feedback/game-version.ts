import about from '../../../package.json' with { type: 'json' };

/** Of the pages that are open here, which may be older than the server. */
export const GAME_VERSION = about.version;
