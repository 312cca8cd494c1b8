import { IconMoonStars, IconSun } from '@tabler/icons-react';
import { chooseColorScheme, useColorScheme } from '../../platform/theme/color-scheme.js';
import { t } from '../../platform/i18n/t.js';
import { IconButton } from '../controls/button.js';

export function SchemeSwitch() {
  const isDark = useColorScheme() === 'dark';
  const label = isDark ? t('toLight') : t('toDark');
  return (
    <IconButton aria-label={label} title={label} onClick={() => chooseColorScheme(isDark ? 'light' : 'dark')}>
      {isDark ? <IconSun size={21} /> : <IconMoonStars size={21} />}
    </IconButton>
  );
}
