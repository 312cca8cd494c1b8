import { Button, Popover } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { textsOf } from '../platform/i18n/texts.js';
import { keepTipSeen, tipSeen } from '../platform/storage/tips.js';
import styles from './tips-layer.module.css';

const t = textsOf('tips', {
  gotIt: 'Got it',
  tipCode: 'Enter the 6-character code from your moderator, or scan the QR code with your camera.',
  tipStarter: 'No songs yet? Start with a ready-made quiz.',
  tipStage:
    'Opens the view for the projector, with the code, the board and the scores. Answers stay hidden until a question is over.',
  tipBuzzer: 'Press as soon as you know the song. The space bar works too.',
});

const DELAY_MS = 500;

const TIPS = {
  code: 'tipCode',
  starter: 'tipStarter',
  stage: 'tipStage',
  buzzer: 'tipBuzzer',
} as const;
type TipId = keyof typeof TIPS;

interface Tip {
  readonly id: TipId;
  readonly box: { readonly top: number; readonly left: number; readonly width: number; readonly height: number };
}

function nextTip(): Tip | null {
  if (document.querySelector('[role="dialog"]:not([data-tip-bubble])')) return null;
  for (const id of Object.keys(TIPS) as TipId[]) {
    const element = tipSeen(id) ? null : document.querySelector(`[data-tip="${id}"]`);
    if (!element?.checkVisibility()) continue;
    const { top, left, width, height } = element.getBoundingClientRect();
    if (width > 0) return { id, box: { top, left, width, height } };
  }
  return null;
}

const isSame = (a: Tip | null, b: Tip | null) => JSON.stringify(a) === JSON.stringify(b);

/** Shows one tip at a time, beside a ring around its element. A closed tip counts as seen. */
export function TipsLayer() {
  const { pathname } = useLocation();
  const [tip, setTip] = useState<Tip | null>(null);
  const textId = useId();
  const close = () => {
    if (tip) keepTipSeen(tip.id);
    setTip(null);
  };

  useEffect(() => {
    const update = () =>
      setTip((now) => {
        const next = nextTip();
        return isSame(now, next) ? now : next;
      });
    const follow = () => document.querySelector('[data-tip-bubble]') && update();
    const timer = setInterval(update, DELAY_MS);
    addEventListener('resize', follow);
    addEventListener('scroll', follow, { capture: true, passive: true });
    return () => {
      clearInterval(timer);
      removeEventListener('resize', follow);
      removeEventListener('scroll', follow, { capture: true });
      setTip(null);
    };
  }, [pathname]);

  if (!tip) return null;
  return (
    <Popover
      key={tip.id}
      opened
      width={280}
      offset={12}
      zIndex={150}
      withRoles={false}
      closeOnClickOutside={false}
      transitionProps={{ duration: 0 }}
      onDismiss={close}
    >
      <Popover.Target>
        <div className={styles.ring} style={tip.box} aria-hidden />
      </Popover.Target>
      <Popover.Dropdown className={styles.tip} data-tip-bubble role="dialog" aria-labelledby={textId}>
        <p id={textId} className={styles.text}>
          {t(TIPS[tip.id])}
        </p>
        <Button variant="default" size="sm" onClick={close}>
          {t('gotIt')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
