import { ActionIcon, useMantineColorScheme } from '@mantine/core';
import { IconMoonStars, IconSun } from '@tabler/icons-react';
import { t } from '../../platform/i18n/t.js';

export function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const isDark = colorScheme !== 'light';
  const label = isDark ? t('toLight') : t('toDark');
  return (
    <ActionIcon aria-label={label} title={label} onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
      {isDark ? <IconSun size={21} /> : <IconMoonStars size={21} />}
    </ActionIcon>
  );
}
