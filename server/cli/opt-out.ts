import { createContext } from '#server/create-context.ts'
import { eraseDomain, parseDomain } from '#server/opt-out/api.ts'
import { recordAuditEvent } from '#server/platform/audit-trail.ts'
import { readConfig } from '#server/platform/config.ts'
import { AppError } from '#server/platform/errors.ts'
import { defineCommand, UsageError } from './command.ts'

export const command = defineCommand({
  usage: `--domain DOMAIN

For an owner who wrote to us: excludes the domain from now on and erases all data about its stores. The product may be running.
`,
  options: { domain: { type: 'string' } },
  async run({ domain: text }, { say }) {
    if (text === undefined) throw new UsageError('--domain is missing')
    const domain = readDomain(text)
    await using ctx = await createContext(readConfig({ defaults: { LOG_LEVEL: 'error' } }))
    const stores = await eraseDomain(ctx, domain, (ctx) =>
      recordAuditEvent(ctx, {
        kind: 'opt_out.confirmed',
        userId: null,
        network: null,
        detail: { domain, method: 'operator' },
      }),
    )
    say(`${domain} is excluded from now on; stores erased: ${stores}`)
    return 0
  },
})

/** @throws UsageError */
function readDomain(text: string): string {
  try {
    return parseDomain(text)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new UsageError(`${text} is not a domain that anyone can own`, { cause: error })
  }
}
