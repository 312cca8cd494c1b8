/** What keeps one template, one person's shelf and one answer finite. */
export const TEMPLATE_LIMITS = {
  titleLength: 80,
  descriptionLength: 500,
  tags: 8,
  tagLength: 24,
  perOwner: 500,
  /** Guests are many and go: this is a shelf for one event. */
  perGuest: 50,
  /** A larger template of an earlier release can be copied, but not grow. */
  contentBytes: 256_000,
  /** Of a file with an exported template, which may be such a larger one. */
  importBytes: 2_000_000,
  pageSize: 24,
  pages: 400,
  reportLength: 500,
  reportsPerTemplate: 100,
} as const;

export const TEMPLATE_SORTS = ['popular', 'newest', 'title'] as const;

export const REPORT_REASONS = ['offensive', 'copyright', 'spam', 'wrong', 'other'] as const;
