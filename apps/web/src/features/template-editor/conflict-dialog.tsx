import { Button, Modal, SegmentedControl } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import type { StoreApi } from 'zustand';
import { useStore } from 'zustand';
import { t as shared } from '../../i18n/t.js';
import { type Difference, differencesOf, mergeBy, type Side } from './changes.js';
import type { Category } from './draft.js';
import type { Conflict, Editor } from './editor.js';
import styles from './editor.module.css';
import { t } from './texts.js';

interface Props {
  readonly editor: StoreApi<Editor>;
  readonly conflict: Conflict;
}

const isCategory = (part: Difference['mine']): part is Category => part !== null && 'questions' in part;

/** One side of a part, short enough to be compared and long enough to be recognised. */
function Part({ of, label, picked }: { of: Difference['mine']; label: string; picked: boolean }) {
  return (
    <div className={styles.side} data-picked={picked || undefined}>
      <b>{label}</b>
      {of === null && <span className={styles.hint}>{t('missing')}</span>}
      {of !== null && !isCategory(of) && (
        <>
          <span dir="auto">{of.title}</span>
          <span className={styles.hint} dir="auto">
            {[of.description, of.tags.join(', ')].filter(Boolean).join(' · ')}
          </span>
        </>
      )}
      {isCategory(of) && (
        <>
          <span dir="auto">{of.name}</span>
          <ol>
            {of.questions.map(({ questionId, points, answer, youtubeLink }) => (
              <li key={questionId} dir="auto">
                {points} · {answer || youtubeLink}
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

function Choice({ difference, side, onPick }: { difference: Difference; side: Side; onPick: (side: Side) => void }) {
  const id = useId();
  const { key, mine, theirs } = difference;
  const part = isCategory(mine) ? mine : isCategory(theirs) ? theirs : null;
  const name = key === 'facts' ? t('aboutPart') : (part?.name ?? '') || t('categoryName');
  return (
    <section className={styles.difference} aria-labelledby={id}>
      <h3 id={id} dir="auto">
        {name}
      </h3>
      <div className={styles.sides}>
        <Part of={mine} label={t('mine')} picked={side === 'mine'} />
        <Part of={theirs} label={t('theirs')} picked={side === 'theirs'} />
      </div>
      <SegmentedControl
        aria-label={t('pickFor', { name })}
        fullWidth
        value={side}
        onChange={(value) => onPick(value === 'mine' ? 'mine' : 'theirs')}
        data={[
          { value: 'mine', label: t('mine') },
          { value: 'theirs', label: t('theirs') },
        ]}
      />
    </section>
  );
}

/** Both versions, part by part. It cannot be closed without choosing: whatever is not chosen would be lost unseen. */
export function ConflictDialog({ editor, conflict }: Props) {
  const mine = useStore(editor, ({ timeline }) => timeline.present);
  const { base, theirs } = conflict;
  const differences = useMemo(() => differencesOf(base, mine, theirs), [base, mine, theirs]);
  const [picks, setPicks] = useState<ReadonlyMap<string, Side>>(new Map());
  const sideOf = ({ key, suggested }: Difference) => picks.get(key) ?? suggested;
  const settle = (side: (difference: Difference) => Side) => {
    const chosen = new Map(differences.map((difference) => [difference.key, side(difference)]));
    void editor.getState().settle(mergeBy(mine, theirs, chosen));
  };
  return (
    <Modal
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('conflictTitle')}
      size="xl"
      closeButtonProps={{ 'aria-label': shared('close') }}
    >
      <div className={styles.stack}>
        <p className={styles.hint}>{t('conflictLead')}</p>
        {differences.map((difference) => (
          <Choice
            key={difference.key}
            difference={difference}
            side={sideOf(difference)}
            onPick={(side) => setPicks(new Map([...picks, [difference.key, side]]))}
          />
        ))}
        <div className={styles.conflictActions}>
          <Button variant="default" onClick={() => settle(() => 'theirs')}>
            {t('allTheirs')}
          </Button>
          <Button variant="default" onClick={() => settle(() => 'mine')}>
            {t('allMine')}
          </Button>
          <Button data-autofocus onClick={() => settle(sideOf)}>
            {t('keepPicked')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
