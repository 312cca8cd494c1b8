import type { Room, ShowFacts } from '@earworm/contracts';
import { startIn } from '../../shared/shows/show-times.js';
import styles from './sheets.module.css';
import { t } from './texts.js';

/** For operators, without anything secret. The heading is repeated on every page. */
export function RoomList({ rooms, facts }: { rooms: readonly Room[]; facts: ShowFacts }) {
  return (
    <div className={styles.list}>
      <table>
        <caption dir="auto">
          {t('listTitle', { name: facts.name })} · {startIn(facts.startsAt, facts.timeZone)}
        </caption>
        <thead>
          <tr>
            {(['number', 'name', 'group', 'code', 'start', 'crew', 'done'] as const).map((column) => (
              <th key={column} scope="col">
                {t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rooms.map(({ roomId, number, name, group, gameCode, startsAt, crewEmails }) => (
            <tr key={roomId}>
              <td>{number}</td>
              <td dir="auto">{name}</td>
              <td dir="auto">{group}</td>
              <td className={styles.listCode}>{gameCode ?? '–'}</td>
              <td>{startsAt === null ? '' : startIn(startsAt, facts.timeZone)}</td>
              <td>{crewEmails.join(', ')}</td>
              <td className={styles.tick}>☐</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
