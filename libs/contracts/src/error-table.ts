import { type RejectionCode } from '@earworm/rules';

/**
 * `http`: status code. `message`: text on screens; the params of a refusal replace its `{name}` placeholders.
 * `wait`: seconds to use for `{n}` if the refusal does not give them.
 */
type Row = readonly [http: number, message: string, wait?: number];

const rules = {
  'game-not-found': [404, 'Game not found'],
  'game-ended': [410, 'This game has already ended'],
  'game-already-exists': [409, 'Failed to create game'],
  'not-moderator': [403, 'Only the moderator of this game can do that.'],
  'not-a-player': [403, 'Join the game first.'],
  'not-in-setup': [409, 'This game has already started.'],
  'start-held': [409, 'The organisers hold the start. You can start the game as soon as they release it.'],
  'not-playing': [409, 'This game has not started yet.'],
  paused: [409, 'The game is paused.'],
  'name-required': [400, 'Please enter your name.'],
  'name-too-long': [400, 'A name can have at most 20 characters.'],
  'name-link': [400, 'A name cannot contain a web address.'],
  'name-blocked': [400, 'This name is not allowed here. Please choose another one.'],
  'names-in-review': [409, 'Names are still being checked. Please try again in a moment.'],
  'name-taken': [409, 'This name is already taken in this game.'],
  'category-name-required': [400, 'Category name is required'],
  'category-not-found': [404, 'Category not found: {id}'],
  'question-not-found': [404, 'Current question data not found.'],
  'question-already-answered': [409, 'This question has already been played.'],
  'question-in-play': [409, 'Finish the current question first.'],
  'not-your-turn': [409, 'It is not your turn to pick.'],
  'id-taken': [409, 'This ID is already in use.'],
  'youtube-link-required': [400, 'YouTube link is required'],
  'youtube-link-invalid': [400, 'This is not a link to a YouTube video.'],
  'answer-required': [400, 'Answer is required'],
  'no-active-question': [409, 'No question is currently active'],
  'no-active-question-to-mark': [409, 'No question is currently active to mark as unanswered.'],
  'invalid-judge-state': [409, 'Invalid state for judging answer.'],
  'question-not-current': [409, 'That question is no longer the current one.'],
  'already-attempted': [409, 'You have already tried this question.'],
  'locked-out': [409, 'You have to wait before you buzz again.'],
  'stale-edit': [409, 'Somebody else changed this in the meantime.'],
  'game-full': [409, 'This game is full.'],
  'quiz-too-large': [413, 'A game can have up to 256 KB of questions, about 1,000. Split them into several games.'],
  'not-allowed': [403, 'You are not allowed to do that.'],
  'no-verdict-to-undo': [409, 'This verdict can no longer be undone.'],
  'verdict-not-found': [404, 'This verdict does not exist.'],
  'score-change-not-found': [409, 'This score change can no longer be undone.'],
  'reason-required': [400, 'Please enter a reason.'],
  'player-not-found': [404, 'This player is not in the game.'],
  'name-reserved': [409, 'This name belongs to somebody who left the game. Choose another name, or ask for the seat.'],
  'too-many-seat-requests': [409, 'Several people are asking for a seat right now. Please try again in a moment.'],
  'seat-request-open': [409, 'You have already asked for another seat.'],
  'seat-request-over': [409, 'Nobody is waiting for this seat any more.'],
  'seat-refused': [403, 'The moderator did not give you this seat. You can join under another name.'],
  'seat-arrived': [409, 'This player is already there.'],
  'sent-on': [409, 'You are playing in another room now.'],
  'game-followed': [409, 'The next game has already begun. This one can no longer be reopened.'],
  'reopen-too-late': [409, 'This game ended too long ago to be reopened.'],
  'joining-locked': [403, 'This game is not open to new players. Ask the moderator to open it.'],
  banned: [403, 'The moderator banned you from this game.'],
  'right-missing': [403, 'Your role in this crew does not include that.'],
  'taken-over': [403, 'Another member has taken over. Ask to have the desk back.'],
  'leave-seat-first': [409, 'A desk shows the answers. Leave your seat as a player first.'],
  'not-in-crew': [404, 'This person is not in the crew.'],
  'crew-full': [409, 'This crew is full.'],
  'help-open': [409, 'Help has already been called.'],
  'announcement-required': [400, 'Please write what you want to announce.'],
  'team-not-found': [404, 'This team no longer exists'],
  'team-name-taken': [409, 'Another team already has this name'],
  'team-full': [409, 'This team is full'],
  'teams-full': [409, 'A game has at most 100 teams'],
  'team-choice-closed': [409, 'The moderator decides who is in which team'],
  'teams-fixed': [409, 'The organisers of the event have set the teams'],
  'team-name-signs': [400, 'The name of a team cannot contain |, [ or ]'],
  'team-key-invalid': [400, 'The key of a team is empty, too long, or contains |, [ or ]'],
  'team-key-taken': [409, 'Another team of this room already has this key'],
  'not-captain': [403, 'Only the captain of the team can do that'],
} as const satisfies Record<RejectionCode, Row>;

const games = {
  'sign-in-to-create': [401, 'You must be logged in to create a game'],
  'sign-in-to-join': [401, 'You must be logged in to join a game'],
  'invalid-game-id': [400, 'Invalid game ID'],
  'create-failed': [500, 'Failed to create game'],
  'game-erased': [410, 'This game was erased, as its time to be kept was over.'],
  'join-failed': [500, 'Failed to join game'],
  'leave-failed': [500, 'Failed to leave game'],
  'seat-not-answered': [409, 'The moderator has not answered. Ask again, or join under another name.'],
  'buzz-failed': [500, 'Failed to join answer queue. Please try again.'],
  'select-failed': [500, 'Failed to select question'],
} as const satisfies Record<string, Row>;

const limits = {
  'limit-create': [
    429,
    "You've created too many games recently. Please wait {n} seconds before creating another game.",
    60,
  ],
  'limit-answer': [429, "You're answering too quickly. Please wait {n} seconds before trying again.", 30],
  'limit-judge': [429, 'Judge actions are rate limited. Please wait {n} seconds before judging another answer.', 30],
  'limit-join': [429, "You're joining games too quickly. Please wait {n} seconds before trying again.", 30],
  'limit-select': [
    429,
    'Selecting questions too quickly. Please wait {n} seconds before selecting another question.',
    30,
  ],
  'limit-seats': [429, 'Too many players have joined this game from this device.'],
  'limit-seat-requests': [429, "You've asked for a seat too often. Please wait {n} seconds before asking again.", 60],
  'limit-saves': [429, 'You are saving too often. Please wait {n} seconds before trying again.', 30],
  'limit-reports': [429, 'You have sent too many reports. Please wait {n} seconds before sending another.', 30],
  'limit-requests': [429, 'Too many requests. Please wait {n} seconds before trying again.', 30],
  'limit-sign-in': [429, 'Too many attempts. Please wait {n} seconds before trying again.', 30],
} as const satisfies Record<string, Row>;

const auth = {
  'invalid-credential': [401, 'Invalid email or password. Please check your credentials and try again.'],
  'user-not-found': [404, 'No account found with this email. Please sign up first.'],
  'wrong-password': [401, 'Incorrect password. Please try again.'],
  'email-already-in-use': [409, 'Email already in use. Please use a different email or sign in.'],
  'weak-password': [400, 'Password is too weak. Please use at least 6 characters.'],
  'invalid-email': [400, 'Invalid email format. Please enter a valid email.'],
  'account-exists-with-different-credential': [
    409,
    'An account already exists with the same email but different sign-in credentials.',
  ],
  /** The external provider wants something more: a second factor, a new password or a verified address. */
  'single-sign-on-needed': [403, 'This account needs one more step. Continue with single sign-on.'],
  'user-disabled': [403, 'This account has been disabled. Please contact support.'],
  'requires-recent-login': [401, 'This operation requires a recent login. Please sign out and sign in again.'],
  'auth-failed': [500, 'An authentication error occurred. Please try again.'],
  'passwords-do-not-match': [400, 'Passwords do not match'],
  'password-too-common': [400, 'This password is too common and easy to guess. Please choose another one.'],
  'password-too-short': [400, 'Password must be at least 6 characters'],
  'email-required': [400, 'Email is required'],
  'password-required': [400, 'Please enter your password.'],
  'display-name-required': [400, 'Display name is required'],
  'display-name-invalid': [400, 'A display name cannot contain control characters.'],
  'sign-in-failed': [500, 'Failed to sign in'],
  'sign-up-failed': [500, 'Failed to create account'],
  'reset-failed': [500, 'Failed to send reset email'],
  'guest-failed': [500, 'Failed to sign in as guest'],
  'guest-wait': [503, 'Many people are joining right now. You will be signed in as soon as there is room.', 5],
  'reset-link-invalid': [400, 'This reset link is no longer valid. Please request a new one.'],
  'account-not-found': [404, 'This account does not exist.'],
  'account-is-guest': [409, 'A guest has no account and cannot be an admin.'],
  'last-admin': [409, 'This is the last admin. Make somebody else an admin first.'],
  'audit-unavailable': [503, 'The audit log is not available, so this was not done. Please try again later.'],
} as const satisfies Record<string, Row>;

const templates = {
  'template-not-found': [404, 'This template does not exist, or it is not public.'],
  'template-not-yours': [403, 'Only the owner of this template can do that.'],
  'template-changed': [409, 'This template was changed elsewhere. Nothing was overwritten.'],
  'template-too-large': [
    413,
    'A template can have up to 200 categories with 30 questions each, and 256 KB in all, about 1,000 questions. Split it into several templates.',
  ],
  'template-limit': [409, 'You already have {n} templates. Delete one before you create another.'],
  'template-title-required': [409, 'Give the template a title first.'],
  'template-empty': [409, 'This template has no complete question yet.'],
  'template-incomplete': [409, 'Not ready yet: {n} to fix, the first in “{where}”.'],
  'template-taken-down': [403, 'An admin took this template down: {why}'],
  'account-required': [403, 'You need an account to publish. Please sign in or create one.'],
} as const satisfies Record<string, Row>;

const feedback = {
  'feedback-required': [400, 'Please fill in all required fields'],
  'feedback-too-soon': [429, 'You can only submit feedback once per minute. Please wait.'],
  'feedback-failed': [500, 'Failed to submit feedback. Please try again later.'],
  'feedback-gone': [404, 'This feedback no longer exists.'],
  'screenshot-not-image': [415, 'The screenshot must be an image (PNG, JPEG, WebP or GIF).'],
  'screenshot-too-large': [413, 'The screenshot must be no larger than 5 MB.'],
  'screenshot-too-many-pixels': [422, 'The screenshot is too large. Please send one with fewer pixels.'],
  'screenshot-gone': [409, 'The screenshot was not uploaded. Please attach it again.'],
  'screenshots-away': [
    503,
    'Screenshots cannot be stored right now. Send your feedback without one, or try again later.',
  ],
} as const satisfies Record<string, Row>;

const crewLinks = {
  'crew-link-unknown': [404, 'This link is not valid. Ask for a new one.'],
  'crew-link-used': [409, 'This link has already been used. Ask for a new one.'],
  'crew-link-expired': [410, 'This link has expired. Ask for a new one.'],
  'crew-link-revoked': [410, 'This link was revoked. Ask for a new one.'],
  'crew-link-suspended': [409, 'Someone has taken over this game. The link works again once they give it back.'],
  'too-many-links': [409, 'This game has too many open links. Revoke one before you create another.'],
} as const satisfies Record<string, Row>;

const events = {
  'event-not-found': [404, 'This event does not exist, or you are not on its staff.'],
  'operator-plays': [403, 'You play in this game. Another operator can do this.'],
  'event-not-operator': [403, 'Only operators of this event can do that.'],
  'event-account-required': [403, 'You need an account for events. Please sign in or create one.'],
  'event-limit': [409, 'You already have {n} events. Delete one before you create another.'],
  'event-limit-today': [429, 'You have created {n} events today. Please try again tomorrow.'],
  'event-changed': [409, 'This event was changed elsewhere. Nothing was overwritten.'],
  'event-name-required': [400, 'Please enter the name of the event.'],
  'event-start-past': [400, 'This start is in the past. Please choose another one.'],
  'event-over': [409, 'This event is over. Change its start before you prepare rooms.'],
  'attention-claimed': [409, '{name} is on it already.'],
  'attention-over': [409, 'This is solved already.'],
  'bulk-act-not-found': [404, 'The results of this act are no longer stored.'],
  'bulk-acts-full': [409, 'That was too many acts in several rooms today. Act in single rooms.'],
  'advance-not-found': [404, 'The results of this advance are no longer stored.'],
  'advances-full': [409, 'This event has too many advances. Seat further people by the code of the room.'],
  'standings-changed': [409, 'The standings have changed. Check again who goes where.'],
  'advance-settled': [409, 'This cannot be changed any more. Look again.'],
  'advance-no-next': [409, 'Nobody is left in the standings.'],
  'bulk-act-late': [409, 'The game could not be reached in time, so nothing was done there.'],
  'standings-not-frozen': [409, 'Freeze the standings before you reveal them.'],
  'standings-not-revealed': [409, 'The standings are not being revealed, or no longer.'],
  'standings-empty': [409, 'There are no standings to reveal yet.'],
  'standings-link-unknown': [404, 'This link is not valid any more. Ask the organisers for a new one.'],
  'event-deleted': [410, 'This event was deleted. Restore it first.'],
  'event-logo-not-image': [415, 'The logo must be an image (PNG, JPEG or WebP).'],
  'event-logo-too-large': [413, 'The logo must be no larger than 256 KB.'],
  'event-logo-too-many-pixels': [422, 'The logo must have no more than 4 megapixels, such as 2000 × 2000.'],
  'event-logo-away': [503, 'The logo cannot be stored right now. Try again later.'],
  'event-colours': [400, 'Text in these colours is hard to read. Choose two that differ more.'],
  'event-network-invalid': [400, 'This is not a network. Write an address such as 8.8.8.8 or 2600:1:2::/48.'],
  'event-network-wide': [400, 'This network is too wide. IPv4 networks can be up to /24, and IPv6 networks up to /48.'],
  'event-network-reserved': [400, 'No venue has an address like this. Add the network from the venue itself.'],
  'event-networks-full': [400, 'An event can name up to 8 networks.'],
  'event-rooms-full': [409, 'This event can have up to {n} rooms. Ask an admin for more.'],
  'event-people-full': [409, 'This event can have up to {n} people in all rooms. Ask an admin for more.'],
  'event-staff-full': [409, 'This event has too many people or open invitations on its staff.'],
  'event-invite-unknown': [404, 'This invitation is not valid any more. Ask for a new one.'],
  'room-not-found': [404, 'This room does not exist any more.'],
  'room-name-required': [400, 'Please enter the name of the room.'],
  'room-name-too-long': [400, 'The name of a room can have at most 40 characters.'],
  'room-id-twice': [400, 'Two rooms have the id “{id}”. Give each room its own.'],
  'room-has-game': [
    409,
    'Room “{id}” already has its game. The templates of later rounds can be changed; to change this one, remove the room and add it again.',
  ],
  'round-missing': [409, 'No further round is planned for this room. Plan one, or play again.'],
  'round-moved': [409, 'Another game was started in this room meanwhile. Nothing was changed.'],
  'round-not-begun': [
    409,
    'The next round of room {n} has not begun. Begin it first, and the players of the room go along, or choose another room.',
  ],
  'round-template-gone': [
    409,
    'The template of round {n} does not exist any more, or has no questions. Choose another one for the room.',
  ],
  'room-not-ready': [409, 'This room has no game yet.'],
  'mail-not-set-up': [409, 'Email is not set up here. Print crew cards, or send links by other means.'],
  'mail-failed': [503, 'The mail server does not accept email at the moment. Please try again later.'],
  'room-preparing': [409, 'This room is just getting its game. Please try again in a moment.'],
} as const satisfies Record<string, Row>;

const clips = {
  'clip-not-audio': [415, 'This is not an audio file that browsers can play (MP3, M4A, AAC, OGG, WAV or WebM).'],
  'clip-too-large': [413, 'An audio file must be no larger than 12 MB.'],
  'clip-gone': [409, 'The audio file was not uploaded. Please choose it again.'],
  'clips-full': [409, 'You have uploaded the maximum number of audio files.'],
  'clips-away': [503, 'Audio files cannot be stored right now. Use a link, or try again later.'],
} as const satisfies Record<string, Row>;

const transport = {
  'bad-request': [400, 'The server did not understand this request.'],
  'too-large': [413, 'This is too large.'],
  'body-encoded': [415, 'Compressed requests are not accepted.'],
  'token-in-url': [400, 'A token belongs in the Authorization header, not in the address.'],
  unauthenticated: [401, 'Please sign in to continue.'],
  'token-expired': [401, 'Your session has ended. Please sign in again.'],
  forbidden: [403, 'You are not allowed to do that.'],
  'not-found': [404, 'Not found.'],
  busy: [503, 'The server is very busy. Please try again in a moment.'],
  retry: [503, 'The server did not get that. Please try again.'],
  unavailable: [503, 'This is not available right now. Please try again later.'],
  internal: [500, 'Something went wrong'],
} as const satisfies Record<string, Row>;

const ROWS = {
  ...rules,
  ...games,
  ...limits,
  ...auth,
  ...templates,
  ...feedback,
  ...crewLinks,
  ...events,
  ...clips,
  ...transport,
} as const;
export type ErrorCode = keyof typeof ROWS;

interface ErrorEntry {
  readonly http: number;
  readonly message: string;
  readonly wait?: number;
}

/** All error codes of the HTTP routes, the socket and the calls between services. */
export const ERRORS = Object.fromEntries(
  Object.entries<Row>(ROWS).map(([code, [http, message, wait]]) => [code, { http, message, wait }]),
) as Readonly<Record<ErrorCode, ErrorEntry>>;
