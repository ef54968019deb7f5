/** `node scripts/opt-out.ts DOMAIN`: for an owner who wrote to us. Excludes the domain and erases all data about its store. */
import { createContext } from '#server/create-context.ts'
import { eraseDomain } from '#server/opt-out/erase-domain.ts'
import { parseDomain } from '#server/opt-out/opt-out-list.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { readConfig } from '#server/platform/config.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

function domainOf(words: string): string | null {
  try {
    return parseDomain(words)
  } catch {
    return null
  }
}

const [text] = process.argv.slice(2)
if (!text) {
  say('usage: node scripts/opt-out.ts DOMAIN')
  process.exit(2)
}
const domain = domainOf(text)
if (domain === null) {
  say(`${text} is not a domain that anyone can own`)
  process.exit(2)
}
await using ctx = await createContext(readConfig({ defaults: { LOG_LEVEL: 'warn' } }))
const stores = await eraseDomain(ctx, domain, (ctx) =>
  recordAuditEvent(ctx, {
    kind: 'opt_out.confirmed',
    userId: null,
    network: null,
    detail: { domain, method: 'operator' },
  }),
)
say(`${domain} is excluded from now on; stores erased: ${stores}`)
