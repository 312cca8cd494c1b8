import { textsOf } from '../../platform/i18n/texts.js';

export const t = textsOf('crewLink', {
  title: 'Crew link',
  coHostTitle: 'Help to run {{moderator}}’s game',
  wayBackTitle: 'Back to {{moderator}}’s game',
  playsToo: 'You see no answers and can play along.',
  seesAnswers: 'Your desk shows the answers, so you do not play along.',
  name: 'Your name',
  runRoom: 'I run this room',
  backToDesk: 'Back to my desk',
  oneUse: 'The link works for one person.',
  missingTitle: 'Open the link once more',
  missingText: 'For your safety this page does not keep the link. Open it again where you got it.',
  failedTitle: 'This link cannot be opened',
  used: 'Someone has already used this link.',
  usedByYou: 'If that was you, go on to your desk.',
  usedYes: 'That was me',
  expired: 'This link has expired.',
  revoked: 'This link was revoked.',
  over: '{{moderator}}’s game is over.',
  leaveSeatText:
    'You are playing in this game, and the desk shows the answers. Leave your seat, then open the link again.',
  toSeat: 'Go to my seat',
  askNew: 'Ask for a new link',
  askText: 'My link to the crew of your game {{code}} does not work. Please send me a new one.',
  askCopied: 'Message copied. Send it to {{moderator}}.',
  home: 'Back to Home',
});
