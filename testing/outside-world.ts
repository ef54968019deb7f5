import { startIdentityProvider } from '#sim/identity-provider/identity-provider.ts'
import { startTestWorld } from '#sim/world-for-tests.ts'
import { createTestFolder } from '#testing/test-folder.ts'

export type DiscoverySettings = Record<
  'CT_LOG_LIST_URL' | 'RDAP_URL' | 'DNS_SERVERS' | 'CONNECT_TO' | 'EXTRA_CA_FILE',
  string
>

export async function startOutsideWorld(): Promise<
  AsyncDisposable & { settings: DiscoverySettings }
> {
  const world = await startTestWorld({ stores: 5, days: 1 })
  const { logListUrl, rdapUrl, dns, connectTo, caFile } = world.world.address
  return {
    settings: {
      CT_LOG_LIST_URL: logListUrl,
      RDAP_URL: rdapUrl,
      DNS_SERVERS: dns,
      CONNECT_TO: connectTo,
      EXTRA_CA_FILE: caFile,
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  }
}

export async function startOutsideIssuer() {
  const provider = await startIdentityProvider({ dataDir: await createTestFolder() })
  const { issuer, clientId } = provider.address
  return {
    settings: { GOOGLE_CLIENT_ID: clientId, OIDC_ISSUER: issuer, OIDC_NAME: 'Demo ID' },
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  }
}
