import { textsOf } from '../../platform/i18n/texts.js';

/** What is done about names, in a dialog that the desk loads when it is opened. */
export const t = textsOf('names', {
  renameNameTo: 'Rename {{name}} to “{{other}}”',
  approve: 'Approve',
  approveName: 'Approve {{name}}',
  approveThese: 'Approve these {{count}}',
  newNamesMore_one: 'and {{count}} more',
  newNamesMore_other: 'and {{count}} more',
  reportedBy_one: 'Reported by {{count}} player',
  reportedBy_other: 'Reported by {{count}} players',
  keep: 'Keep',
  keepName: 'Keep {{name}}',
  remove: 'Remove',
  removeName: 'Remove {{name}} from the game',
});
