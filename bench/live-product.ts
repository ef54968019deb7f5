/**
 * The product as `npm run live` starts it, with accounts for reading it: reports its address to
 * `live-pace.ts`.
 */
import { readConfig } from '#server/platform/config.ts'
import { runServer, runUntilSignal } from '#server/main.ts'
import { claimForDemo } from '#scripts/claim-for-demo.ts'
import { seedDemoAccounts } from '#scripts/demo-accounts.ts'

await runUntilSignal(async () => {
  const server = await runServer({
    config: readConfig(),
    overrides: { admit: claimForDemo },
    beforeRoles: seedDemoAccounts,
  })
  process.send?.({ address: server.address })
  return server
})
