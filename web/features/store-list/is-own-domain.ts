const bare = (domain: string) => domain.toLowerCase().replace(/^www\./, '')

/** Whether an e-mail address uses the store's own domain or a subdomain of it. */
export function isOwnDomain(email: string, storeDomain: string): boolean {
  const domain = bare(email.slice(email.lastIndexOf('@') + 1))
  const own = bare(storeDomain)
  return domain !== '' && (domain === own || domain.endsWith(`.${own}`) || own.endsWith(`.${domain}`))
}
