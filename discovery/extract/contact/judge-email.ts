import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import {
  AUTHORITY_HOST,
  PLACEHOLDER_DOMAINS,
  PLACEHOLDER_LOCALS,
  SERVICE_DOMAINS,
} from '#discovery/extract/contact/not-contact.ts'

// Package and picture names: `logo@2x.png` has no public suffix, `icon@2x.ai` has.
const DENSITY_HOST = /^\d+(?:\.\d+)?x\./
// Keys and hashes: Sentry DSNs, message ids.
const MACHINE_LOCAL = /^(?:[0-9a-f]{16,}|[0-9a-z]{32,}|(?:[0-9a-f]{4,}-){3,}[0-9a-f]+)$/i
const MACHINE_HOST = /(?:^|\.)(?:sentry|ingest|bugsnag|rollbar)\./

/** Cuts a word that was glued to the end of the host, e.g. `shop.comPhone`. */
const cutGluedWord = (host: string): string => host.replace(/(\.[a-z]{2,12})[A-Z][A-Za-z]*$/, '$1')

const isSoundLocal = (local: string): boolean =>
  local.length <= 64 &&
  !local.includes('..') &&
  !/^[.'-]|[.'-]$/.test(local) &&
  !MACHINE_LOCAL.test(local) &&
  !PLACEHOLDER_LOCALS.has(local.replaceAll(/[._-]/g, ''))

/**
 * A candidate as a usable address in lower case (host in ASCII), with its registrable domain; null for asset names, keys,
 * examples, and the addresses of platforms, services and authorities.
 */
export function judgeEmail(candidate: string): { address: string; domain: string } | null {
  const at = candidate.lastIndexOf('@')
  const local = candidate
    .slice(0, at)
    .toLowerCase()
    .replace(/^u00[0-9a-f]{2}/, '')
  const host = domainToASCII(cutGluedWord(candidate.slice(at + 1))).toLowerCase()
  if (
    host === '' ||
    host.length > 253 ||
    DENSITY_HOST.test(host) ||
    MACHINE_HOST.test(host) ||
    !isSoundLocal(local)
  )
    return null
  if (!/^[\x21-\x7e]+$/.test(local)) return null
  const { domain, isIcann } = parse(host)
  if (
    !domain ||
    !isIcann ||
    PLACEHOLDER_DOMAINS.has(domain) ||
    SERVICE_DOMAINS.has(domain) ||
    AUTHORITY_HOST.test(host)
  )
    return null
  return { address: `${local}@${host}`, domain }
}
