import type { JoinInfo } from '@earworm/contracts';
import { Link } from 'react-router-dom';
import { moderatorMark } from '../../platform/storage/game-marks.js';
import { CodeBadge } from '../../shared/invite/code-badge.js';
import { EventBand } from '../../shared/shows/event-band.js';
import { Form, FormError } from '../../shared/ui/form.js';
import { NameField } from '../../shared/ui/name-field.js';
import { StorageNote } from '../../shared/ui/storage-note.js';
import { hostOf, rejoinText } from './join-form.js';
import { ModeratorBlock } from './notices.js';
import styles from './scan-form.module.css';
import { t } from './texts.js';
import { useJoin } from './use-join.js';
import { Button } from '../../shared/controls/button.js';

interface Props {
  readonly code: string;
  /** Of the link. */
  readonly signature: string | undefined;
  readonly onFound?: (() => void) | undefined;
}

/** Opened by a QR code or a link: whose game it is, one field, one button. */
export function ScanForm({ code, signature, onFound }: Props) {
  const { name, setName, info, wantsBack, isClosed, ...join } = useJoin(code, onFound, signature);
  if (join.goneProblem !== null) return <Gone code={code} problem={join.goneProblem} />;
  return (
    <Form className={styles.form} onSubmit={join.submit}>
      <div className={styles.game}>
        <EventBand showId={info?.showId} className={styles.event} />
        <h1 className={styles.title} dir={info?.room === undefined ? undefined : 'auto'}>
          {info ? titleOf(info) : t('joinGame')}
        </h1>
        <p className={styles.facts} role="status">
          <CodeBadge code={code} />{' '}
          {join.inLine ??
            (join.looking
              ? t('looking')
              : info &&
                (isClosed
                  ? t('joiningClosed', { moderator: hostOf(info) })
                  : wantsBack
                    ? rejoinText(info, name)
                    : t(info.status === 'playing' ? 'playingWith' : 'waitingWith', { count: info.playerCount })))}
        </p>
      </div>
      <div className={styles.fields}>
        <NameField
          label={t('yourName')}
          name="name"
          placeholder={t('namePlaceholder')}
          enterKeyHint="go"
          autoFocus={name === ''}
          value={name}
          error={join.nameProblem}
          onChange={setName}
        />
        <FormError>{join.joinProblem}</FormError>
        <Button type="submit" size="lg" fullWidth loading={join.busy}>
          {wantsBack ? t('rejoinGame') : t('joinGame')}
        </Button>
      </div>
      <div className={styles.others}>
        <StorageNote audience="player" />
        {info && moderatorMark(info.gameId) && <ModeratorBlock gameId={info.gameId} />}
        <Link className={styles.other} to="/">
          {info && info.room === undefined ? t('otherGameThan', { moderator: info.moderatorName }) : t('otherCode')}
        </Link>
      </div>
    </Form>
  );
}

const titleOf = ({ room, moderatorName: moderator }: JoinInfo): string => room ?? t('gameOf', { moderator });

const Gone = ({ code, problem }: { code: string; problem: string }) => (
  <div className={styles.form} role="alert">
    <div className={styles.game}>
      <h1 className={styles.title}>{problem}</h1>
      <p className={styles.facts}>
        <CodeBadge code={code} />
      </p>
    </div>
    <Button component={Link} to="/" size="lg" className={styles.fields}>
      {t('otherCode')}
    </Button>
  </div>
);
