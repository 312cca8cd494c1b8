import { Kbd, Menu, Tooltip } from '@mantine/core';
import {
  IconArrowBackUp,
  IconBell,
  IconBellOff,
  IconCopy,
  IconDoorExit,
  IconDots,
  IconFlag,
  IconPresentation,
  IconQrcode,
  IconStopwatch,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { GameView } from '@earworm/rules';
import { t as shared } from '../../i18n/t.js';
import { switchSounds, useSoundsOn } from '../../media/sounds.js';
import { CodeBadge } from '../../ui/code-badge.js';
import { Wordmark } from '../../ui/wordmark.js';
import styles from './desk-bar.module.css';
import { t } from './t.js';

interface DeskBarProps {
  readonly view: GameView;
  readonly online: number | null;
  readonly connected: boolean;
  onCopy(): void;
  onQr(): void;
  onTimeTrial(): void;
  onEnd(): void;
  onLeave(): void;
}

/** The top of the desk: how to join is always in sight. */
export function DeskBar({ view, online, connected, onCopy, onQr, onTimeTrial, onEnd, onLeave }: DeskBarProps) {
  return (
    <header className={styles.bar}>
      <span className={styles.brand}>
        <Wordmark />
      </span>
      {!connected && (
        <span className={styles.lost} role="status">
          {t('reconnecting')}
        </span>
      )}
      <span className={styles.join}>
        <span className={styles.with}>{t('joinWith')}</span>
        <span className={styles.code}>
          <CodeBadge code={view.gameCode} />
        </span>
      </span>
      <Chip label={t('copyLink')} shortcut="C" icon={<IconCopy size={18} aria-hidden />} onClick={onCopy} />
      <Chip label={t('qr')} shortcut="Q" icon={<IconQrcode size={18} aria-hidden />} onClick={onQr} />
      <Tooltip label={`${t('timeTrialTip')} (T)`}>
        <button
          type="button"
          role="switch"
          aria-checked={view.timeTrialMode}
          aria-keyshortcuts="T"
          aria-label={t('timeTrial')}
          className={styles.chip}
          data-on={view.timeTrialMode}
          onClick={onTimeTrial}
        >
          <IconStopwatch size={18} aria-hidden />
          <span className={styles.wide}>{t('timeTrial')}</span>
          <b>{t(view.timeTrialMode ? 'on' : 'off')}</b>
        </button>
      </Tooltip>
      <Sounds />
      <span className={styles.people} title={online === null ? undefined : t('online', { count: online })}>
        <IconUsers size={18} aria-hidden />
        <span>{t('players', { count: view.activeCount })}</span>
        {online !== null && <small>{t('online', { count: online })}</small>}
      </span>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <button type="button" className={styles.chip} aria-label={t('actions')}>
            <IconDots size={20} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          {view.status === 'setup' && (
            <Menu.Item
              component={Link}
              to={`/setup/${view.gameId}`}
              leftSection={<IconArrowBackUp size={18} aria-hidden />}
              rightSection={<Kbd>B</Kbd>}
            >
              {t('backToSetup')}
            </Menu.Item>
          )}
          <Menu.Item
            component={Link}
            to={`/stage/${view.gameId}`}
            target="_blank"
            leftSection={<IconPresentation size={18} aria-hidden />}
            rightSection={<Kbd>V</Kbd>}
          >
            {t('stage')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDoorExit size={18} aria-hidden />} rightSection={<Kbd>L</Kbd>} onClick={onLeave}>
            {t('leaveDesk')}
          </Menu.Item>
          <Menu.Item
            color="var(--ew-wrong-text)"
            leftSection={<IconFlag size={18} aria-hidden />}
            rightSection={<Kbd>E</Kbd>}
            onClick={onEnd}
          >
            {t('endGame')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </header>
  );
}

function Sounds() {
  const on = useSoundsOn((sounds) => sounds.on);
  const label = shared(on ? 'soundsOff' : 'soundsOn');
  const Sign = on ? IconBell : IconBellOff;
  return (
    <Tooltip label={`${label} (U)`}>
      <button type="button" className={styles.chip} aria-label={label} aria-keyshortcuts="U" onClick={switchSounds}>
        <Sign size={18} aria-hidden />
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
      <button type="button" className={styles.chip} aria-label={label} aria-keyshortcuts={shortcut} onClick={onClick}>
        {icon}
        <span className={styles.wide}>{label}</span>
        <Kbd className={styles.wide} aria-hidden>
          {shortcut}
        </Kbd>
      </button>
    </Tooltip>
  );
}
