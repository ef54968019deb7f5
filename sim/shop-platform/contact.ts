import { at, randomFor, type Random } from '../random.ts'
import type { Brand } from './brand.ts'
import { FIRST_NAMES, LAST_NAMES, MAIL_PROVIDERS, ROLE_MAILBOXES } from './catalogue/texts.ts'

export type EmailPlace =
  | 'footer_link'
  | 'footer_text'
  | 'contact_page'
  | 'contact_information'
  | 'privacy_policy'

export type Contact = {
  email: string | null
  emailPlaces: EmailPlace[]
  phone: string | null
  isPhoneLinked: boolean
  street: string
  socials: string[]
  /** Whether pages contain addresses and digits that look like contact data but are not. */
  hasJunk: boolean
}

/** For stores that tests launch by name: a single address, in the usual place. */
export const plainContactOf = ({ domain, country }: Brand): Contact => ({
  email: `hello@${domain}`,
  emailPlaces: ['footer_link', 'contact_information'],
  phone: null,
  isPhoneLinked: false,
  street: country.street.replace('#', '1'),
  socials: [],
  hasJunk: false,
})

export function contactOf(key: number, brand: Brand): Contact {
  const random = randomFor(key, 'contact')
  const email = random.chance(0.8) ? emailOf(random, brand) : null
  const phone = random.chance(0.42) ? phoneOf(random, brand) : null
  const handle = brand.domain.split('.')[0] ?? 'shop'
  return {
    email,
    emailPlaces: email === null ? [] : placesOf(random),
    phone,
    isPhoneLinked: random.chance(0.6),
    street: brand.country.street.replace('#', String(random.int(2, 190))),
    socials: SOCIAL_SITES.filter(() => random.chance(0.55)).map((site) => socialUrl(site, handle)),
    hasJunk: random.chance(0.4),
  }
}

export const SOCIAL_SITES = ['instagram.com', 'facebook.com', 'tiktok.com/@']

// The handle contains the reserved ending too, so that it cannot name a real account by accident.
export const socialUrl = (site: string, handle: string): string =>
  site.endsWith('@') ? `https://www.${site}${handle}.test` : `https://www.${site}/${handle}.test`

function emailOf(random: Random, { domain }: Brand): string {
  const firstName = random.pick(FIRST_NAMES).toLowerCase()
  const lastName = random.pick(LAST_NAMES).toLowerCase()
  const share = random.next()
  if (share < 0.66) return `${random.pick(ROLE_MAILBOXES)}@${domain}`
  if (share < 0.78) return `${firstName}@${domain}`
  const provider = random.pick(MAIL_PROVIDERS)
  if (share < 0.92) return `${(domain.split('.')[0] ?? 'shop').replaceAll('-', '')}@${provider}`
  return `${firstName}.${lastName}${random.int(1, 99)}@${provider}`
}

function placesOf(random: Random): EmailPlace[] {
  const places: EmailPlace[] = [
    random.chance(0.5) ? 'footer_link' : random.chance(0.4) ? 'footer_text' : 'contact_page',
  ]
  if (random.chance(0.55)) places.push('contact_information')
  if (random.chance(0.4)) places.push('privacy_policy')
  return places
}

function phoneOf(random: Random, { country }: Brand): string {
  return at(country.phones, random.int(0, 1000)).replace(/#/g, () => String(random.int(0, 9)))
}
