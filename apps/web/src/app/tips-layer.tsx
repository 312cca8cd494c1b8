import { Button, Paper } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { t } from '../i18n/t.js';
import { keepTipSeen, tipSeen } from './browser-marks.js';
import styles from './tips-layer.module.css';

/** Long enough that a tip never comes before what it speaks of was seen. */
const DELAY_MS = 500;

/** In the order in which they are told. A page that has the place of one gets it. */
const TIPS = {
  code: 'tipCode',
  starter: 'tipStarter',
  stage: 'tipStage',
  buzzer: 'tipBuzzer',
} as const;
type TipId = keyof typeof TIPS;

interface Shown {
  readonly id: TipId;
  readonly top: number;
  readonly left: number;
}

const WIDTH = 280;
const MARGIN = 12;

const isInSight = (place: Element) => place.checkVisibility() && place.getBoundingClientRect().width > 0;

/** The first tip not seen yet whose place is on this page. */
function nextTip(): Shown | null {
  for (const id of Object.keys(TIPS) as TipId[]) {
    const place = tipSeen(id) ? null : document.querySelector(`[data-tip="${id}"]`);
    if (!place || !isInSight(place)) continue;
    const { bottom, left, width } = place.getBoundingClientRect();
    const middle = left + width / 2 - WIDTH / 2;
    return {
      id,
      top: bottom + scrollY + MARGIN,
      left: Math.min(Math.max(MARGIN, middle), Math.max(MARGIN, innerWidth - WIDTH - MARGIN)),
    };
  }
  return null;
}

/** One tip at a time, below what it speaks of; seen once it was closed. */
export function TipsLayer() {
  const { pathname } = useLocation();
  const [shown, setShown] = useState<Shown | null>(null);
  const textId = useId();
  const close = () => {
    if (shown) keepTipSeen(shown.id);
    setShown(null);
  };

  useEffect(() => {
    const look = () => setShown(document.querySelector('[role="dialog"]:not([data-tip-bubble])') ? null : nextTip());
    const timer = setInterval(look, DELAY_MS);
    addEventListener('resize', look);
    return () => {
      clearInterval(timer);
      removeEventListener('resize', look);
      setShown(null);
    };
  }, [pathname]);

  if (!shown) return null;
  return (
    <Paper
      data-tip-bubble
      className={styles.tip}
      role="dialog"
      aria-labelledby={textId}
      style={{ top: shown.top, left: shown.left, width: WIDTH }}
      onKeyDown={(key) => {
        if (key.key === 'Escape') close();
      }}
    >
      <p id={textId} className={styles.text}>
        {t(TIPS[shown.id])}
      </p>
      <Button variant="default" size="sm" onClick={close}>
        {t('gotIt')}
      </Button>
    </Paper>
  );
}
