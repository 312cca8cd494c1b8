import { useEffect, useState } from 'react';

const whenIdle = (task: () => void) => {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 1_500 });
  else setTimeout(task, 200);
};

export const afterFirstPaint = (task: () => void) => requestAnimationFrame(() => whenIdle(task));

export function useAfterFirstPaint(): boolean {
  const [painted, setPainted] = useState(false);
  useEffect(() => void afterFirstPaint(() => setPainted(true)), []);
  return painted;
}
