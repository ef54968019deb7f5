/** A process of the product in the demo, under its supervisor. */
import { runRoleProcess } from '#server/run-role-process.ts'
import { claimForDemo } from '#scripts/claim-for-demo.ts'
import { seedDemoAccounts } from '#scripts/demo-accounts.ts'
import { seedOwnThings } from '#scripts/demo/own-things.ts'

await runRoleProcess({
  sendsPages: process.env['PAGES_FROM'] !== 'vite', // as under `npm run dev`
  overrides: { admit: claimForDemo },
  beforeRoles: async (ctx) => {
    await seedDemoAccounts(ctx)
    await seedOwnThings(ctx)
  },
})
