import { NETWORK_NAMES } from '#web/lib/network-names.ts'

const names: Record<string, string | undefined> = {
  ...NETWORK_NAMES,
  bsky: NETWORK_NAMES.bluesky,
  github: 'GitHub',
}

/** How people call the place that a profile is at: the network's name, or its host. */
export function socialName(address: string): string {
  const host = URL.parse(address)?.hostname.replace(/^www\./, '') ?? address
  return names[host.split('.').at(-2) ?? ''] ?? host
}
