import * as z from 'zod/mini'
import { DAY_MS } from '#contracts/dates.ts'

/** The fields of an RDAP domain object (RFC 9083, 5.3) that we read. */
const RdapDomain = z.object({
  objectClassName: z.literal('domain'),
  ldhName: z.string().check(z.maxLength(253)),
  events: z.optional(
    z.array(z.looseObject({ eventAction: z.optional(z.unknown()), eventDate: z.optional(z.unknown()) })),
  ),
})

/** The first domain was registered in 1985. */
const FIRST_DOMAIN_MS = Date.parse('1985-03-15T00:00:00Z')

export type RdapReading = { kind: 'registered'; at: Date } | { kind: 'undated' } | { kind: 'not_rdap' }

/**
 * When a domain was registered, according to the registry's answer. `undated` = an answer about this domain without a believable date.
 * `not_rdap` = anything else, e.g. a page, or another domain's object. Compares names without case and final dot.
 */
export function parseRdap(body: Uint8Array, domain: string, now: Date): RdapReading {
  const parsed = RdapDomain.safeParse(jsonOf(body))
  if (!parsed.success || bare(parsed.data.ldhName) !== bare(domain)) return { kind: 'not_rdap' }
  const times = (parsed.data.events ?? [])
    .filter(({ eventAction }) => eventAction === 'registration')
    .map(({ eventDate }) => (typeof eventDate === 'string' ? Date.parse(eventDate) : Number.NaN))
    .filter((ms) => ms >= FIRST_DOMAIN_MS && ms <= now.getTime() + DAY_MS)
  const first = times.toSorted((one, other) => one - other)[0]
  return first === undefined ? { kind: 'undated' } : { kind: 'registered', at: new Date(first) }
}

const bare = (name: string): string => name.toLowerCase().replace(/\.$/, '')

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null
  }
}
