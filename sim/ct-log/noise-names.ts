import { domainToASCII } from 'node:url'
import { NOISE_FIRST, NOISE_LABELS, NOISE_SECOND } from '../shop-platform/catalogue/brand-words.ts'
import { at, fraction, hash, randomFor, type Random } from '../random.ts'

/** The rest of the internet: hosts unrelated to the platform. Reserved endings only. */
const ENDINGS = [
  'test',
  'example',
  'test',
  'example',
  'co.test',
  'com.example',
  'net.test',
  'org.example',
]
const NAMES = NOISE_FIRST.length * NOISE_SECOND.length * ENDINGS.length
const STRIDE = 40_927

const TRAILING_JUNK = ['.', ' ', '\u0000', '/', ':443']

export type CertificateNames = { commonName: string | null; dnsNames: string[] }

function noiseDomain(seed: number, ordinal: number): string {
  const index = (ordinal * STRIDE + (hash(seed, 'noise') % NAMES)) % NAMES
  const first = at(NOISE_FIRST, index)
  const second = at(NOISE_SECOND, Math.floor(index / NOISE_FIRST.length))
  const round = Math.floor(ordinal / NAMES)
  return `${first}${second}${round > 0 ? round + 1 : ''}.${at(ENDINGS, Math.floor(index / (NOISE_FIRST.length * NOISE_SECOND.length)))}`
}

// Certificates are renewed long before they expire, and often issued for another host of the same
// domain.
const REPEAT_SHARE = 0.25
const REPEATS_WITHIN = 20_000

export function noiseNames(seed: number, ordinal: number): CertificateNames {
  if (ordinal > 0 && fraction(seed, 'noise-repeat', ordinal) < REPEAT_SHARE) {
    const back = 1 + (hash(seed, 'noise-repeats', ordinal) % Math.min(ordinal, REPEATS_WITHIN))
    return noiseNames(seed, ordinal - back)
  }
  const random = randomFor(seed, 'noise-names', ordinal)
  const domain = noiseDomain(seed, ordinal)
  const names = dnsNamesOf(random, seed, ordinal, domain)
  const share = random.next()
  if (share < 0.04) return { commonName: null, dnsNames: names }
  if (share < 0.06) return { commonName: domain, dnsNames: [] }
  if (share < 0.09) return { commonName: domain, dnsNames: names.map((name) => name.toUpperCase()) }
  return { commonName: (names[0] ?? domain).slice(0, 64), dnsNames: names }
}

function dnsNamesOf(random: Random, seed: number, ordinal: number, domain: string): string[] {
  const share = random.next()
  if (share < 0.28) return [domain]
  if (share < 0.5) return [domain, `www.${domain}`]
  if (share < 0.82) return [`${random.pick(NOISE_LABELS)}.${domain}`]
  if (share < 0.91) return [`*.${domain}`, domain]
  if (share < 0.934) return [domainToASCII(`bücher-${domain}`)]
  if (share < 0.937) return [`_acme-challenge.${domain}`, domain, `my_app.${domain}`]
  if (share < 0.94) return [`${domain}${random.pick(TRAILING_JUNK)}`, `www.${domain}`]
  if (share < 0.999)
    return labelsOf(random, random.int(2, share < 0.98 ? 4 : 20)).map(
      (label) => `${label}.${domain}`,
    )
  return Array.from({ length: 100 }, (_, index) => noiseDomain(seed, ordinal + 7 * index + 1))
}

const labelsOf = (random: Random, count: number): string[] => {
  const first = random.int(0, NOISE_LABELS.length - 1)
  return Array.from({ length: count }, (_, index) => at(NOISE_LABELS, first + index))
}

const FIRST_WORDS = new Set(NOISE_FIRST)
const SECOND_WORDS = new Set(NOISE_SECOND)
// The pattern is searched from the left, so that the longer of two endings wins.
const ENDING = /\.(?:co\.test|com\.example|net\.test|org\.example|test|example)$/

/** Whether a host is one of these; decided by the name itself, so that no list is needed. */
export function isNoiseHost(host: string): boolean {
  if (!ENDING.test(host)) return false
  const label = host.replace(ENDING, '').split('.').at(-1) ?? ''
  if (label.startsWith('xn--bcher-')) return true
  const word = label.replace(/\d+$/, '')
  for (let length = 3; length < word.length - 2; length++)
    if (FIRST_WORDS.has(word.slice(0, length)) && SECOND_WORDS.has(word.slice(length))) return true
  return false
}
