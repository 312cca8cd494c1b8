import { Button, SegmentedControl } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import type { StoreApi } from 'zustand';
import { useStore } from 'zustand';
import { clipWords } from '../../shared/media/clip-button.js';
import { type Difference, differencesOf, mergeBy, type Side } from './changes.js';
import type { Draft, Question } from './draft.js';
import type { Conflict } from './autosave.js';
import type { Editor } from './editor.js';
import styles from './editor.module.css';
import { t } from './texts.js';
import { Dialog } from '../../shared/ui/dialog.js';

interface Props {
  readonly editor: StoreApi<Editor>;
  readonly conflict: Conflict;
}

const wordsOf = ({ points, answer, youtubeSongName, youtubeLink, clipId }: Question) =>
  [points, answer, youtubeSongName, youtubeLink || (clipId === null ? '' : clipWords(clipId))]
    .filter((word) => word !== '')
    .join(' · ');
const factWords = ({ description, language, tags }: Draft['facts']) =>
  [description, language, tags.join(', ')].filter(Boolean).join(' · ');
const nameOf = ({ name }: { readonly name: string }) => name || t('noName');

interface PartProps {
  readonly difference: Difference;
  readonly side: Side;
  readonly name: string;
  readonly picked: boolean;
}

function Part({ difference, side, name, picked }: PartProps) {
  return (
    <div className={styles.side} data-picked={picked || undefined}>
      <b>{name}</b>
      <Content difference={difference} side={side} />
    </div>
  );
}

function Content({ difference, side }: { difference: Difference; side: Side }) {
  if (difference.about === 'facts') {
    const facts = difference[side];
    return (
      <>
        <span dir="auto">{facts.title}</span>
        <span className={styles.hint} dir="auto">
          {factWords(facts)}
        </span>
      </>
    );
  }
  if (difference.about === 'order')
    return (
      <ol>
        {difference[side].map((category) => (
          <li key={category.categoryId} dir="auto">
            {nameOf(category)}
          </li>
        ))}
      </ol>
    );
  const category = difference[side];
  if (category === null) return <span className={styles.hint}>{t('missing')}</span>;
  return (
    <>
      <span dir="auto">{nameOf(category)}</span>
      <ol>
        {category.questions.map((question) => (
          <li key={question.questionId} dir="auto">
            {wordsOf(question)}
          </li>
        ))}
      </ol>
    </>
  );
}

function headingOf(difference: Difference): string {
  if (difference.about === 'facts') return t('aboutPart');
  if (difference.about === 'order') return t('orderPart');
  return (difference.mine?.name ?? '') || (difference.theirs?.name ?? '') || t('categoryName');
}

interface ChoiceProps {
  readonly difference: Difference;
  readonly side: Side;
  readonly names: Readonly<Record<Side, string>>;
  readonly onPick: (side: Side) => void;
}

function Choice({ difference, side, names, onPick }: ChoiceProps) {
  const id = useId();
  const name = headingOf(difference);
  return (
    <section className={styles.difference} aria-labelledby={id}>
      <h3 id={id} dir="auto">
        {name}
      </h3>
      <div className={styles.sides}>
        <Part difference={difference} side="mine" name={names.mine} picked={side === 'mine'} />
        <Part difference={difference} side="theirs" name={names.theirs} picked={side === 'theirs'} />
      </div>
      <SegmentedControl
        aria-label={t('pickFor', { name })}
        fullWidth
        value={side}
        onChange={(value) => onPick(value === 'mine' ? 'mine' : 'theirs')}
        data={[
          { value: 'mine', label: names.mine },
          { value: 'theirs', label: names.theirs },
        ]}
      />
    </section>
  );
}

/** Cannot be closed without a choice: it would discard one version. */
export function ConflictDialog({ editor, conflict }: Props) {
  const mine = useStore(editor, ({ timeline }) => timeline.present);
  const { base, theirs } = conflict;
  const names = { mine: t('mine'), theirs: t(conflict.with === 'left' ? 'left' : 'theirs') };
  const differences = useMemo(() => differencesOf(base, mine, theirs), [base, mine, theirs]);
  const [picks, setPicks] = useState<ReadonlyMap<string, Side>>(new Map());
  const sideOf = ({ key, suggested }: Difference) => picks.get(key) ?? suggested;
  const settle = (side: (difference: Difference) => Side) => {
    const chosen = new Map(differences.map((difference) => [difference.key, side(difference)]));
    void editor.getState().settle(mergeBy(mine, theirs, chosen));
  };
  return (
    <Dialog
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t('conflictTitle')}
      size="xl"
    >
      <div className={styles.stack}>
        <p className={styles.hint}>{t(conflict.with === 'left' ? 'leftLead' : 'conflictLead')}</p>
        {differences.map((difference) => (
          <Choice
            key={difference.key}
            difference={difference}
            names={names}
            side={sideOf(difference)}
            onPick={(side) => setPicks(new Map([...picks, [difference.key, side]]))}
          />
        ))}
        <div className={styles.conflictActions}>
          <Button variant="default" onClick={() => settle(() => 'theirs')}>
            {t(conflict.with === 'left' ? 'allLeft' : 'allTheirs')}
          </Button>
          <Button variant="default" onClick={() => settle(() => 'mine')}>
            {t('allMine')}
          </Button>
          <Button data-autofocus onClick={() => settle(sideOf)}>
            {t('keepPicked')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
