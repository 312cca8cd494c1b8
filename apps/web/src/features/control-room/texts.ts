import type { AttentionReason, RoomNow, ShowCard } from '@earworm/contracts';
import { figure } from '../../platform/i18n/numbers.js';
import { textsOf } from '../../platform/i18n/texts.js';
import { t as announcements } from '../../shared/announcements/texts.js';
import { helpCategory } from '../../shared/crew/texts.js';

export const t = textsOf('controlRoom', {
  title: 'Control room',
  toEvent: 'To the event',
  standings: 'Standings',
  asViewer: 'You watch: only operators act.',
  connecting: 'Connecting…',
  reconnecting: 'Connection lost. Showing the state of {{time}}.',
  notKnown: 'The server cannot tell how the rooms are. What you see may be old.',
  closed: 'No longer updated: {{reason}}',
  notStaff: 'Only the staff of this event see its rooms.',
  figures: 'All rooms',
  figuresOfAll: 'Whole installation',
  playing: 'Playing',
  waiting: 'Not started',
  finished: 'Over',
  callsForHelp: 'Need help',
  online: 'Players online',
  joins: 'Joins a minute',
  wrongCodes: 'Wrong codes a minute',
  refusals: 'Rate-limited a minute',
  buzzes: 'Buzz latency, p99',
  services: 'Services',
  allWork: 'working',
  down_bus: 'NATS is down',
  down_database: 'Postgres is down',
  parts: 'What to show',
  needsYou: 'Needs you',
  mine: 'Mine',
  rooms: 'Rooms',
  nothing: 'No room needs you',
  nothingHint: 'Rooms that need attention are listed here, the most urgent first.',
  nothingMine: 'You are on nothing',
  nothingMineHint: 'Tap “I’m on it” on a card, and the others see that you take care of it.',
  moreCards: 'Show more ({{n}})',
  snoozedCards: 'Can wait',
  seconds: '{{n}} s',
  minutes: '{{n}} min',
  roomTitle: '{{number}} · {{name}}',
  groupTitle_one: '{{name}}: {{count}} room',
  groupTitle_other: '{{name}}: {{count}} rooms',
  eventTitle_one: '{{count}} room',
  eventTitle_other: '{{count}} rooms',
  networkTitle_one: 'Network {{name}}: {{count}} room',
  networkTitle_other: 'Network {{name}}: {{count}} rooms',
  together: 'All within 30 seconds: probably one cause.',
  youAreOnIt: 'You are on it',
  isOnIt: '{{name}} is on it',
  onIt: 'I’m on it',
  takeFrom: 'Take it from {{name}}',
  letGo: 'Let go',
  waitsUntil: 'Can wait until {{time}}: {{reason}} ({{name}})',
  snooze: 'Can wait…',
  snoozeTitle: 'How long can this wait?',
  snoozeText: 'The other operators see your reason. It comes back on its own.',
  snoozeFor: 'Minutes',
  snoozeYes: 'Let it wait',
  snoozeEnd: 'Show it again',
  reason: 'Reason',
  showRooms: 'Show rooms',
  helps: 'What helps: {{acts}}',
  orElse: 'Or: {{acts}}',
  openRoom: 'Show room',
  kind_help: 'Calls for help',
  'kind_crew-away': 'No moderator',
  'kind_buzz-waiting': 'Buzz waits for a verdict',
  'kind_song-silent': 'Song is not heard',
  'kind_question-open': 'Nobody buzzes',
  'kind_players-offline': 'Players disconnected',
  kind_quiet: 'Nothing happens',
  'kind_not-started': 'Not started',
  kind_unknown: 'Unknown',
  says_help: '{{name}}: {{category}}.',
  'says_crew-away_one': 'No one who can judge is connected. {{count}} player waits.',
  'says_crew-away_other': 'No one who can judge is connected. {{count}} players wait.',
  'says_buzz-waiting': 'The buzz of {{name}} waits for a verdict. The moderator is connected.',
  'says_buzz-waiting-alone': 'The buzz of {{name}} waits for a verdict. No moderator is connected.',
  'says_song-silent': 'The song of question {{question}} should play, and its desk does not play it.',
  'says_question-open': 'Question {{question}} is open, and no one buzzes.',
  'says_players-offline': '{{connected}} of {{seated}} players are connected.',
  says_quiet: 'The game has begun, and no one does anything.',
  'says_not-started': 'The game has not started. Its crew is there.',
  'says_not-started-alone': 'The game has not started, and no one of its crew is there.',
  says_unknown: 'Nothing has been heard from this room. What is shown may be old.',
  solved: 'Solved',
  solvedNone: 'Nothing has been solved yet.',
  solvedFailed: 'What was solved could not be loaded.',
  solvedTook: '{{room}}: {{kind}}, after {{time}}',
  solvedBy: '{{room}}: {{kind}}, after {{time}}, by {{name}}',
  search: 'Find a room',
  searchHint: 'Number, name or code',
  group: 'Group',
  allGroups: 'All groups',
  noGroup: 'Without a group',
  sort: 'Sort by',
  sort_number: 'Number',
  sort_urgent: 'Waits longest',
  sort_quiet: 'Quiet longest',
  sort_offline: 'Most players disconnected',
  sort_slow: 'Slowest buzzes',
  sort_behind: 'Furthest behind',
  view: 'View',
  view_tiles: 'Tiles',
  view_list: 'List',
  show: 'Show',
  look_all: 'All',
  look_needs: 'Needs you',
  look_unknown: 'Unknown',
  look_paused: 'Paused',
  look_verdict: 'Verdict',
  look_open: 'Buzzers open',
  look_picking: 'Picking',
  look_held: 'Start held',
  look_joining: 'Joining',
  look_over: 'Over',
  look_empty: 'No game seen yet',
  counted: '{{name}} {{n}}',
  noRooms: 'This event has no rooms yet',
  noMatch: 'No room found',
  noMatchHint: 'Search for another word, or show all rooms.',
  tile: 'Room {{number}}, {{name}}: {{look}}',
  tilesHint: 'Arrow keys lead from room to room.',
  questionOf: '{{n}} of {{all}}',
  question: 'Question',
  leader: 'Leader',
  leaderOf: '{{name}}, {{points}}',
  players: 'Players',
  playersOf: '{{connected}} of {{seated}} connected',
  crew: 'Crew',
  memberAway: '{{name}}, not connected',
  memberWatches: '{{name}}, only watches',
  memberWatchesAway: '{{name}}, only watches, not connected',
  lastAction: 'Last action',
  slowest: 'Slowest buzz',
  slowestOf: 'Buzz: {{n}} ms',
  ms: '{{n}} ms',
  song: 'Song',
  song_plays: 'plays',
  song_paused: 'paused',
  song_silent: 'not heard',
  song_over: 'over',
  state: 'State',
  code: 'Code',
  start: 'Planned start',
  none: '–',
  takeOver: 'Take over…',
  takeOverTitle: 'Take over {{room}}?',
  takeOverText: 'You run the game at your desk. Its crew can only watch until you give it back, and reads your reason.',
  takeOverYes: 'Take over',
  helpThere: 'Help…',
  helpTitle: 'Help in {{room}}?',
  helpText: 'You join its crew beside the others, with all tasks. They read your reason.',
  helpYes: 'Help',
  helpDone: 'Help is done',
  giveDesk: 'Hand over to…',
  giveDeskTitle: 'Who runs {{room}}?',
  giveDeskText:
    'They get all tasks and run the game alone. The others of the crew can only watch until they get the desk back, and read your reason.',
  giveDeskTo: 'Member of the crew',
  giveDeskMissing: 'Choose who runs the game.',
  giveDeskYes: 'Hand over',
  newLink: 'New crew link…',
  notices: 'Notification with sound',
  noticesBlocked: 'Your browser allows no notifications. There is a sound only.',
  noticeMany: '{{n}} rooms need you',
  lock: 'Lock joining',
  unlock: 'Open joining',
  hold: 'Hold the start',
  release: 'Release the start',
  moveStart: 'Move the start…',
  moveStartTitle: 'Move the planned start',
  moveStartOf: '{{room}} is planned for {{time}}.',
  moveStartOfMany_one: 'For {{n}} room that has not begun.',
  moveStartOfMany_other: 'For {{n}} rooms that have not begun.',
  moveStartHow: 'How to move it',
  startLater: 'Later by',
  startAt: 'To a time',
  startMinutes: 'How much later',
  startMissing: 'Enter a date and a time.',
  moveStartYes: 'Move the start',
  pause: 'Pause the game',
  resume: 'Resume the game',
  skip: 'Skip the question…',
  skipTitle: 'Skip the question in {{room}}?',
  skipText: 'Its answer is shown, and nobody gets points for it.',
  skipYes: 'Skip the question',
  end: 'End the game…',
  endTitle: 'End the game of {{room}}?',
  endText: 'Players see the podium. It can be reopened within ten minutes.',
  endYes: 'End the game',
  reopen: 'Reopen the game',
  nextRound: 'Begin next round…',
  nextRoundTitle: 'Begin the next round of {{room}}?',
  nextRoundText: 'Players and crew go on to the next game.',
  nextRoundEnds: 'The game that is being played ends. Players and crew go on to the next one.',
  people: 'Players and answer…',
  peopleTitle: 'Players and answer: {{room}}',
  peopleText: 'You see the answer before the players do. The audit log records each look.',
  peopleYes: 'Show them',
  peopleAgain: 'Refresh',
  peopleFailed: 'They could not be loaded.',
  answer: 'Answer',
  songName: 'Song',
  noAnswer: 'No question is being played.',
  questionFor: '{{category}}, {{points}}',
  scoresAtDesk: 'Only the crew changes scores. Help in the room first.',
  seatAsked: 'Someone on another device asks for {{name}}’s seat ({{points}}).',
  seatAllow: 'Allow',
  seatRefuse: 'Refuse',
  timeline: 'Timeline of the game',
  stage: 'Watch the stage',
  stageFailed: 'The stage could not be opened.',
  chooseRooms: 'Several rooms…',
  chosenRooms_one: '{{n}} room selected. Tap rooms to select them.',
  chosenRooms_other: '{{n}} rooms selected. Tap rooms to select them.',
  chooseShown: 'Select all shown ({{n}})',
  chooseEnd: 'Stop selecting',
  many_holdStart: 'Hold new starts',
  many_releaseStart: 'Release starts',
  many_pauseGame: 'Pause games',
  many_resumeGame: 'Resume games',
  many_completeGame: 'End games',
  many_moveStart: 'Move the start',
  many_setStart: 'Move the start',
  many_announce: 'Announce',
  many_beginRound: 'Begin next round',
  manyTitle_holdStart_one: 'Hold the start of {{n}} game?',
  manyTitle_holdStart_other: 'Hold the start of {{n}} games?',
  manyTitle_releaseStart_one: 'Release the start of {{n}} game?',
  manyTitle_releaseStart_other: 'Release the start of {{n}} games?',
  manyTitle_pauseGame_one: 'Pause {{n}} game?',
  manyTitle_pauseGame_other: 'Pause {{n}} games?',
  manyTitle_resumeGame_one: 'Resume {{n}} game?',
  manyTitle_resumeGame_other: 'Resume {{n}} games?',
  manyTitle_completeGame_one: 'End {{n}} game?',
  manyTitle_completeGame_other: 'End {{n}} games?',
  manyTitle_beginRound_one: 'Begin the next round in {{n}} room?',
  manyTitle_beginRound_other: 'Begin the next round in {{n}} rooms?',
  holdStartText: 'Their crews cannot start until you release them. Games that are being played go on.',
  holdLaterAll: 'Games that are created later are held, too.',
  holdLaterGroups: 'Games that are created later in {{groups}} are held, too.',
  releaseLaterAll: 'Games that are created later are released, too.',
  releaseLaterGroups: 'Games that are created later in {{groups}} are released, too.',
  beginRoundText: 'Games that are being played end.',
  manyText_one: '{{n}} room, players connected: {{players}}.',
  manyText_other: '{{n}} rooms, players connected: {{players}}.',
  playersConnected: 'Players connected: {{players}}.',
  manyYes_holdStart: 'Hold',
  manyYes_releaseStart: 'Release',
  manyYes_pauseGame: 'Pause',
  manyYes_resumeGame: 'Resume',
  manyYes_completeGame: 'End',
  manyYes_beginRound: 'Begin',
  manyDone_one: 'Done in {{n}} of {{all}} room.',
  manyDone_other: 'Done in {{n}} of {{all}} rooms.',
  laterDone: 'Done for games that are created later.',
  manyRefused_one: 'Not done in {{n}} room:',
  manyRefused_other: 'Not done in {{n}} rooms:',
  manyRefusedList: 'Rooms where it was not done',
  manyTemplateGone: 'The template of its next round does not exist any more, or has no questions. Choose another one.',
  manyFailed: 'The results could not be loaded.',
  close: 'Close',
  details: 'Room {{number}}',
});

type Facts = Readonly<Record<string, string | number | null | undefined>>;

const textOf = (facts: Facts, name: string): string => String(facts[name] ?? '');

/** No one of the crew is connected. */
const isAlone = (facts: Facts): boolean => Number(facts['crew'] ?? 0) === 0;

/** The evidence in one sentence. */
export function sentenceOf({ kind, facts }: Pick<AttentionReason, 'kind' | 'facts'>): string {
  switch (kind) {
    case 'help':
      return t('says_help', {
        name: textOf(facts, 'name'),
        category: helpCategory(facts['category'] as Parameters<typeof helpCategory>[0]),
      });
    case 'crew-away':
      return t('says_crew-away', { count: Number(facts['connected'] ?? 0) });
    case 'buzz-waiting':
      return t(isAlone(facts) ? 'says_buzz-waiting-alone' : 'says_buzz-waiting', { name: textOf(facts, 'name') });
    case 'song-silent':
    case 'question-open':
      return t(`says_${kind}`, { question: figure(Number(facts['question'] ?? 0)) });
    case 'players-offline':
      return t('says_players-offline', {
        connected: figure(Number(facts['connected'] ?? 0)),
        seated: figure(Number(facts['seated'] ?? 0)),
      });
    case 'not-started':
      return t(isAlone(facts) ? 'says_not-started-alone' : 'says_not-started');
    case 'quiet':
    case 'unknown':
      return t(`says_${kind}`);
    default:
      return kind satisfies never;
  }
}

export type Act = AttentionReason['acts'][number];

/** By the button that does it. */
export function actName(act: Act): string {
  switch (act) {
    case 'help':
      return t('helpThere');
    case 'take-over':
      return t('takeOver');
    case 'replace-link':
      return t('newLink');
    case 'skip-question':
      return t('skip');
    case 'pause':
      return t('pause');
    case 'announce':
      return announcements('announce');
    case 'extend-start':
      return t('moveStart');
    case 'open-room':
      return t('openRoom');
    default:
      return act satisfies never;
  }
}

/** In one line; the room itself is opened by a button that is always there. */
export const actNames = (acts: readonly Act[]): string =>
  acts
    .filter((act) => act !== 'open-room')
    .map(actName)
    .join(' · ');

export function titleOf({ common, rooms }: ShowCard, room: RoomNow | undefined): string {
  const count = new Set(rooms.map(({ roomId }) => roomId)).size;
  if (common === undefined) return room === undefined ? '' : roomTitle(room);
  if (common.by === 'event') return t('eventTitle', { count });
  return t(common.by === 'network' ? 'networkTitle' : 'groupTitle', { name: common.name, count });
}

/** A member of a room's crew, with what keeps them from running the game. */
export function memberText({ name, connected, suspended }: NonNullable<RoomNow['members']>[number]): string {
  if (suspended === true) return t(connected === true ? 'memberWatches' : 'memberWatchesAway', { name });
  return connected === true ? name : t('memberAway', { name });
}

export const roomTitle = ({ number, name }: Pick<RoomNow, 'number' | 'name'>): string =>
  t('roomTitle', { number: String(number), name });

/** How long something has lasted: to the second within the first ten minutes. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  return seconds < 600 ? t('seconds', { n: figure(seconds) }) : t('minutes', { n: figure(Math.floor(seconds / 60)) });
}
