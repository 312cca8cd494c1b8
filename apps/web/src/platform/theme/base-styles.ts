import { asVariables, dark, light } from './palette.js';

export const FONTS = {
  text: "'Figtree Variable', 'Figtree Fallback', system-ui, -apple-system, 'Segoe UI', sans-serif",
  display: "'Unbounded Variable', 'Unbounded Fallback', 'Figtree Variable', system-ui, sans-serif",
};
export const RADIUS = { xs: '6px', sm: '10px', md: '14px', lg: '18px', xl: '28px' };

/** Of both colour schemes. Mantine writes those with its name itself, where it is loaded. */
const SHARED = {
  '--ew-display': FONTS.display,
  '--ew-fast': '150ms',
  '--ew-calm': '240ms',
  '--mantine-font-family': FONTS.text,
  ...Object.fromEntries(Object.entries(RADIUS).map(([size, value]) => [`--mantine-radius-${size}`, value])),
};

const rule = (selector: string, variables: Readonly<Record<string, string>>) =>
  `${selector}{${Object.entries(variables)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}`;

export const BASE_STYLES = [
  rule(':root', SHARED),
  rule(":root[data-mantine-color-scheme='dark']", { 'color-scheme': 'dark', ...asVariables(dark) }),
  rule(":root[data-mantine-color-scheme='light']", { 'color-scheme': 'light', ...asVariables(light) }),
].join('');
