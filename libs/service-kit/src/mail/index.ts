export type { Mail, MailPort } from './port.js';
export { createSmtpMail } from './smtp.js';
