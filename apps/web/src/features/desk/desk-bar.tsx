import { Kbd, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconCopy, IconLock, IconLockOpen, IconQrcode, IconStopwatch, IconUsers } from '@tabler/icons-react';
import type { GameView } from '@earworm/rules';
import { useSoundSwitch } from '../../shared/media/sound-switch.js';
import { CodeBadge } from '../../shared/invite/code-badge.js';
import type { Awake } from '../../shared/ui/use-wake-lock.js';
import { Wordmark } from '../../shared/ui/mark.js';
import styles from './desk-bar.module.css';
import { DeskMenu } from './desk-menu.js';
import { type Rounds, roundText } from './rounds.js';
import { type Rights, useRights } from '../../shared/live/use-rights.js';
import { t as gameText } from '../../shared/game/texts.js';
import { t } from './texts.js';

interface DeskBarProps {
  readonly view: GameView;
  readonly rounds: Rounds | null;
  readonly online: number | null;
  readonly connected: boolean;
  readonly awake: Awake;
  onCopy(): void;
  onQr(): void;
  onTimeTrial(): void;
  onJoining(): void;
  onPause(): void;
  onPeople(): void;
  onEnd(): void;
  onLeave(): void;
  onCrew(): void;
  onHelp(): void;
  onAnnounce(): void;
  onTeams(): void;
  onRound(): void;
}

/** Below this width less urgent controls move into the menu. */
const NARROW = '(max-width: 620px)';

export function DeskBar(props: DeskBarProps) {
  const { view, rounds, online, connected, onCopy, onQr, onTimeTrial, onJoining, onPeople } = props;
  const rights = useRights(view);
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  return (
    <header className={styles.bar}>
      <span className={styles.brand}>
        <Wordmark />
      </span>
      {!connected && (
        <span className={styles.lost} role="status">
          {gameText('reconnecting')}
        </span>
      )}
      <span className={styles.join}>
        <span className={styles.with} dir="auto" title={view.room?.name}>
          {view.room?.name ?? t('joinWith')}
          {rounds && <small>{roundText(rounds)}</small>}
        </span>
        <span className={styles.code}>
          <CodeBadge code={view.gameCode} />
        </span>
      </span>
      {!narrow && (
        <Chip label={t('copyLink')} shortcut="C" icon={<IconCopy size={18} aria-hidden />} onClick={onCopy} />
      )}
      <Chip label={t('qr')} shortcut="Q" icon={<IconQrcode size={18} aria-hidden />} onClick={onQr} />
      {!narrow && <Joining locked={view.joiningLocked} barred={rights.barred('people')} onSwitch={onJoining} />}
      {!narrow && <TimeTrial on={view.timeTrialMode} barred={rights.barred('settings')} onSwitch={onTimeTrial} />}
      {!narrow && <Sounds />}
      <Tooltip label={`${t('allPlayers')} (A)`}>
        <button type="button" className={`${styles.chip} ${styles.people}`} aria-keyshortcuts="A" onClick={onPeople}>
          <IconUsers size={18} aria-hidden />
          <span aria-hidden={narrow}>
            {narrow ? view.activeCount : gameText('players', { count: view.activeCount })}
          </span>
          {narrow && <span className="sr-only">{gameText('players', { count: view.activeCount })}</span>}
          {online !== null && <small>{gameText('online', { count: online })}</small>}
        </button>
      </Tooltip>
      <DeskMenu {...props} narrow={narrow} />
    </header>
  );
}

interface SwitchProps {
  readonly barred: ReturnType<Rights['barred']>;
  onSwitch(): void;
}

function Joining({ locked, barred, onSwitch }: SwitchProps & { locked: boolean }) {
  const Sign = locked ? IconLock : IconLockOpen;
  return (
    <Tooltip label={`${t('joiningTip')} (J)`}>
      <button
        type="button"
        role="switch"
        aria-checked={!locked}
        {...barred}
        aria-keyshortcuts="J"
        className={styles.chip}
        data-on={locked}
        onClick={onSwitch}
      >
        <Sign size={18} aria-hidden />
        <span className={styles.wide}>{t('joinMode')}</span>
        <b aria-hidden>{t(locked ? 'joiningLocked' : 'joiningOpen')}</b>
      </button>
    </Tooltip>
  );
}

function TimeTrial({ on, barred, onSwitch }: SwitchProps & { on: boolean }) {
  return (
    <Tooltip label={`${t('timeTrialTip')} (T)`}>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        {...barred}
        aria-keyshortcuts="T"
        className={styles.chip}
        data-on={on}
        onClick={onSwitch}
      >
        <IconStopwatch size={18} aria-hidden />
        <span className={styles.wide}>{t('timeTrial')}</span>
        <b aria-hidden>{gameText(on ? 'on' : 'off')}</b>
      </button>
    </Tooltip>
  );
}

function Sounds() {
  const { label, Icon, onClick } = useSoundSwitch();
  return (
    <Tooltip label={`${label} (U)`}>
      <button type="button" className={styles.chip} aria-label={label} aria-keyshortcuts="U" onClick={onClick}>
        <Icon size={18} aria-hidden />
      </button>
    </Tooltip>
  );
}

interface ChipProps {
  readonly label: string;
  readonly shortcut: string;
  readonly icon: React.ReactNode;
  onClick(): void;
}

function Chip({ label, shortcut, icon, onClick }: ChipProps) {
  return (
    <Tooltip label={`${label} (${shortcut})`}>
      <button type="button" className={styles.chip} aria-keyshortcuts={shortcut} onClick={onClick}>
        {icon}
        <span className={styles.label}>{label}</span>
        <Kbd className={styles.label} aria-hidden>
          {shortcut}
        </Kbd>
      </button>
    </Tooltip>
  );
}
