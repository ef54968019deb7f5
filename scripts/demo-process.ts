/** A process of the product in the demo, under its supervisor. */
import { runRoleProcess } from '#server/run-role-process.ts'
import { seedDemoAccounts } from '#scripts/demo-accounts.ts'

await runRoleProcess({ beforeRoles: seedDemoAccounts })
