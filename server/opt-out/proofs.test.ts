import { expect, test } from 'vitest'
import type { FetchOutcome } from '#discovery/fetch/fetch-outcome.ts'
import { createBudget } from '#discovery/probe/budget.ts'
import { readProofPage } from './proofs.ts'

type Reply =
  | { status?: number; location?: string; body?: string }
  | Extract<FetchOutcome, { kind: 'failed' | 'refused' }>

function read(site: Record<string, Reply>, domain = 'lamp.example') {
  const asked: string[] = []
  const fetch = async ({ url }: { url: string }): Promise<FetchOutcome> => {
    asked.push(url)
    const reply = site[url] ?? { status: 404 }
    if ('kind' in reply) return reply
    const { status = 200, location, body = '' } = reply
    const headers: Record<string, string> = location === undefined ? {} : { location }
    return {
      kind: 'response',
      url,
      status,
      headers,
      body: new TextEncoder().encode(body),
      redirectedFrom: [],
    }
  }
  const budget = createBudget({ requestsPerSecond: 1e6, perHostGapMs: 0, now: () => new Date() })
  return { asked, proofs: readProofPage({ fetch, budget }, domain) }
}

const HOME = 'https://lamp.example/'
const TAG = '<meta name="storedawn-opt-out" content="abc">'

test.each<[string, string, string[]]>([
  ['in the head', `<!doctype html><html><head><title>x</title>${TAG}</head><body>`, ['abc']],
  ['without a head of its own', `<!doctype html>${TAG}<title>x</title>`, ['abc']],
  ['in other letters', `<META content='abc' NAME=Storedawn-Opt-Out />`, ['abc']],
  ['twice', `${TAG}${TAG.replace('abc', 'def')}`, ['abc', 'def']],
  ['in the body, where visitors write', `<html><head></head><body>${TAG}</body>`, []],
  ['after the head', `<html><head></head>${TAG}`, []],
  ['in a comment', `<head><!-- ${TAG} --></head>`, []],
  ['in a script', `<head><script>"${TAG}"</script></head>`, []],
  ['not at all', '', []],
])('a tag %s is read as %3$j', async (_, body, texts) => {
  expect(await read({ [HOME]: { body } }).proofs).toEqual({ kind: 'read', texts })
})

test('at most five redirects are followed to where the shop answers', async () => {
  const site: Record<string, Reply> = {
    [HOME]: { status: 301, location: 'https://www.lamp.example/' },
    'https://www.lamp.example/': { status: 302, location: '/password' },
    'https://www.lamp.example/password': { body: TAG },
  }
  expect(await read(site).proofs).toEqual({ kind: 'read', texts: ['abc'] })
  const circle = read({ [HOME]: { status: 302, location: '/' } })
  expect(await circle.proofs).toEqual({ kind: 'unreachable' })
  expect(circle.asked).toHaveLength(6)
})

test.each<[string, Reply]>([
  ['trouble at the host', { status: 503, body: TAG }],
  ['a host that wants rest', { status: 429 }],
  ['no connection', { kind: 'failed', url: HOME, cause: 'timeout', detail: '' }],
  ['a host that opted out', { kind: 'refused', url: HOME, reason: 'opt_out' }],
  ['a redirect inside', { status: 302, location: 'http://169.254.169.254/' }],
  ['a redirect to another scheme', { status: 302, location: 'file:///etc/passwd' }],
])('%s proves nothing', async (_, reply) => {
  const { asked, proofs } = read({ [HOME]: reply })
  expect(await proofs).toEqual({ kind: 'unreachable' })
  expect(asked).toEqual([HOME])
})
