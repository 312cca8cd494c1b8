import type { ComponentProps, ComponentPropsWithRef, ElementType, ReactNode } from 'react';
import controls from '../../platform/theme/controls.module.css';
import styles from './button.module.css';

interface Looks {
  /** Default: `filled`. */
  readonly variant?: 'filled' | 'default' | 'light' | 'subtle' | undefined;
  /** Default: `md`. */
  readonly size?: 'sm' | 'md' | 'lg' | undefined;
  readonly fullWidth?: boolean | undefined;
  /** What it began is not done; it cannot be pressed. */
  readonly loading?: boolean | undefined;
  readonly leftSection?: ReactNode;
  readonly className?: string | undefined;
}

type ButtonProps<C extends ElementType> = Looks & { readonly component?: C } & Omit<
    ComponentPropsWithRef<C>,
    keyof Looks | 'component'
  >;

const joined = (...names: readonly (string | undefined)[]) => names.filter(Boolean).join(' ');

/** As Mantine's, which phones do not load. */
export function Button<C extends ElementType = 'button'>({
  component,
  variant = 'filled',
  size = 'md',
  fullWidth = false,
  loading = false,
  leftSection,
  className,
  children,
  ...props
}: ButtonProps<C>) {
  const Element: ElementType = component ?? 'button';
  const isDisabled = loading || (props as { disabled?: boolean }).disabled === true;
  return (
    <Element
      {...(component === undefined && { type: 'button' })}
      {...props}
      {...(component === undefined && { disabled: isDisabled })}
      className={joined(styles.base, controls.button, className)}
      data-variant={variant}
      data-size={size}
      data-full={fullWidth || undefined}
      data-disabled={isDisabled || undefined}
      data-loading={loading || undefined}
    >
      {loading && <span className={styles.loader} aria-hidden />}
      {leftSection !== undefined && <span className={styles.section}>{leftSection}</span>}
      <span className={joined(styles.label, controls.buttonLabel)}>{children}</span>
    </Element>
  );
}

/** 44 px for a sign of 20 to 22 px. Needs an `aria-label`. */
export const IconButton = ({ className, ...props }: ComponentProps<'button'>) => (
  <button type="button" {...props} className={joined(styles.iconBase, controls.icon, className)} />
);

/** Without looks of its own. */
export const PlainButton = ({ className, ...props }: ComponentProps<'button'>) => (
  <button type="button" {...props} className={joined(styles.plainBase, controls.plain, className)} />
);
