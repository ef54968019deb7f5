const PLATFORM_HOST = /^[a-z0-9][a-z0-9-]{0,62}\.myshopify\.com$/

/** A shop's host on the platform in lower case, e.g. `790fd8-3.myshopify.com`; null for anything else. */
export function platformHostOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const host = value.trim().toLowerCase()
  return PLATFORM_HOST.test(host) ? host : null
}

export const isPlatformHost = (value: unknown): boolean => platformHostOf(value) !== null
