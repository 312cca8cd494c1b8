import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { t } from '../../platform/i18n/t.js';
import { FeedbackButton } from '../../features/feedback/feedback-button.js';
import { Footer } from './footer.js';
import { Header } from './header.js';
import styles from './shell.module.css';

export function Shell() {
  const { pathname } = useLocation();
  // In braces: scrollTo may return a promise, which React would take for a clean-up function.
  useEffect(() => {
    scrollTo(0, 0);
  }, [pathname]);
  return (
    <div className={styles.shell} data-page={pathname.split('/')[1]}>
      <a className={styles.skip} href="#content">
        {t('skip')}
      </a>
      <Header />
      <main id="content" className={styles.content} tabIndex={-1}>
        <Outlet />
      </main>
      <Footer>
        <FeedbackButton />
      </Footer>
    </div>
  );
}
