/** Every number and limit of the product that a rule depends on. Times are in milliseconds unless named otherwise. */

/** Capital letters and digits without I, O, 0 and 1, which people confuse when a code is read aloud. */
export const GAME_CODE_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const GAME_CODE_LENGTH = 6;
/** Characters as people count them; an emoji may consist of ten code points. */
export const NAME_MAX_LENGTH = 20;
/** UTF-8 bytes of a name: 20 flags, or 8 families of three. */
export const NAME_MAX_BYTES = 160;
/** UTF-16 units of what a name is read from. */
export const NAME_MAX_UNITS = 80;
/** Names that wait for a review at once. */
export const UNREVIEWED_MAX = 500;
/** Reported names that wait for the crew at once, and players of whom a game remembers that they reported the same name. */
export const REPORTED_NAMES_MAX = 100;
export const NAME_REPORTERS_MAX = 20;
/** Words that a game does not allow in names of players besides the block list, and characters of one. */
export const BLOCKED_NAMES_MAX = 100;
export const BLOCKED_NAME_MAX_LENGTH = 30;
export const PASSWORD_MIN_LENGTH = 6;
export const POINTS_START = 100;
export const POINTS_STEP = 100;
export const TIME_TRIAL_POINTS_PER_SECOND = 5;
export const STARTING_SCORE = 0;
export const GAME_HISTORY_LIMIT = 20;

/** Bounds that keep one game's state, snapshot and log finite. Reaching one is answered with `game-full`. */
export const PLAYERS_MAX = 5_000;
/** How many names of its members a view has of each team. */
export const MEMBER_NAMES_SHOWN = 3;
export const TEAMS_MAX = 100;
/** UTF-16 units of the key by which an event knows a team. */
export const TEAM_KEY_MAX_LENGTH = 40;
export const CATEGORIES_MAX = 200;
export const QUESTIONS_PER_CATEGORY_MAX = 30;
export const CATEGORY_NAME_MAX_LENGTH = 60;
export const TEXT_MAX_LENGTH = 200;
/** Requests for seats that wait for the moderator at once, and those refused that a game remembers. */
export const SEAT_REQUESTS_MAX = 5;
export const SEAT_REFUSALS_MAX = 50;
/** A user who was refused a seat may ask once more after this; refused again, never. */
export const SEAT_REFUSED_MS = 60_000;
/** Why a score or a verdict was changed. */
export const REASON_MAX_LENGTH = 100;
/** Verdicts that can still be changed: the newest of a game. */
export const VERDICTS_MAX = 500;
/** Score changes that are listed and can be undone: the newest of a game. */
export const SCORE_CHANGES_MAX = 200;
export const LINK_MAX_LENGTH = 500;
export const POINTS_MAX = 1_000_000;
/** Questions of a game, in bytes of JSON, about 1,000 of them. A game that holds more can be copied, but not grow. */
export const QUIZ_BYTES_MAX = 256_000;
/** What a question takes besides its texts: keys, an id and marks. */
export const QUESTION_BYTES = 128;
/** Texts of the largest game of earlier releases, and so of a copy: a snapshot of it fits into one message of the bus. */
export const QUIZ_COPY_BYTES_MAX = 2_000_000;

/**
 * What a member of the crew may do. `judge`: select, judge, undo, music, timer, start and end. `people`: rename, remove, ban,
 * lock and seats. `settings`: board, settings and play again.
 */
export const RIGHTS = ['judge', 'people', 'settings'] as const;
export type Right = (typeof RIGHTS)[number];
/** What a call for help is about. */
export const HELP_CATEGORIES = ['sound', 'connection', 'device', 'player', 'scores', 'other'] as const;
export type HelpCategory = (typeof HELP_CATEGORIES)[number];
/** Who an announcement is for. */
export const AUDIENCES = ['players', 'crew', 'stage'] as const;
export type Audience = (typeof AUDIENCES)[number];
export const ANNOUNCEMENT_MAX_LENGTH = 200;
export const ANNOUNCEMENT_MAX_MINUTES = 240;

/** Members of a crew, the owner among them. */
export const CREW_MAX = 20;
/** Characters of a room's name. */
export const ROOM_NAME_MAX_LENGTH = 40;
/** What a call for help says. */
export const HELP_MAX_LENGTH = 300;

/** How long after its end the moderator may reopen a game. */
export const REOPEN_MS = 600_000;

/** A reported position that differs less than this from the computed one is no news. */
export const SONG_MAX_MS = 86_400_000;
export const SONG_DRIFT_MS = 1_000;

/** What a view shows of a game of any size. */
export const LEADERS_SHOWN = 50;
export const QUEUE_SHOWN = 20;

/** Right answers in a row that are named at the end of a game. */
export const STREAK_MIN = 3;

/** The longest time that a player may not buzz after a wrong answer. */
export const LOCK_OUT_SECONDS_MAX = 60;

/** How long buzzes are held until their order is shown, ms. */
export const BUZZ_HOLD_MS = { least: 20, usual: 80, most: 250 } as const;

/** The longest lock after a buzz before the song; and until when one is locked who is out, ms since the epoch. */
export const FALSE_START_SECONDS_MAX = 5;
/**
 * A desk looks every 250 ms whether the song is heard, and its report has a way to here: the song may have begun so much
 * earlier, ms. A lock for a buzz of that time is lifted.
 */
export const FALSE_START_FORGIVEN_MS = 500;
export const UNTIL_QUESTION_IS_OVER = 8_640_000_000_000_000;

/** An award that more players share is left out. */
export const AWARD_WINNERS_MAX = 2;

/** Raised whenever a client's copy of these rules would compute other views: such a client gets snapshots, no events. */
export const RULES = 7;

export const ID_MAX_LENGTH = 64;
export const ID_PATTERN = /^[A-Za-z0-9_-]+$/;
/** How often the status of a room's game is repeated that has left memory. */
export const RESTING_REPEAT_MS = 60_000;
