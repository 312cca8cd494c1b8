import { Kbd, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconCopy,
  IconDoorExit,
  IconDots,
  IconFlag,
  IconLifebuoy,
  IconLink,
  IconLock,
  IconLockOpen,
  IconMessage,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconPresentation,
  IconSpeakerphone,
  IconStopwatch,
  IconTimeline,
  IconUserPlus,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { GameView } from '@earworm/rules';
import { openFeedback } from '../../platform/feedback-window.js';
import { t as shared } from '../../platform/i18n/t.js';
import { useSession } from '../../platform/session/session.js';
import { askToSignUp } from '../../platform/session/sign-in-prompt.js';
import { t as announcements } from '../../shared/announcements/texts.js';
import { useCopyStageLink } from '../../shared/invite/copy-link.js';
import { t as teamText } from '../../shared/teams/texts.js';
import { useSoundSwitch } from '../../shared/media/sound-switch.js';
import { useRights } from '../../shared/live/use-rights.js';
import { type Awake, whyDark } from '../../shared/ui/use-wake-lock.js';
import styles from './desk-bar.module.css';
import { t as gameText } from '../../shared/game/texts.js';
import type { Rounds } from './rounds.js';
import { t } from './texts.js';

interface DeskMenuProps {
  readonly view: GameView;
  readonly rounds: Rounds | null;
  readonly narrow: boolean;
  readonly awake: Awake;
  onCopy(): void;
  onTimeTrial(): void;
  onJoining(): void;
  onPause(): void;
  onEnd(): void;
  onLeave(): void;
  onCrew(): void;
  onHelp(): void;
  onAnnounce(): void;
  onTeams(): void;
  onRound(): void;
}

export function DeskMenu(props: DeskMenuProps) {
  const { view, rounds, narrow, awake, onPause, onEnd, onLeave, onCrew, onHelp, onAnnounce, onTeams, onRound } = props;
  const rights = useRights(view);
  const isPaused = view.paused !== undefined;
  const PauseSign = isPaused ? IconPlayerPlay : IconPlayerPause;
  const isGuest = useSession((session) => session.user?.isGuest === true);
  const copyStageLink = useCopyStageLink(view.gameId);
  const key = (name: string) => (narrow ? undefined : <Kbd>{name}</Kbd>);
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <button type="button" className={styles.chip} aria-label={t('actions')}>
          <IconDots size={20} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {narrow && <NarrowItems {...props} />}
        {view.status === 'setup' && (
          <Menu.Item
            component={Link}
            to={`/setup/${view.gameId}`}
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            rightSection={key('B')}
          >
            {t('backToSetup')}
          </Menu.Item>
        )}
        <Menu.Item
          component={Link}
          to={`/stage/${view.gameId}`}
          target="_blank"
          leftSection={<IconPresentation size={18} aria-hidden />}
          rightSection={key('V')}
        >
          {t('stage')}
        </Menu.Item>
        <Menu.Item leftSection={<IconLink size={18} aria-hidden />} onClick={() => void copyStageLink()}>
          {shared('copyStageLink')}
        </Menu.Item>
        {view.status === 'playing' && (
          <Menu.Item
            leftSection={<PauseSign size={18} aria-hidden />}
            rightSection={key('G')}
            {...rights.barred('judge')}
            onClick={onPause}
          >
            {t(isPaused ? 'resumeGame' : 'pauseGame')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconUsersGroup size={18} aria-hidden />} rightSection={key('O')} onClick={onCrew}>
          {t('crew')}
        </Menu.Item>
        {(view.teams !== undefined || view.status === 'setup') && (
          <Menu.Item leftSection={<IconUsers size={18} aria-hidden />} onClick={onTeams}>
            {teamText('teamsMenu')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLifebuoy size={18} aria-hidden />} rightSection={key('F')} onClick={onHelp}>
          {t('callForHelp')}
        </Menu.Item>
        {view.status !== 'completed' && (
          <Menu.Item
            leftSection={<IconSpeakerphone size={18} aria-hidden />}
            {...rights.barred('judge')}
            onClick={onAnnounce}
          >
            {announcements('announce')}
          </Menu.Item>
        )}
        <Menu.Item
          component={Link}
          to={`/games/${view.gameId}/timeline`}
          target="_blank"
          leftSection={<IconTimeline size={18} aria-hidden />}
        >
          {t('timeline')}
        </Menu.Item>
        <Menu.Item leftSection={<IconMessage size={18} aria-hidden />} onClick={() => void openFeedback()}>
          {shared('sendFeedback')}
        </Menu.Item>
        <Menu.Item leftSection={<IconDoorExit size={18} aria-hidden />} rightSection={key('L')} onClick={onLeave}>
          {t('leaveDesk')}
        </Menu.Item>
        {rounds?.next && (
          <Menu.Item
            leftSection={<IconPlayerTrackNext size={18} aria-hidden />}
            {...rights.barred(rights.may('judge') ? 'settings' : 'judge')}
            onClick={onRound}
          >
            {t('nextRound')}
          </Menu.Item>
        )}
        <Menu.Item
          color="var(--ew-wrong-text)"
          leftSection={<IconFlag size={18} aria-hidden />}
          rightSection={key('E')}
          {...rights.barred('judge')}
          onClick={onEnd}
        >
          {t('endGame')}
        </Menu.Item>
        {isGuest && (
          <>
            <Menu.Divider />
            <Menu.Label>{shared('onlyThisBrowser')}</Menu.Label>
            <Menu.Item leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => void askToSignUp()}>
              {shared('createAccount')}
            </Menu.Item>
          </>
        )}
        {awake !== 'on' && <Menu.Label>{whyDark(awake)}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}

function NarrowItems({
  view,
  onCopy,
  onTimeTrial,
  onJoining,
}: Pick<DeskMenuProps, 'view' | 'onCopy' | 'onTimeTrial' | 'onJoining'>) {
  const sounds = useSoundSwitch();
  const rights = useRights(view);
  return (
    <>
      <Menu.Item leftSection={<IconCopy size={18} aria-hidden />} onClick={onCopy}>
        {t('copyLink')}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconStopwatch size={18} aria-hidden />}
        rightSection={<b>{gameText(view.timeTrialMode ? 'on' : 'off')}</b>}
        {...rights.barred('settings')}
        onClick={onTimeTrial}
      >
        {t('timeTrial')}
      </Menu.Item>
      <Menu.Item
        leftSection={view.joiningLocked ? <IconLock size={18} aria-hidden /> : <IconLockOpen size={18} aria-hidden />}
        rightSection={<b>{t(view.joiningLocked ? 'joiningLocked' : 'joiningOpen')}</b>}
        {...rights.barred('people')}
        onClick={onJoining}
      >
        {t('joinMode')}
      </Menu.Item>
      <Menu.Item leftSection={<sounds.Icon size={18} aria-hidden />} onClick={sounds.onClick}>
        {sounds.label}
      </Menu.Item>
      <Menu.Divider />
    </>
  );
}
