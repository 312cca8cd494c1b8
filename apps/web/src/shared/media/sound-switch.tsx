import { ActionIcon } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { t } from '../../platform/i18n/t.js';
import { switchSounds, useSoundsOn } from './sounds.js';

export function SoundSwitch() {
  const on = useSoundsOn((sounds) => sounds.on);
  const label = t(on ? 'soundsOff' : 'soundsOn');
  return (
    <ActionIcon aria-label={label} title={label} onClick={switchSounds}>
      {on ? <IconBell size={22} aria-hidden /> : <IconBellOff size={22} aria-hidden />}
    </ActionIcon>
  );
}
