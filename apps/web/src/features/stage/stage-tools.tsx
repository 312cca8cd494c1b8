import { useFullscreenDocument } from '@mantine/hooks';
import { IconLink, IconMaximize, IconMinimize } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { t as shared } from '../../platform/i18n/t.js';
import { useCopyStageLink } from '../../shared/invite/copy-link.js';
import { SchemeSwitch } from '../../shared/ui/scheme-switch.js';
import { SoundSwitch } from '../../shared/media/sound-switch.js';
import { type Awake, whyDark } from '../../shared/ui/use-wake-lock.js';
import styles from './stage-tools.module.css';
import { t } from './texts.js';
import { IconButton } from '../../shared/controls/button.js';

const SHOWN_MS = 2_500;
/** The click of a touch follows within this time: it must not hit a tool that this touch has revealed. */
const TOUCH_ENDS_MS = 150;

/**
 * Visible while the pointer moves, on touch, and always by keyboard. `gameId`: offers its moderator the link for
 * another computer.
 */
export function StageTools({ gameId, awake }: { gameId: string | null; awake: Awake }) {
  const { fullscreen, toggle } = useFullscreenDocument();
  const isVisible = usePointerMoving();
  const label = t(fullscreen ? 'leaveFullScreen' : 'fullScreen');
  return (
    <div className={styles.tools} data-shown={isVisible || undefined}>
      {gameId !== null && <CopyStageLink gameId={gameId} />}
      <SoundSwitch />
      <SchemeSwitch />
      <IconButton aria-label={label} title={label} onClick={() => void toggle()}>
        {fullscreen ? <IconMinimize size={21} /> : <IconMaximize size={21} />}
      </IconButton>
      {awake !== 'on' && <p className={styles.dark}>{whyDark(awake)}</p>}
    </div>
  );
}

function CopyStageLink({ gameId }: { gameId: string }) {
  const copy = useCopyStageLink(gameId);
  return (
    <IconButton aria-label={shared('copyStageLink')} title={shared('copyStageLink')} onClick={() => void copy()}>
      <IconLink size={21} />
    </IconButton>
  );
}

function usePointerMoving(): boolean {
  const [moving, setMoving] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      setMoving(true);
      timer = setTimeout(() => setMoving(false), SHOWN_MS);
    };
    const moved = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'touch') return;
      clearTimeout(timer);
      show();
    };
    const touched = ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'touch') return;
      clearTimeout(timer);
      timer = setTimeout(show, TOUCH_ENDS_MS);
    };
    addEventListener('pointermove', moved);
    addEventListener('pointerdown', moved);
    addEventListener('pointerup', touched);
    return () => {
      removeEventListener('pointermove', moved);
      removeEventListener('pointerdown', moved);
      removeEventListener('pointerup', touched);
      clearTimeout(timer);
    };
  }, []);
  return moving;
}
