import { dateFormat } from '../../platform/i18n/dates.js';
import { Button } from '@mantine/core';
import { IconHandStop, IconUserStar } from '@tabler/icons-react';
import { type Command, type CrewMember, type GameView, mayTakeOver, memberOf, membersOf } from '@earworm/rules';
import { deskIdOfTab } from '../live/desk-id.js';
import { useOwnId } from '../live/use-rights.js';
import styles from './crew-banner.module.css';
import { namesOf, t } from './texts.js';

interface CrewBannerProps {
  readonly view: GameView;
  give(command: Command): Promise<boolean>;
}

/** A take-over: on the desks of members who only watch, and on the desk of the one who has taken over. */
export function CrewBanner({ view, give }: CrewBannerProps) {
  const me = memberOf(view, useOwnId());
  if (me === null) return null;
  if (me.suspended !== undefined) return <TakenOver view={view} me={me} suspended={me.suspended} give={give} />;
  const watching = membersOf(view).filter(({ suspended }) => suspended?.by === me.id);
  return watching.length === 0 ? null : <TakenByYou watching={watching} give={give} />;
}

interface TakenOverProps extends CrewBannerProps {
  readonly me: CrewMember;
  readonly suspended: NonNullable<CrewMember['suspended']>;
}

const clockOf = (at: number) => dateFormat({ timeStyle: 'short' }).format(at);

function TakenOver({ view, me, suspended, give }: TakenOverProps) {
  const name = memberOf(view, suspended.by)?.name ?? '';
  const hasAsked = suspended.askedAt !== undefined;
  return (
    <section className={styles.bar} data-testid="crew-banner">
      <IconHandStop size={24} aria-hidden />
      <p className={styles.words} role="status">
        <b>{t('takenOver', { name })}</b>{' '}
        <span className={styles.text}>
          {hasAsked ? t('askedAt', { name }) : t('takenOverAt', { time: clockOf(suspended.at) })}
        </span>
      </p>
      <div className={styles.acts}>
        {mayTakeOver(view, me.id) && (
          <Button size="sm" onClick={() => void give({ type: 'takeOver', deskId: deskIdOfTab() })}>
            {t('takeOverAgain')}
          </Button>
        )}
        <Button size="sm" variant="default" onClick={() => void give({ type: 'askBack' })}>
          {t('askBack')}
        </Button>
      </div>
    </section>
  );
}

interface TakenByYouProps {
  readonly watching: readonly CrewMember[];
  give: CrewBannerProps['give'];
}

function TakenByYou({ watching, give }: TakenByYouProps) {
  const asking = watching.filter(({ suspended }) => suspended?.askedAt !== undefined);
  return (
    <section className={styles.bar} data-asked={asking.length > 0 || undefined} data-testid="crew-banner">
      <IconUserStar size={24} aria-hidden />
      <div className={styles.words}>
        <p role="status">
          <b>{t('takenByYou')}</b>{' '}
          <span className={styles.text}>{t('takenByYouText', { names: namesOf(watching) })}</span>
        </p>
        <p role="alert">{asking.length > 0 && t('asksBack', { names: namesOf(asking) })}</p>
      </div>
      <div className={styles.acts}>
        <Button size="sm" onClick={() => void give({ type: 'giveBack' })}>
          {t('giveBack')}
        </Button>
      </div>
    </section>
  );
}
