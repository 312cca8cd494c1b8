import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { t } from './texts.js';

/** Its button is reached by Tab and has a translated name. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput
    {...props}
    visibilityToggleFocusable
    visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
  />
);
