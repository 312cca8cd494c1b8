import type { RouteReply } from '@earworm/contracts';
import { figure } from '../../platform/i18n/numbers.js';
import styles from './privacy-page.module.css';
import { t } from './privacy-texts.js';

export type PrivacyFacts = RouteReply<'privacy'>;

interface Row {
  readonly what: string;
  readonly where: string;
  readonly until: string;
}

const days = (key: Parameters<typeof t>[0], count: number | null, more = {}): string =>
  count === null ? t('unknown') : t(key, { count, n: figure(count), ...more });

function rowsOf({ days: kept, signInHost, filesHost, sendsMail }: PrivacyFacts): Row[] {
  const here = t('here');
  const files = filesHost ?? here;
  const accounts = signInHost ?? here;
  const mails: Row = sendsMail
    ? { what: t('mails'), where: t('mailServer'), until: t('untilMailServer') }
    : { what: t('mails'), where: here, until: sendsMail === null ? t('unknown') : t('untilOutbox') };
  return [
    { what: t('games'), where: here, until: days('untilGames', kept.games) },
    { what: t('events'), where: here, until: days('untilEvents', kept.events) },
    { what: t('guests'), where: accounts, until: days('untilGuests', kept.guests) },
    { what: t('accounts'), where: accounts, until: t('untilAccounts') },
    { what: t('templates'), where: here, until: days('untilTemplates', kept.guestTemplates) },
    { what: t('clips'), where: files, until: days('untilClips', kept.clips) },
    { what: t('usage'), where: here, until: days('untilUsage', kept.usage) },
    { what: t('feedback'), where: files === here ? here : t('hereAnd', { host: files }), until: t('untilFeedback') },
    { what: t('audit'), where: here, until: t('untilAudit') },
    mails,
    {
      what: t('backups'),
      where: t('whereBackups'),
      until:
        kept.backups === null
          ? t('untilBackupsUnknown')
          : kept.backups === 0
            ? t('untilBackupsNone')
            : days('untilBackups', kept.backups),
    },
  ];
}

export function Kept({ facts }: { facts: PrivacyFacts }) {
  const columns = [t('what'), t('where'), t('until')];
  return (
    <table className={styles.kept} aria-label={t('kept')}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rowsOf(facts).map(({ what, where, until }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td data-column={columns[1]}>{where}</td>
            <td data-column={columns[2]}>{until}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
