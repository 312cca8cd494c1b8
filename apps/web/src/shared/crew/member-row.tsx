import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { CrewMember } from '@earworm/rules';
import type { Rights } from '../live/use-rights.js';
import { ago } from '../ui/relative-time.js';
import styles from './crew-dialog.module.css';
import { RightChips } from './rights-field.js';
import { t } from './texts.js';

export type MemberAct = 'rights' | 'remove' | 'handOver';

interface MemberRowProps {
  readonly member: CrewMember;
  readonly isOwner: boolean;
  readonly isOwn: boolean;
  /** Undefined: unknown. */
  readonly online: boolean | undefined;
  readonly now: number;
  /** Of the user of this page. */
  readonly rights: Rights;
  onAct(act: MemberAct): void;
}

export function MemberRow({ member, isOwner, isOwn, online, now, rights, onAct }: MemberRowProps) {
  const { name, operator, suspended, since } = member;
  const facts = [
    isOwner && t('owner'),
    isOwn && t('you'),
    operator && t('operator'),
    online !== undefined && t(online ? 'connected' : 'notConnected'),
    suspended !== undefined && t('suspended'),
    t('since', { time: ago(since, now) }),
  ];
  return (
    <li className={styles.member}>
      <div className={styles.who}>
        <span className={styles.name}>
          {online !== undefined && <i className={styles.dot} data-online={online} aria-hidden />}
          <bdi>{name}</bdi>
        </span>
        <span className={styles.facts}>{facts.filter(Boolean).join(' · ')}</span>
        <RightChips rights={member.rights} />
      </div>
      {!isOwner && !isOwn && (
        <Menu position="bottom-end" width={230}>
          <Menu.Target>
            <ActionIcon className={styles.more} aria-label={t('actionsFor', { name })}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item {...rights.barred('lead')} onClick={() => onAct('rights')}>
              {t('changeRights')}
            </Menu.Item>
            <Menu.Item {...rights.barred('owner')} onClick={() => onAct('handOver')}>
              {t('handOver')}
            </Menu.Item>
            <Menu.Item color="var(--ew-wrong-text)" {...rights.barred('lead')} onClick={() => onAct('remove')}>
              {t('remove')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}
