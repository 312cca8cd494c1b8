import { Button, Progress } from '@mantine/core';
import { IconHeadphones } from '@tabler/icons-react';
import type { Medium } from '@earworm/rules';
import { useEffect, useRef, useState } from 'react';
import { type SoundResult, soundCheck } from '../media/sound-check.js';
import { faultText } from '../media/fault-text.js';
import { useMedia } from '../media/use-media.js';
import { ConsentPrompt } from '../media/consent-prompt.js';
import { useYoutubeConsent } from '../../platform/storage/youtube-consent.js';
import { figure } from '../../platform/i18n/numbers.js';
import { type BoardCategory, mediumOfQuestion } from '../live/board.js';
import { nameOf } from './board-cards.js';
import styles from './sound-check.module.css';
import { t } from './texts.js';
import { Dialog } from '../ui/dialog.js';

interface Props {
  readonly categories: readonly BoardCategory[];
}

export function SoundCheck({ categories }: Props) {
  const [opened, setOpened] = useState(false);
  const hasConsent = useYoutubeConsent();
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHeadphones size={20} aria-hidden />}
        onClick={() => setOpened(true)}
        disabled={categories.every(({ questions }) => questions.length === 0)}
      >
        {t('soundCheck')}
      </Button>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('soundCheck')}
        size="lg"
        closeLabel={t('cancel')}
      >
        {opened && (
          <Check
            key={String(hasConsent)}
            hasConsent={hasConsent}
            categories={categories}
            onClose={() => setOpened(false)}
          />
        )}
      </Dialog>
    </>
  );
}

interface Song {
  readonly name: string;
  readonly medium: Medium;
}

const songsOf = (categories: readonly BoardCategory[]): Song[] =>
  categories.flatMap((category, index) =>
    category.questions.flatMap((question) => {
      const medium = mediumOfQuestion(question);
      const name = `${nameOf(category, index)} · ${figure(question.points)} · ${question.answer}`;
      return medium ? [{ name, medium }] : [];
    }),
  );

/** Without consent it checks clips alone. */
function Check({ categories, hasConsent, onClose }: Props & { hasConsent: boolean; onClose: () => void }) {
  const [all] = useState(() => songsOf(categories));
  const songs = hasConsent ? all : all.filter(({ medium }) => medium.kind === 'clip');
  const [results, setResults] = useState<readonly SoundResult[]>([]);
  const [stage, setStage] = useState<'asks' | 'runs' | 'done'>('asks');
  const running = useRef<AbortController | null>(null);
  const [first, second] = [useMedia(null), useMedia(null)];
  // Unmounting must stop the loop.
  useEffect(() => () => running.current?.abort(), []);
  const failed = songs.flatMap((song, place) => {
    const one = results[place];
    return one && one !== 'good' ? [{ ...song, fault: one }] : [];
  });

  const run = async () => {
    const stop = new AbortController();
    running.current = stop;
    setResults([]);
    setStage('runs');
    await soundCheck(
      songs.map(({ medium }) => medium),
      [first.deck, second.deck],
      stop.signal,
      (_, one) => setResults((before) => [...before, one]),
    );
    setStage('done');
  };

  return (
    <div className={styles.check} data-testid="sound-check" data-stage={stage}>
      {songs.length < all.length && <ConsentPrompt as="card" />}
      {songs.length > 0 && <p className={styles.text}>{t('soundCheckText', { count: songs.length })}</p>}
      {[first, second].map(({ state, videoPlace }, place) => (
        <div
          key={place}
          className={styles.video}
          data-running={stage === 'runs' && state.status !== 'idle'}
          ref={videoPlace}
        />
      ))}
      {stage !== 'asks' && (
        <Progress value={(results.length / Math.max(1, songs.length)) * 100} aria-label={t('soundCheck')} />
      )}
      <p className={styles.count} role="status">
        {stage === 'runs' && t('soundCheckAt', { done: results.length, total: songs.length })}
        {stage === 'done' &&
          (failed.length === 0
            ? t('soundCheckGood', { count: results.length })
            : t('soundCheckBad', { count: failed.length }))}
      </p>
      {failed.length > 0 && (
        <ul className={styles.failed}>
          {failed.map(({ name, fault }, place) => (
            <li key={place}>
              <b>{name}</b>
              <span>{faultText(fault)}</span>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button
          variant="default"
          onClick={() => {
            running.current?.abort();
            if (stage !== 'runs') onClose();
          }}
        >
          {t(stage === 'runs' ? 'soundCheckStop' : 'soundCheckClose')}
        </Button>
        {stage !== 'runs' && (
          <Button data-autofocus disabled={songs.length === 0} onClick={() => void run()}>
            {t(stage === 'asks' ? 'soundCheckStart' : 'soundCheckAgain')}
          </Button>
        )}
      </div>
    </div>
  );
}
