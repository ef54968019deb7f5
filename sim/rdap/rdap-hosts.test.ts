import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedFolder } from '#testing/test-folder.ts'
import { withDefaults } from '../options.ts'
import { openTimeline, type Timeline } from '../timeline.ts'
import { answerRdap } from './rdap-hosts.ts'
import { registeredMsOf } from './registration.ts'

const START_MS = Date.parse('2026-11-20T00:00:00Z')
const DAY_MS = 24 * 60 * 60 * 1000

const { folder: dataDir } = sharedFolder()
let timeline: Timeline
beforeAll(() => {
  timeline = openTimeline(
    withDefaults({ dataDir, stores: 60, oldPerNew: 3, startAtMs: START_MS }),
    () => undefined,
  )
})
afterAll(() => timeline[Symbol.dispose]())

const ask = (host: string, path: string) =>
  answerRdap(timeline.state, {
    method: 'GET',
    host,
    path,
    query: new URLSearchParams(),
    header: () => undefined,
    nowMs: START_MS,
    connection: 1,
  })
const profiles = () =>
  [...timeline.state.shops()].map((reference) => timeline.state.profile(reference))

test('the redirector leads to the registry and ignores other hosts', () => {
  expect(ask('rdap.ct-sim.test', '/domain/lamp.test')).toMatchObject({
    status: 302,
    headers: { location: 'https://registry.ct-sim.test/domain/lamp.test' },
  })
  expect(ask('rdap.ct-sim.test', '/')?.status).toBe(400)
  expect(ask('lamp.test', '/domain/lamp.test')).toBeNull()
})

test('most shops have a registration date consistent with their own history', () => {
  const answers = profiles().map((profile) => {
    const answer = ask('registry.ct-sim.test', `/domain/${profile.brand.domain}`)
    const body = answer?.status === 200 ? JSON.parse(String(answer.body)) : null
    const event = body?.events.find(
      (one: { eventAction: string }) => one.eventAction === 'registration',
    )
    return {
      profile,
      status: answer?.status,
      registeredMs: event ? Date.parse(event.eventDate) : null,
    }
  })
  const dated = answers.filter(({ registeredMs }) => registeredMs !== null)
  expect(dated.length / answers.length).toBeGreaterThan(0.8)
  for (const { profile, registeredMs } of dated) {
    expect(registeredMs).toBe(registeredMsOf(profile))
    expect(registeredMs).toBeLessThan(profile.loggedMs)
  }
  expect(new Set(answers.map(({ status }) => status)).has(404)).toBe(true)
})

test('some new shops have old domains, and some old shops have brand-new ones', () => {
  const ageDays = (isNew: boolean) =>
    profiles()
      .filter((profile) => profile.isNew === isNew)
      .map((profile) => (profile.loggedMs - registeredMsOf(profile)) / DAY_MS)
  expect(ageDays(true).some((days) => days > 365)).toBe(true)
  expect(ageDays(true).filter((days) => days < 60).length).toBeGreaterThan(ageDays(true).length / 3)
  expect(ageDays(false).some((days) => days < 60)).toBe(true)
})

test('the registry answers 404 for a domain without a shop', () => {
  expect(ask('registry.ct-sim.test', '/domain/nobody-at-all.test')?.status).toBe(404)
})
