import type { AppContext } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { BillingProvider } from './billing-provider.ts'
import { createSandbox } from './sandbox/sandbox.ts'

/**
 * The configured provider. Without keys, a provider that refuses every call. Stripe's SDK has 218
 * modules, which only its users load.
 */
export async function createBillingProvider(
  config: AppContext['config'],
): Promise<BillingProvider> {
  const {
    BILLING_PROVIDER: name,
    BILLING_SECRET_KEY: secretKey,
    BILLING_WEBHOOK_SECRET: webhookSecret,
  } = config
  if (!secretKey || !webhookSecret) return notConfigured(name)
  if (name === 'stripe') {
    const { createStripe } = await import('./stripe/stripe.ts')
    return createStripe({ secretKey, webhookSecret })
  }
  const { BILLING_SANDBOX_URL: url, PUBLIC_ORIGIN: origin } = config
  return url ? createSandbox({ url, secretKey, webhookSecret, origin }) : notConfigured(name)
}

function notConfigured(name: string): BillingProvider {
  const refuse = async (): Promise<never> => {
    throw new AppError('billing_unavailable', {
      cause: new Error(`the payment provider ${name} has no keys`),
    })
  }
  return {
    name,
    ensureCustomer: refuse,
    createCheckout: refuse,
    closeCheckout: refuse,
    readCheckout: refuse,
    quoteChange: refuse,
    changeNow: refuse,
    changeAtPeriodEnd: refuse,
    cancelAtPeriodEnd: refuse,
    resume: refuse,
    cancelNow: refuse,
    portalUrl: refuse,
    readCustomer: refuse,
    verifyWebhook() {
      throw new AppError('billing_unavailable')
    },
  }
}
