import { Button } from '@mantine/core';
import { type Medium, QuestionId } from '@earworm/rules';
import { IconHandFinger, IconPlayerPauseFilled, IconPlayerPlayFilled, IconRefresh } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { faultText } from '../media/fault-text.js';
import { useMedia } from '../media/use-media.js';
import { ConsentPrompt } from '../media/consent-prompt.js';
import type { Song } from './editor-context.js';
import styles from './listen-dialog.module.css';
import { t } from './texts.js';
import { Dialog } from '../ui/dialog.js';

interface Props {
  readonly song: Song | null;
  readonly onClose: () => void;
}

export function ListenDialog({ song, onClose }: Props) {
  return (
    <Dialog opened={song !== null} onClose={onClose} title={t('listenTitle')}>
      {song && <Player key={JSON.stringify(song.medium)} song={song} />}
    </Dialog>
  );
}

const HEARD = QuestionId.parse('listen');
const fromStart = () => 0;
const playbackOf = (medium: Medium, playing: boolean) => ({
  questionId: HEARD,
  medium,
  playing,
  heardMs: fromStart,
});

function Player({ song: { name, medium } }: { song: Song }) {
  const [playing, setPlaying] = useState(true);
  const playback = useMemo(() => playbackOf(medium, playing), [medium, playing]);
  const { deck, state, videoPlace, waitsForConsent } = useMedia(playback);
  const { status, fault, blocked } = state;
  const failed = status === 'failed';
  const ended = status === 'ended';
  const restart = () => {
    setPlaying(true);
    if (failed) deck.retry();
    else deck.replay();
  };
  return (
    <div className={styles.player} data-testid="listen" data-status={status}>
      <p className={styles.name} dir="auto">
        {name}
      </p>
      <div className={styles.video} hidden={medium.kind !== 'youtube' || failed || waitsForConsent} ref={videoPlace} />
      {waitsForConsent ? (
        <ConsentPrompt as="place" />
      ) : (
        <>
          <p className={styles.status} role={failed ? 'alert' : 'status'}>
            {failed
              ? faultText(fault)
              : blocked
                ? faultText('blocked')
                : t(
                    ended
                      ? 'listenEnded'
                      : status === 'playing'
                        ? 'listenPlays'
                        : playing
                          ? 'listenLoads'
                          : 'listenPaused',
                  )}
          </p>
          <div className={styles.actions}>
            <Button variant="default" leftSection={<IconRefresh size={20} aria-hidden />} onClick={restart}>
              {t(failed ? 'listenRetry' : 'listenRestart')}
            </Button>
            {blocked && !failed ? (
              <Button
                data-autofocus
                leftSection={<IconHandFinger size={20} aria-hidden />}
                onClick={() => deck.unblock()}
              >
                {t('listenPlay')}
              </Button>
            ) : (
              <Button
                data-autofocus
                disabled={failed || ended}
                leftSection={
                  playing ? (
                    <IconPlayerPauseFilled size={20} aria-hidden />
                  ) : (
                    <IconPlayerPlayFilled size={20} aria-hidden />
                  )
                }
                onClick={() => setPlaying(!playing)}
              >
                {t(playing ? 'listenPause' : 'listenPlay')}
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  );
}
