import domains from 'free-email-domains'

/** Providers that the package does not name. */
const FURTHER_DOMAINS = ['yandex.com.tr', 'tutanota.com', 'hey.com']

const FREE_MAIL_DOMAINS: ReadonlySet<string> = new Set([...domains, ...FURTHER_DOMAINS])

/** A public mailbox provider: its domain says nothing about the shop. */
export const isFreeMail = (domain: string): boolean => FREE_MAIL_DOMAINS.has(domain)
