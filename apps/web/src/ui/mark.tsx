/** The mark: a wave that ends in a hook. The same path is in public/favicon.svg. */
export const MARK_PATH = 'M3 20c2.6-9.5 5.4-9.5 8 0s5.4 9.5 8 0V9.5a4.25 4.25 0 0 1 8.5 0v3.2l-3.4-2.2';

/** Draws in the colour of the text around it; beside the product's name it says nothing of its own. */
export function Mark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 32 32" fill="none" aria-hidden focusable="false">
      <path d={MARK_PATH} stroke="currentColor" strokeWidth="3.4" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
