import { NETWORK_NAMES } from '#web/lib/network-names.ts'

const names: Record<string, string | undefined> = {
  ...NETWORK_NAMES,
  bsky: NETWORK_NAMES.bluesky,
  github: 'GitHub',
}

/** Common name of the site that hosts a profile: the network's name, or the host. */
export function socialName(address: string): string {
  const host = URL.parse(address)?.hostname.replace(/^www\./, '') ?? address
  return names[host.split('.').at(-2) ?? ''] ?? host
}
