/**
 * The network whose paid advertising a pixel measures, by the vendor that detection names.
 * Analytics and tag managers (Google Analytics, Tag Manager, Google tag, Clarity) are on shops that
 * never advertise, so they belong to none.
 */
export const NETWORK_OF_PIXEL: ReadonlyMap<string, string> = new Map([
  ['Facebook & Instagram (Meta)', 'Meta'],
  ['Google Ads', 'Google Ads'],
  ['Google & YouTube', 'Google Ads'],
  ['TikTok', 'TikTok'],
  ['Pinterest', 'Pinterest'],
  ['Snapchat', 'Snapchat'],
  ['X (Twitter)', 'X'],
  ['Reddit', 'Reddit'],
  ['LinkedIn', 'LinkedIn'],
  ['Microsoft Advertising', 'Microsoft Advertising'],
  ['Criteo', 'Criteo'],
  ['Taboola', 'Taboola'],
  ['Axon (AppLovin)', 'AppLovin'],
])

export const AD_NETWORKS: readonly string[] = [...new Set(NETWORK_OF_PIXEL.values())]

/** The networks of the pixels of these vendors, each once. */
export const adNetworksOf = (vendors: readonly string[]): string[] => [
  ...new Set(vendors.flatMap((vendor) => NETWORK_OF_PIXEL.get(vendor) ?? [])),
]
