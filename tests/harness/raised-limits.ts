/** One machine plays hundreds of people here, and its moderators are quicker than people. */
export const RAISED_LIMITS = {
  LIMIT_CREATE: '1000/60',
  LIMIT_JOIN: '1000/60',
  LIMIT_GUESTS: '100000/60',
  LIMIT_SEATS: '100000/60',
  CEILING_SIGN_INS: '900000/60',
  CEILING_JOINS: '900000/60',
  CEILING_SOCKETS: '900000/60',
  CEILING_SEATS: '900000/60',
  LIMIT_ANSWER: '100000/10',
  ANSWER_LIMIT: '100000',
  LIMIT_SELECT: '100000/60',
  LIMIT_JUDGE: '100000/60',
} as const;
