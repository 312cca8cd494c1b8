import './kit.css';
import { MantineProvider, type MantineColorSchemeManager } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { chooseColorScheme, colorSchemeNow, onColorScheme } from './color-scheme.js';
import { cssVariablesResolver, theme } from './theme.js';

function schemeManager(): MantineColorSchemeManager {
  let stop = () => undefined as void;
  return {
    get: colorSchemeNow,
    set: (scheme) => {
      if (scheme !== 'auto' && scheme !== colorSchemeNow()) chooseColorScheme(scheme);
    },
    subscribe: (onUpdate) => void (stop = onColorScheme(onUpdate)),
    unsubscribe: () => stop(),
    clear: () => undefined,
  };
}

/** What Mantine's components need around them. */
export function Kit({ children }: { children: ReactNode }) {
  const [manager] = useState(schemeManager);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={manager}
      defaultColorScheme="dark"
    >
      {children}
    </MantineProvider>
  );
}
