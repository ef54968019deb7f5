import { Resolver } from 'node:dns'
import ipaddr from 'ipaddr.js'
import * as z from 'zod'

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
export const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
export const amount = (max: number) => z.coerce.number().min(0).max(max)
export const secret = () => z.string().min(32, 'must have at least 32 characters')
export const webUrl = () =>
  z.url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })

/** Refuses a list and names its wrong items. */
export const listOf = (isValid: (item: string) => boolean, expected: string) =>
  list.check((context) => {
    const wrong = context.value.filter((item) => !isValid(item))
    if (wrong.length === 0) return
    context.issues.push({
      code: 'custom',
      input: wrong,
      message: `${wrong.join(', ')}: not ${expected}`,
    })
  })

export const errorMessageOf = (work: () => unknown): string | null => {
  try {
    work()
    return null
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).replace(/^CONNECT_TO: /, '')
  }
}

/** Validates the value at startup, so that later readers cannot fail on it. */
export const parseableBy = (read: (text: string) => unknown) =>
  z.string().check((context) => {
    const message = errorMessageOf(() => read(context.value))
    if (message !== null) context.issues.push({ code: 'custom', input: context.value, message })
  })

export const isMinuteOfDay = (text: string) => /^[1-9]\d{0,3}$/.test(text) && Number(text) < 24 * 60
export const isResolver = (server: string) =>
  errorMessageOf(() => new Resolver().setServers([server])) === null
export const isProxy = (text: string) =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(text) ||
  ipaddr.isValid(text) ||
  ipaddr.isValidCIDR(text)
export const isWebAddress = (text: string) => URL.parse(text)?.protocol === 'https:'

/** Where a server that listens on `host` is reached from its own machine. */
export function localOrigin(host: string, port: number): string {
  const isEverywhere = host === '0.0.0.0' || host === '::'
  return `http://${isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`
}

export const isOrigin = (text: string) => URL.parse(text)?.origin === text.replace(/\/$/, '')
