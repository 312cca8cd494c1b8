import { SHOW_LIMITS } from '@earworm/contracts';
import { NAME_MAX_LENGTH, TEAMS_MAX } from '@earworm/rules';
import { figure } from '../../platform/i18n/numbers.js';
import type { RoomField } from './room-columns.js';
import type { RoomFault, RoomLine } from './room-lines.js';
import { t } from './texts.js';

export const fieldName = (field: RoomField): string => t(`field_${field}`);

/** What is wrong and what to do. */
export function faultText({ code, what, n, instead }: RoomFault): string {
  const most = figure(code === 'group-too-long' ? SHOW_LIMITS.groupLength : SHOW_LIMITS.roomNameLength);
  switch (code) {
    case 'name-too-long':
    case 'group-too-long':
      return t('f_too_long', { count: n, n: figure(n), most });
    case 'id-too-long':
      return t('f_id-too-long', { most: figure(SHOW_LIMITS.ownIdLength) });
    case 'rounds-too-many':
      return t('f_rounds-too-many', { n: figure(n), most: figure(SHOW_LIMITS.rounds - 1) });
    case 'crew-too-many':
      return t('f_crew-too-many', { n: figure(n), most: figure(SHOW_LIMITS.crewEmails) });
    case 'team-key':
      return t('f_team-key', { what, most: figure(n) });
    case 'team-too-long':
      return t('f_team-too-long', { what, most: figure(NAME_MAX_LENGTH) });
    case 'teams-too-many':
      return t('f_teams-too-many', { n: figure(n), most: figure(TEAMS_MAX) });
    default:
      return t(`f_${code}`, { what, n, instead });
  }
}

export const placeOf = (line: number, field: RoomField): string => t('place_of', { line, column: fieldName(field) });

export const faultsOf = ({ line, faults }: RoomLine): string =>
  faults.map((fault) => `${placeOf(line, fault.field)} ${faultText(fault)}`).join(' ');
