import { isSupportedCountry, type CountryCode } from 'libphonenumber-js/max'

const countryOf = (code: string): CountryCode | null => (isSupportedCountry(code) ? code : null)

// Country domains that are used worldwide.
const GENERIC_USE = new Set([
  'ai',
  'cc',
  'co',
  'fm',
  'gg',
  'io',
  'la',
  'ly',
  'me',
  'sh',
  'st',
  'to',
  'tv',
  'vc',
  'ws',
  'xyz',
  'eu',
  'id',
  'is',
  'so',
  'im',
  'pw',
  'bz',
])

/**
 * Country whose national phone format a shop most likely uses: the shop's own country, else the one of its domain. The visitor's market
 * says nothing about it.
 */
export function phoneCountryFor(
  shopCountry: string | null,
  hosts: (string | null | undefined)[],
): CountryCode | null {
  const own = shopCountry ? countryOf(shopCountry) : null
  if (own) return own
  for (const host of hosts) {
    const label = host?.split('.').at(-1)?.toLowerCase() ?? ''
    if (label.length !== 2 || GENERIC_USE.has(label)) continue
    const country = countryOf(label === 'uk' ? 'GB' : label.toUpperCase())
    if (country) return country
  }
  return null
}
