import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { dark, light } from './palette.js';
import { FONTS, RADIUS } from './base-styles.js';
import controls from './controls.module.css';
import styles from './theme.module.css';

const amber: MantineColorsTuple = [
  '#fff6e0',
  '#ffeac2',
  '#ffd98c',
  '#ffcf6b',
  '#ffc14d',
  '#ffb52e',
  '#f09a0a',
  '#c46a00',
  '#8f4b00',
  '#5c3000',
];
const cyan: MantineColorsTuple = [
  '#e2fffd',
  '#c2fbf8',
  '#93f3ef',
  '#66ebe6',
  '#46e5df',
  '#22cfc9',
  '#15b3ad',
  '#0b8c87',
  '#066f6b',
  '#044b48',
];
const green: MantineColorsTuple = [
  '#e4fced',
  '#c5f6d8',
  '#93ecb5',
  '#62e092',
  '#37d67a',
  '#23bf66',
  '#179b50',
  '#0e7f40',
  '#0b6b38',
  '#064724',
];
const red: MantineColorsTuple = [
  '#ffe9eb',
  '#ffcdd1',
  '#ffa5ad',
  '#ff8088',
  '#ff5967',
  '#ec3c4c',
  '#d0273a',
  '#b3182a',
  '#8e1220',
  '#5e0912',
];
/** Also for components that have no styles of ours. */
const night: MantineColorsTuple = [
  '#f6f2ff',
  dark.dim,
  '#9d8fc4',
  '#7f6bb8',
  dark.line,
  dark.raised,
  dark.card,
  dark.floor,
  dark.ground,
  '#0a0614',
];

export const theme = createTheme({
  primaryColor: 'amber',
  primaryShade: { light: 5, dark: 5 },
  colors: { amber, cyan, green, red, dark: night },
  autoContrast: true,
  white: '#ffffff',
  black: light.text,
  fontFamily: FONTS.text,
  headings: { fontFamily: FONTS.display, fontWeight: '700', textWrap: 'balance' },
  defaultRadius: 'md',
  radius: RADIUS,
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  breakpoints: { xs: '30em', sm: '48em', md: '62em', lg: '80em', xl: '90em' },
  components: {
    Button: {
      defaultProps: { size: 'md', variant: 'filled' },
      classNames: { root: controls.button, label: controls.buttonLabel },
    },
    ActionIcon: { defaultProps: { size: 44, variant: 'subtle', color: 'gray' }, classNames: { root: controls.icon } },
    UnstyledButton: { classNames: { root: controls.plain } },
    TextInput: { defaultProps: { size: 'md' }, classNames: { input: controls.input, label: controls.label } },
    PasswordInput: {
      defaultProps: { size: 'md' },
      classNames: { input: controls.input, innerInput: styles.innerInput, label: controls.label },
    },
    NumberInput: { defaultProps: { size: 'md' }, classNames: { input: controls.input, label: controls.label } },
    Textarea: { defaultProps: { size: 'md' }, classNames: { input: controls.input, label: controls.label } },
    Select: { defaultProps: { size: 'md' }, classNames: { input: controls.input, label: controls.label } },
    Input: { classNames: { input: controls.input } },
    InputWrapper: { classNames: { error: controls.error, description: styles.description } },
    SegmentedControl: {
      classNames: { root: styles.segments, indicator: styles.segment, label: styles.segmentLabel },
    },
    CloseButton: { defaultProps: { size: 44, iconSize: 22 } },
    Menu: {
      // Its placeholder is a child that no menu may have; without it the first item gets the focus.
      defaultProps: { transitionProps: { duration: 130 }, withInitialFocusPlaceholder: false },
      classNames: { dropdown: styles.dropdown, item: styles.item },
    },
    Tooltip: {
      defaultProps: { openDelay: 300, transitionProps: { duration: 130 } },
      classNames: { tooltip: styles.tip },
    },
    Switch: {
      defaultProps: { size: 'md' },
      classNames: { track: styles.track, thumb: styles.thumb, body: styles.switchBody },
    },
    Kbd: { classNames: { root: styles.kbd } },
    Anchor: { classNames: { root: styles.anchor } },
    Skeleton: { classNames: { root: styles.skeleton } },
    Alert: { classNames: { root: styles.alert, message: styles.alertMessage } },
  },
});

const surfaces = {
  '--mantine-color-body': 'var(--ew-ground)',
  '--mantine-color-text': 'var(--ew-text)',
  '--mantine-color-dimmed': 'var(--ew-dim)',
  '--mantine-color-error': 'var(--ew-wrong-text)',
  '--mantine-color-anchor': 'var(--ew-now-text)',
  '--mantine-color-placeholder': 'var(--ew-dim)',
  '--mantine-color-default': 'var(--ew-raised)',
  '--mantine-color-default-hover': 'var(--ew-line)',
  '--mantine-color-default-color': 'var(--ew-text)',
  '--mantine-color-default-border': 'var(--ew-line)',
  '--mantine-primary-color-light-color': 'var(--ew-now-text)',
};

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: surfaces,
  dark: surfaces,
});
