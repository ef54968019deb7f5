import domains from 'email-providers/all.json' with { type: 'json' }

/** Providers that the package does not name. */
const FURTHER_DOMAINS = [
  'duck.com',
  'fastmail.com',
  'gmx.ch',
  'hotmail.com.tr',
  'mynet.com',
  'posteo.de',
  'tutanota.com',
  'yandex.com.tr',
  'ziggo.nl',
]

const FREE_MAIL_DOMAINS: ReadonlySet<string> = new Set([...domains, ...FURTHER_DOMAINS])

/** A public mailbox provider: its domain says nothing about the shop. */
export const isFreeMail = (domain: string): boolean => FREE_MAIL_DOMAINS.has(domain)
