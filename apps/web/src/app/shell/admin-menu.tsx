import { Menu, UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { t } from '../../platform/i18n/t.js';
import { ADMIN_PAGES } from './admin-pages.js';
import styles from './header.module.css';

export function AdminMenu() {
  const { pathname } = useLocation();
  const here = ADMIN_PAGES.some(({ to }) => to === pathname);
  return (
    <Menu position="bottom-start" width={230}>
      <Menu.Target>
        <UnstyledButton className={styles.entry} aria-current={here ? 'page' : undefined}>
          {t('admin')}
          <IconChevronDown size={17} aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {ADMIN_PAGES.map(({ to, text }) => (
          <Menu.Item key={to} component={Link} to={to} aria-current={to === pathname ? 'page' : undefined}>
            {t(text)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
