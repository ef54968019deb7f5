import type { Role } from '#contracts/accounts/auth.ts'
import type { AppContext } from '#server/platform/context.ts'

export const DEMO_PASSWORD = 'Storedawn!2026'

export const demoAccounts: { email: string; role: Role; firstName: string; lastName: string }[] = [
  { email: 'guest@demo.storedawn.test', role: 'GUEST', firstName: 'Gale', lastName: 'Marsh' },
  { email: 'pro@demo.storedawn.test', role: 'PRO_USER', firstName: 'Petra', lastName: 'Lind' },
  { email: 'plus@demo.storedawn.test', role: 'PLUS_USER', firstName: 'Ulric', lastName: 'Vance' },
]

/**
 * Runs the demo: `/operator`. Its key for an authenticator app is known to everyone, as its
 * password is.
 */
export const demoOperator = {
  email: 'operator@demo.storedawn.test',
  key: 'STOREDAWNDEMOKEYSTOREDAWNDEMOKEY',
}

export async function seedDemoAccounts(ctx: AppContext): Promise<void> {
  // Loaded only here, so that printing the accounts does not load half of the product.
  const { ensureAccount } = await import('#server/accounts/sign-up/ensure-account.ts')
  const { enrolOperator, listOperators } = await import('#server/operator/api.ts')
  const { email, key } = demoOperator
  const operator = { email, role: 'GUEST' as const, firstName: 'Olive', lastName: 'Kerr' }
  await Promise.all(
    [...demoAccounts, operator].map((account) =>
      ensureAccount(ctx, { ...account, password: DEMO_PASSWORD, verified: true }),
    ),
  )
  const operators = await listOperators(ctx)
  if (!operators.some((each) => each.email === email)) await enrolOperator(ctx, email, key)
}
