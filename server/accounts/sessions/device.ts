import { BROWSER_MAP, parse } from 'bowser'

export type Device = {
  browser: string | null
  system: string | null
  kind: 'desktop' | 'mobile' | 'tablet' | 'unknown'
}

const UNKNOWN: Device = { browser: null, system: null, kind: 'unknown' }
const MAX_LENGTH = 300
/** Any client may send any name; only names of real browsers are shown to the person. */
const BROWSERS: ReadonlySet<string> = new Set(Object.values(BROWSER_MAP))

/** A user agent's browser and system, in readable words. */
export function describeDevice(userAgent: string | null): Device {
  const text = userAgent?.slice(0, MAX_LENGTH).trim()
  if (!text) return UNKNOWN
  const { browser, os, platform } = parse(text)
  const system = os.name ?? null
  return {
    browser: browser.name !== undefined && BROWSERS.has(browser.name) ? browser.name : null,
    system,
    kind: kindOf(platform.type, system),
  }
}

function kindOf(type: string | undefined, system: string | null): Device['kind'] {
  if (type === 'desktop' || type === 'mobile' || type === 'tablet') return type
  return system === 'Chrome OS' ? 'desktop' : 'unknown'
}
