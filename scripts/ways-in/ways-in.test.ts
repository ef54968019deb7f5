import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { allEndpoints } from '#contracts/all-endpoints.ts'
import { allJobs, allMails } from '#server/create-context.ts'
import { credentials } from './credentials.ts'
import { actingJobs, mutations } from './mutations.ts'
import { writePage } from './page.ts'

const ways = Object.values(credentials).flatMap((way) => way ?? [])
const rows = [...Object.values(mutations), ...Object.values(actingJobs), ...ways]

test('every call that changes something has a row, and every row is a call', () => {
  const names = new Set(allEndpoints.map(({ name }) => name))
  const changing = allEndpoints.filter(({ method }) => method !== 'GET').map(({ name }) => name)
  expect(changing.filter((name) => !(name in mutations))).toEqual([])
  expect(Object.keys(mutations).filter((name) => !names.has(name))).toEqual([])
})

/** Jobs that act for no account: they tidy, measure, or move work that others queued. */
const HOUSEKEEPING = [
  'back-up',
  'check-accuracy',
  'prune-changes',
  'purge-old-rows',
  'reseal-secrets',
  'send-mail',
  'send-waiting-mails',
  'tidy-photos',
  'trim-pictures',
]

test('every job acts for an account and has a row, or is listed as acting for no account', () => {
  const known = [...Object.keys(actingJobs), ...HOUSEKEEPING].toSorted()
  expect(allJobs.map(({ name }) => name).toSorted()).toEqual(known)
})

test('every mail has a row that names it, and no row names an unknown mail', () => {
  const named = new Set(rows.flatMap(({ mails = [] }) => mails))
  expect([...named].toSorted()).toEqual(allMails.map(({ kind }) => kind).toSorted())
})

/** The formatter pads the tables, so only their words are compared. */
const wordsOf = (text: string) => text.replaceAll(/[\s-]+/g, ' ')

test('docs/ways-in.md is up to date (npm run ways-in)', () => {
  expect(wordsOf(readFileSync('docs/ways-in.md', 'utf8'))).toBe(wordsOf(writePage()))
})
