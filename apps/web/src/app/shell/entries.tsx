import { NavLink } from 'react-router-dom';
import { t } from '../../platform/i18n/t.js';
import { lazyPartWithKit } from '../lazy.js';
import { hasOwnRooms } from '../../platform/storage/session-marks.js';
import { useSession } from '../../platform/session/session.js';
import { ADMIN_PAGES } from './admin-pages.js';
import styles from './header.module.css';

const AdminName = () => <span className={styles.entry}>{t('admin')}</span>;
const AdminMenu = lazyPartWithKit(async () => (await import('./admin-menu.js')).AdminMenu, <AdminName />);

function Entry({ to, text }: { to: string; text: string }) {
  return (
    <NavLink className={styles.entry} to={to} end={to === '/'}>
      {text}
    </NavLink>
  );
}

export function Entries({ folded }: { folded: boolean }) {
  const user = useSession((session) => session.user);
  return (
    <>
      <Entry to="/" text={t('home')} />
      <Entry to="/browse-templates" text={t('library')} />
      <Entry to="/my-templates" text={t('myTemplates')} />
      {user && !user.isGuest && (
        <>
          <Entry to="/game-history" text={t('history')} />
          <Entry to="/events" text={t('events')} />
        </>
      )}
      {user && hasOwnRooms(user.id) && <Entry to="/my-rooms" text={t('myRooms')} />}
      {user?.isAdmin &&
        (folded ? (
          <span className={styles.admins}>
            <AdminMenu />
          </span>
        ) : (
          ADMIN_PAGES.map(({ to, text }) => <Entry key={to} to={to} text={t(text)} />)
        ))}
    </>
  );
}
