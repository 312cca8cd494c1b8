import { randomUUID } from 'node:crypto';

export const newFeedback = () =>
  ({ feedbackId: randomUUID(), type: 'bug', title: 'Title', description: 'Description', gameVersion: '1' }) as const;
