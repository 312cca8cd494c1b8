import { Button } from '@mantine/core';
import { IconSpeakerphone } from '@tabler/icons-react';
import { type AnnouncementView, type GameView, memberOf } from '@earworm/rules';
import { dateFormat } from '../../platform/i18n/dates.js';
import { useSession } from '../../platform/session/session.js';
import { audienceText, t } from '../../shared/announcements/texts.js';
import { useAnnouncements } from '../../shared/announcements/use-announcements.js';
import { namesOf } from '../../shared/crew/texts.js';
import { useRights } from '../../shared/live/use-rights.js';
import styles from './notice-bar.module.css';
import type { Desk } from './use-desk.js';

interface Props {
  readonly view: GameView;
  readonly clockOffsetMs: number;
  readonly give: Desk['give'];
}

/** Every announcement in this game, and which of the crew have read those that are for them. */
export function AnnouncementBar({ view, clockOffsetMs, give }: Props) {
  const announcements = useAnnouncements(view, clockOffsetMs);
  return (
    // Always there: screen readers read what is put into it, and of a change only what was added.
    <div role="status" aria-atomic={false} aria-relevant="additions">
      {announcements.map((each) => (
        <OneBar key={each.version} view={view} announcement={each} give={give} />
      ))}
    </div>
  );
}

interface OneProps extends Pick<Props, 'view' | 'give'> {
  readonly announcement: AnnouncementView;
}

function OneBar({ view, announcement: { version, text, until, audience = [], readBy = [] }, give }: OneProps) {
  const rights = useRights(view);
  const me = useSession(({ user }) => user?.id);
  const readers = readBy.flatMap((userId) => memberOf(view, userId) ?? []);
  const isUnread = audience.includes('crew') && !readBy.some((userId) => userId === me);
  const time = dateFormat({ timeStyle: 'short' }).format(until);
  return (
    <section className={styles.bar} data-urgent={isUnread || undefined} data-testid="announcement">
      <IconSpeakerphone size={20} aria-hidden />
      <div className={styles.message}>
        <b dir="auto">{text}</b>
        <span className={styles.text}>
          {t('shownTo', { names: audienceText(audience), time })}
          {readers.length > 0 && ` · ${t('readBy', { names: namesOf(readers) })}`}
        </span>
      </div>
      {isUnread && (
        <Button size="xs" onClick={() => void give({ type: 'readAnnouncement', version })}>
          {t('gotIt')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        {...rights.barred('judge')}
        onClick={() => void give({ type: 'endAnnouncement', version })}
      >
        {t('end')}
      </Button>
    </section>
  );
}
