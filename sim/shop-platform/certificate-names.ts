import { type CertificateNames, noiseNames } from '../ct-log/noise-names.ts'
import { randomFor } from '../random.ts'

/** The names of a shop in its certificate. The apex or `www` is always included. */
export function shopCertificateNames(
  seed: number,
  key: number,
  domain: string,
  isPlain: boolean,
): CertificateNames {
  const www = `www.${domain}`
  if (isPlain) return { commonName: domain, dnsNames: [domain, www] }
  const random = randomFor(key, 'certificate')
  const share = random.next()
  if (share < 0.62) return { commonName: domain, dnsNames: [domain, www] }
  if (share < 0.74) return { commonName: www, dnsNames: [www, domain] }
  if (share < 0.82) return { commonName: domain, dnsNames: [domain] }
  if (share < 0.88) return { commonName: domain, dnsNames: [`account.${domain}`, domain, www] }
  if (share < 0.92) return { commonName: `*.${domain}`, dnsNames: [`*.${domain}`, domain] }
  if (share < 0.95)
    return { commonName: domain.toUpperCase(), dnsNames: [domain.toUpperCase(), www.toUpperCase()] }
  if (share < 0.97) return { commonName: null, dnsNames: [domain, www] }
  if (share < 0.98) return { commonName: domain, dnsNames: [] }
  if (share < 0.985) return { commonName: domain, dnsNames: [domain, ...manyOthers(seed, key)] }
  return { commonName: `shop.${domain}`, dnsNames: [`shop.${domain}`, domain, www] }
}

const manyOthers = (seed: number, key: number): string[] =>
  Array.from(
    { length: 30 },
    (_, index) => noiseNames(seed, (key + index * 13) % 60_000).dnsNames[0],
  )
    .filter((name): name is string => name !== undefined)
    .map((name) => name.toLowerCase())

/** Sub-domains that a shop adds later. */
export function addedCertificateNames(key: number, domain: string): CertificateNames {
  const random = randomFor(key, 'added-certificate')
  const names = random.pick([
    [`account.${domain}`],
    [domain, `www.${domain}`],
    [`shop.${domain}`],
    [`checkout.${domain}`, `account.${domain}`],
  ])
  return { commonName: names[0] ?? domain, dnsNames: names }
}
