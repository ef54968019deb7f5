import { domainToASCII } from 'node:url'
import { parse } from 'tldts'
import {
  AUTHORITY_HOST,
  PLACEHOLDER_DOMAINS,
  PLACEHOLDER_LOCALS,
  SERVICE_DOMAINS,
} from '#discovery/extract/contact/not-contact.ts'

// Package and image names: `logo@2x.png` has no public suffix, `icon@2x.ai` has one.
const DENSITY_HOST = /^\d+(?:\.\d+)?x\./
// Keys and hashes: Sentry DSNs, message ids.
const MACHINE_LOCAL = /^(?:[0-9a-f]{16,}|[0-9a-z]{32,}|(?:[0-9a-f]{4,}-){3,}[0-9a-f]+)$/i
const MACHINE_HOST = /(?:^|\.)(?:sentry|ingest|bugsnag|rollbar)\./

/** Removes a word that runs into the end of the host, e.g. `shop.comPhone`. */
const cutGluedWord = (host: string): string => host.replace(/(\.[a-z]{2,12})[A-Z][A-Za-z]*$/, '$1')

const isSoundLocal = (local: string): boolean =>
  local.length <= 64 &&
  /^[\x21-\x7e]+$/.test(local) &&
  !local.includes('..') &&
  !/^[.'-]|[.'-]$/.test(local) &&
  !MACHINE_LOCAL.test(local) &&
  !PLACEHOLDER_LOCALS.has(local.replaceAll(/[._-]/g, ''))

const isSoundHost = (host: string): boolean =>
  host !== '' && host.length <= 253 && !DENSITY_HOST.test(host) && !MACHINE_HOST.test(host)

export type JudgedEmail = { address: string; domain: string }

/**
 * Normalises a candidate: a usable address in lower case (host in ASCII), with its registrable domain. Null for asset names, keys,
 * examples, and the addresses of platforms, services and authorities. A host needs a public suffix or a suffix of the shop's own hosts
 * (`ownSuffixes`): private networks and the demo world use special suffixes.
 */
export function judgeEmail(candidate: string, ownSuffixes: Set<string>): JudgedEmail | null {
  const at = candidate.lastIndexOf('@')
  const escapeRest = /^u00[0-9a-f]{2}/
  const local = candidate.slice(0, at).toLowerCase().replace(escapeRest, '')
  const host = domainToASCII(cutGluedWord(candidate.slice(at + 1))).toLowerCase()
  if (!isSoundLocal(local) || !isSoundHost(host)) return null
  const { domain, publicSuffix, isIcann } = parse(host)
  if (!domain || !(isIcann || ownSuffixes.has(publicSuffix ?? ''))) return null
  const isForeign =
    PLACEHOLDER_DOMAINS.has(domain) || SERVICE_DOMAINS.has(domain) || AUTHORITY_HOST.test(host)
  return isForeign ? null : { address: `${local}@${host}`, domain }
}
