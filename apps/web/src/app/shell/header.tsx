import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { t } from '../../platform/i18n/t.js';
import { Wordmark } from '../../shared/ui/mark.js';
import { AccountControl } from './account-control.js';
import { Entries } from './entries.js';
import { useSession } from '../../platform/session/session.js';
import { SchemeSwitch } from '../../shared/ui/scheme-switch.js';
import { PlainButton } from '../../shared/controls/button.js';
import styles from './header.module.css';

export function Header() {
  const { key } = useLocation();
  const userId = useSession((session) => session.user?.id);
  const [openAt, setOpenAt] = useState<string | null>(null);
  // Another page or another user closes it.
  const here = `${key} ${userId}`;
  const open = openAt === here;
  const burger = useRef<HTMLButtonElement>(null);
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <Link to="/" className={styles.brand} aria-label="Earworm">
          <Wordmark />
        </Link>
        <nav className={styles.wide} aria-label={t('nav')}>
          <Entries folded />
        </nav>
        <span className={styles.gap} />
        <SchemeSwitch />
        <span className={styles.wide}>
          <AccountControl />
        </span>
        <PlainButton
          ref={burger}
          className={styles.burger}
          aria-label={t('menu')}
          aria-expanded={open}
          aria-controls="menu"
          onClick={() => setOpenAt(open ? null : here)}
        >
          <i />
          <i />
          <i />
        </PlainButton>
      </div>
      {open && (
        <nav
          id="menu"
          className={styles.menu}
          aria-label={t('menu')}
          onKeyDown={(press) => {
            if (press.key !== 'Escape') return;
            setOpenAt(null);
            burger.current?.focus();
          }}
        >
          <Entries folded={false} />
          <AccountControl />
        </nav>
      )}
    </header>
  );
}
