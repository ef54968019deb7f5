import type { World } from './start-world.ts'

/**
 * Catching up on 45 days takes only a minute because we own this world; no real host should see
 * such budgets.
 */
export const worldPace = {
  CT_BACKLOG_ENTRIES: '1000000000',
  CT_CHECKPOINT_EVERY_MS: '2000',
  CT_PARTIAL_AFTER_MS: '10000',
  // Visits stores while the logs are read, so that the first ones appear at once and not after 45
  // days of names.
  CT_PAUSE_ABOVE_HOSTS: '400',
  PROBE_CONTACT: 'https://storedawn.test/bot',
  BOT_SIGNATURES: 'on',
  // The latest stores come first; the older ones may take an hour.
  RDAP_EVERY_MS: '1500',
  PROBE_REQUESTS_PER_SECOND: '2000',
  PROBE_HOST_GAP_MS: '0',
  PROBE_CONCURRENCY: '48',
}

/** The settings that point the product at the world instead of the internet. */
export const discoverySettings = (world: World) => ({
  CT_LOG_LIST_URL: world.logListUrl,
  RDAP_URL: world.rdapUrl,
  DNS_SERVERS: world.dns,
  CONNECT_TO: world.connectTo,
  EXTRA_CA_FILE: world.caFile,
})

export const paymentSettings = ({ paymentPage }: World) => ({
  BILLING_PROVIDER: 'sandbox',
  BILLING_SANDBOX_URL: paymentPage.url,
  BILLING_SECRET_KEY: paymentPage.secretKey,
  BILLING_WEBHOOK_SECRET: paymentPage.webhookSecret,
})

export const identitySettings = ({ identityProvider }: World) => ({
  GOOGLE_CLIENT_ID: identityProvider.clientId,
  OIDC_ISSUER: identityProvider.issuer,
  OIDC_NAME: identityProvider.name,
})
