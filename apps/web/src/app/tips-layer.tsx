import { Button, Paper } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { t } from '../platform/i18n/t.js';
import { keepTipSeen, tipSeen } from '../platform/storage/browser-marks.js';
import { type Box, placeOfTip } from './tip-place.js';
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
  readonly at: Box;
  /** What it speaks of. */
  readonly place: Box;
}

/** Its room before it is drawn: four lines of text and the button. */
const SIZE = { width: 280, height: 168 };
const CONTROLS = 'input, textarea, select, a, button, [role="tab"]';
const BUBBLE = '[data-tip-bubble]';

const boxOf = (element: Element): Box => {
  const { top, left, width, height } = element.getBoundingClientRect();
  return { top, left, width, height };
};
const isInSight = (place: Element) => place.checkVisibility() && place.getBoundingClientRect().width > 0;

/** The first tip not seen yet whose place is on this page. */
function nextTip(): Shown | null {
  for (const id of Object.keys(TIPS) as TipId[]) {
    const marked = tipSeen(id) ? null : document.querySelector(`[data-tip="${id}"]`);
    if (!marked || !isInSight(marked)) continue;
    const others = [...document.querySelectorAll(CONTROLS)].filter((control) => !control.closest(BUBBLE));
    const bubble = document.querySelector(BUBBLE);
    const size = { ...SIZE, height: bubble ? boxOf(bubble).height : SIZE.height };
    const place = boxOf(marked);
    const screen = { width: document.documentElement.clientWidth, height: innerHeight };
    return { id, place, at: placeOfTip(size, place, others.map(boxOf), screen) };
  }
  return null;
}

const isSame = (a: Shown | null, b: Shown | null) => JSON.stringify(a) === JSON.stringify(b);

/** One tip at a time, beside what it speaks of, which is ringed; seen once it was closed. */
export function TipsLayer() {
  const { pathname } = useLocation();
  const [shown, setShown] = useState<Shown | null>(null);
  const textId = useId();
  const close = () => {
    if (shown) keepTipSeen(shown.id);
    setShown(null);
  };

  useEffect(() => {
    const look = () => {
      const next = document.querySelector(`[role="dialog"]:not(${BUBBLE})`) ? null : nextTip();
      setShown((now) => (isSame(now, next) ? now : next));
    };
    const follow = () => document.querySelector(BUBBLE) && look();
    const timer = setInterval(look, DELAY_MS);
    addEventListener('resize', follow);
    addEventListener('scroll', follow, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      removeEventListener('resize', follow);
      removeEventListener('scroll', follow, { capture: true });
      setShown(null);
    };
  }, [pathname]);

  if (!shown) return null;
  return (
    <>
      <div className={styles.ring} style={shown.place} aria-hidden />
      <Paper
        data-tip-bubble
        className={styles.tip}
        role="dialog"
        aria-labelledby={textId}
        style={{ top: shown.at.top, left: shown.at.left, width: SIZE.width }}
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
    </>
  );
}
