import { CreateFeedback1763683300000 } from './feedback/migrations/1763683300000-create-feedback.js';
import { FeedbackContext1763805600000 } from './feedback/migrations/1763805600000-feedback-context.js';

/** Everything that makes this service's schema, oldest first. */
export const MIGRATIONS = [CreateFeedback1763683300000, FeedbackContext1763805600000];
