export type { Mail, MailPort, Offered } from './port.js';
export { createSmtpMail, MailError, type SmtpMail } from './smtp.js';
