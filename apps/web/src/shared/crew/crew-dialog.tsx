import { Button } from '@mantine/core';
import {
  canJudge,
  type Command,
  type CrewMember,
  type GameView,
  mayTakeOver,
  memberOf,
  membersOf,
} from '@earworm/rules';
import { useState } from 'react';
import { deskIdOfTab } from '../live/desk-id.js';
import type { LiveGame } from '../live/use-game.js';
import { rightsIn, useOwnId } from '../live/use-rights.js';
import { Confirm, Dialog } from '../ui/dialog.js';
import { useNow } from '../ui/use-now.js';
import { CrewLinks } from './crew-links.js';
import styles from './crew-dialog.module.css';
import { HandOverDialog, RightsDialog } from './member-dialogs.js';
import { type MemberAct, MemberRow } from './member-row.js';
import { namesOf, t } from './texts.js';

interface CrewDialogProps {
  readonly game: LiveGame;
  readonly view: GameView;
  readonly opened: boolean;
  readonly onClose: () => void;
  give(command: Command): Promise<boolean>;
}

const MINUTE_MS = 60_000;

type Asked = { readonly about: 'takeOver' | 'leave' } | { readonly about: MemberAct; readonly member: CrewMember };

/** Who runs the game, and what each of them may do. */
export function CrewDialog({ game, view, opened, give, onClose }: CrewDialogProps) {
  const [asked, ask] = useState<Asked | null>(null);
  const userId = useOwnId();
  const me = memberOf(view, userId);
  const rights = rightsIn(view, userId);
  const { presence, clockOffsetMs } = game.state;
  const now = useNow(clockOffsetMs, opened, MINUTE_MS);
  const members = membersOf(view);
  const others = members.filter(({ id }) => id !== userId);
  const affected = others.filter((member) => canJudge(member));
  const names = namesOf(affected);
  const close = () => ask(null);
  const member = asked !== null && 'member' in asked ? asked.member : null;
  return (
    <Dialog opened={opened} onClose={onClose} title={t('title')} size="md">
      <p className={styles.note}>{t(others.length === 0 ? 'alone' : 'lead')}</p>
      <ul className={styles.members} aria-label={t('members')}>
        {members.map((one) => (
          <MemberRow
            key={one.id}
            member={one}
            isOwner={one.id === view.moderatorId}
            isOwn={one.id === userId}
            online={presence?.crew?.includes(one.id)}
            now={now}
            rights={rights}
            onAct={(about) => ask({ about, member: one })}
          />
        ))}
      </ul>
      {others.length > 0 && (
        <div className={styles.acts}>
          {affected.length > 0 && mayTakeOver(view, userId) && (
            <Button variant="default" onClick={() => ask({ about: 'takeOver' })}>
              {t('takeOver')}
            </Button>
          )}
          {me !== null && me.id !== view.moderatorId && (
            <Button variant="subtle" onClick={() => ask({ about: 'leave' })}>
              {t('leave')}
            </Button>
          )}
        </div>
      )}
      {rights.may('lead') && <CrewLinks gameId={view.gameId} now={now} />}
      <Confirm
        opened={asked?.about === 'takeOver'}
        title={t('takeOverTitle', { names })}
        text={t('takeOverText', { names })}
        yes={t('takeOver')}
        onClose={close}
        onYes={() => {
          onClose();
          void give({ type: 'takeOver', deskId: deskIdOfTab() });
        }}
      />
      <Confirm
        opened={asked?.about === 'leave'}
        title={t('leaveTitle')}
        text={t('leaveText')}
        yes={t('leave')}
        tone="wrong"
        onClose={close}
        onYes={() => void give({ type: 'leaveCrew' })}
      />
      <Confirm
        opened={asked?.about === 'remove'}
        title={t('removeTitle', { name: member?.name ?? '' })}
        text={t('removeText', { name: member?.name ?? '' })}
        yes={t('removeYes', { name: member?.name ?? '' })}
        tone="wrong"
        onClose={close}
        onYes={() => member && void give({ type: 'removeCrew', userId: member.id })}
      />
      {member && asked?.about === 'rights' && <RightsDialog member={member} give={give} onClose={close} />}
      {member && asked?.about === 'handOver' && <HandOverDialog member={member} give={give} onClose={close} />}
    </Dialog>
  );
}
