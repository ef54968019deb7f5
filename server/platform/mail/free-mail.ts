/** The server's domains may not read `discovery` themselves. */
export { isFreeMail } from '#discovery/extract/facts/contact/free-mail.ts'
