import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import type { GameView } from '@earworm/rules';
import page from '../../shared/ui/full-page.module.css';
import { UnsavedList } from './unsaved-list.js';
import { collectHalfTyped, type UnsavedQuestion } from '../../shared/live/unsaved-questions.js';
import { t } from './texts.js';

interface Props {
  readonly view: GameView;
  /** The user was asked about half-typed questions before starting here. */
  readonly startedHere: boolean;
}

export function AfterSetup({ view, startedHere }: Props) {
  const [left, setLeft] = useState<readonly UnsavedQuestion[] | null>(null);
  const { categories, gameId } = view;
  useEffect(() => {
    // Forms keep their last input when they unmount.
    const timer = setTimeout(() => setLeft((before) => before ?? collectHalfTyped(categories)));
    return () => clearTimeout(timer);
  }, [categories]);
  if (left === null) return null;
  const desk = `/game/${gameId}`;
  if (startedHere || left.length === 0) return <Navigate to={desk} replace />;
  return (
    <div className={page.page}>
      <h1 className={page.title}>{t('startedTitle')}</h1>
      <p className={page.text} role="alert">
        {t('startedText')}
      </p>
      <UnsavedList left={left} onDiscarded={() => setLeft([])} />
      <div className={page.actions}>
        <Button size="lg" component={Link} to={desk} replace autoFocus>
          {t('toDesk')}
        </Button>
      </div>
    </div>
  );
}
