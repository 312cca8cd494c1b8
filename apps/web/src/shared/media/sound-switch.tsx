import { IconBell, IconBellOff } from '@tabler/icons-react';
import { t } from '../../platform/i18n/t.js';
import { switchSounds, useSoundsOn } from './sounds.js';
import { IconButton } from '../controls/button.js';

export function useSoundSwitch() {
  const on = useSoundsOn((sounds) => sounds.on);
  return { label: t(on ? 'soundsOff' : 'soundsOn'), Icon: on ? IconBell : IconBellOff, onClick: switchSounds };
}

export function SoundSwitch() {
  const { label, Icon, onClick } = useSoundSwitch();
  return (
    <IconButton aria-label={label} title={label} onClick={onClick}>
      <Icon size={22} aria-hidden />
    </IconButton>
  );
}
