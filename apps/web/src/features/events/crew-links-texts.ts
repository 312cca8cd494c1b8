import { textsOf } from '../../platform/i18n/texts.js';

export const t = textsOf('roomLinks', {
  open: 'Links of the crew…',
  title_one: 'Links of the crew of {{n}} room',
  title_other: 'Links of the crews of {{n}} rooms',
  mail: 'Send by email',
  mailText_one: '{{n}} room has its game and addresses. Each person gets their own link to it.',
  mailText_other: '{{n}} rooms have their games and addresses. Each person gets their own links to them.',
  noMail:
    'None of these rooms has both its game and an address. Write addresses into the rooms, or prepare them first.',
  again: 'Also send to crews that have had their mail',
  againHint: 'Links that were sent before and not used end.',
  progress: '{{n}} of {{all}} rooms are done',
  waits: 'Waiting for the limit of requests…',
  stop: 'Stop',
  sent_one: '{{n}} email was sent.',
  sent_other: '{{n}} emails were sent.',
  failed: 'The mail server refused: {{addresses}}',
  revoke: 'Revoke unused links',
  revokeText:
    'Links on cards, in emails and codes that were not used yet end. People who have used one remain in the crew.',
  revokeYes: 'Revoke',
  revoked_one: '{{n}} link was revoked.',
  revoked_other: '{{n}} links were revoked.',
});
