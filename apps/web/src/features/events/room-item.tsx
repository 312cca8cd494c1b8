import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import type { ErrorCode, Room } from '@earworm/contracts';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconDots,
  IconLink,
  IconLoader,
  IconPlayerTrackNext,
  IconTrash,
} from '@tabler/icons-react';
import { memo } from 'react';
import { messageOf } from '../../platform/i18n/t.js';
import { startIn } from '../../shared/shows/show-times.js';
import { languageName } from '../../shared/ui/language-names.js';
import styles from './events.module.css';
import { t } from './texts.js';

interface Props {
  readonly room: Room;
  readonly timeZone: string;
  readonly mayAct: boolean;
  readonly isSelected: boolean;
  readonly onSelect: (roomId: string) => void;
  readonly onLink: (room: Room) => void;
  readonly onRounds: (room: Room) => void;
  readonly onRemove: (room: Room) => void;
}

/** A shape besides the colour. */
const ICONS = {
  planned: IconCircleDashed,
  preparing: IconLoader,
  ready: IconCircleCheck,
  failed: IconAlertTriangle,
} as const;

export const RoomItem = memo(function RoomItem(props: Props) {
  const { room, timeZone, mayAct, isSelected, onSelect, onLink, onRounds, onRemove } = props;
  const { roomId, number, name, group, laterTemplateIds, language, startsAt, state, code, gameCode } = room;
  const { crewEmails, mailedAt } = room;
  const Icon = ICONS[state];
  const details = [
    group,
    laterTemplateIds.length === 0 ? '' : t('roundsPlanned', { count: laterTemplateIds.length + 1 }),
    language === null ? '' : languageName(language),
    startsAt === null ? '' : startIn(startsAt, timeZone),
    crewEmails.join(', '),
    mailedAt === null ? '' : t('mailedAt', { time: startIn(mailedAt, timeZone) }),
  ].filter((part) => part !== '');
  return (
    <li className={styles.room} data-selected={isSelected || undefined}>
      {mayAct && (
        <Checkbox
          checked={isSelected}
          aria-label={t('selectRoom', { number, name })}
          onChange={() => onSelect(roomId)}
        />
      )}
      <b className={styles.number}>{number}</b>
      <div className={styles.what}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        {details.length > 0 && (
          <span className={styles.dim} dir="auto">
            {details.join(' · ')}
          </span>
        )}
      </div>
      <span className={styles.roomState} data-state={state}>
        <Icon size={18} aria-hidden />
        <span>
          {t(`state_${state}`)}
          {code !== null && <span className={styles.dim}>{messageOf(code as ErrorCode)}</span>}
        </span>
      </span>
      <span className={styles.code}>{gameCode}</span>
      {mayAct && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon aria-label={t('actsOf', { number, name })}>
              <IconDots size={20} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {state === 'ready' && (
              <>
                <Menu.Item leftSection={<IconLink size={18} aria-hidden />} onClick={() => onLink(room)}>
                  {t('crewLink')}
                </Menu.Item>
                <Menu.Item leftSection={<IconPlayerTrackNext size={18} aria-hidden />} onClick={() => onRounds(room)}>
                  {t('roundsItem')}
                </Menu.Item>
              </>
            )}
            <Menu.Item leftSection={<IconTrash size={18} aria-hidden />} onClick={() => onRemove(room)}>
              {t('removeRoom')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
});
