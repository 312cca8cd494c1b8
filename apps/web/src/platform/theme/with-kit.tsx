import type { ComponentType } from 'react';

export const loadKit = () => import('./kit.js');

/** For `lazy`: a component that uses Mantine, with what it needs around it. */
export async function withKit<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const [Component, { Kit }] = await Promise.all([load().catch(load), loadKit()]);
  const Dressed = (props: Props) => (
    <Kit>
      <Component {...props} />
    </Kit>
  );
  return { default: Dressed };
}
