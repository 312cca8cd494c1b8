/** Limits of one template, of the templates of one user, and of one reply. Lengths are in UTF-16 units. */
export const TEMPLATE_LIMITS = {
  titleLength: 80,
  descriptionLength: 500,
  tags: 8,
  tagLength: 24,
  perOwner: 500,
  /** Templates per guest: enough for one event. Lower than `perOwner`, because guests are many and do not stay. */
  perGuest: 50,
  /** Largest content of a template. Larger ones of earlier releases can be copied, but not extended. */
  contentBytes: 256_000,
  /** Largest file to import. Above `contentBytes`, because exported templates of earlier releases may be larger. */
  importBytes: 2_000_000,
  pageSize: 24,
  pages: 400,
  reportLength: 500,
  reportsPerTemplate: 100,
} as const;

export const TEMPLATE_SORTS = ['popular', 'newest', 'title'] as const;

export const REPORT_REASONS = ['offensive', 'copyright', 'spam', 'wrong', 'other'] as const;
