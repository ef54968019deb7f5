import { X509Certificate } from 'node:crypto'
import { rootCertificates } from 'node:tls'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCertificateNames } from './certificate-names.ts'
import {
  buildCertificate,
  buildLeafInput,
  buildTileLeaf,
  element,
  extension,
  oid,
} from '#testing/discovery/build-tile.ts'
import { candidateHosts, normaliseNames } from './host-names.ts'
import { parseGetEntries } from './rfc6962-log.ts'
import { parseDataTile } from './tiles.ts'

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z](?:[a-z0-9-]*[a-z0-9])?$/
const WHOLE = buildCertificate({
  dnsNames: ['a.example.com', '*.b.example.com', 'xn--bcher-kva.de'],
  commonName: 'a.example.com',
  ips: [[192, 0, 2, 1]],
  isCritical: true,
})

/** Arbitrary bytes in place of a certificate must yield valid host names or nothing. */
function expectHarmless(cert: Buffer): void {
  for (const isTbs of [false, true]) {
    const names = readCertificateNames(cert, 0, cert.length, isTbs)
    for (const host of [...normaliseNames(names), ...candidateHosts(names)]) {
      expect(host).toMatch(HOST)
      expect(host.length).toBeLessThanOrEqual(253)
    }
  }
  const timestampMs = 1_790_000_000_000
  const tile = Buffer.concat(
    [0, 1].map((index) => buildTileLeaf({ names: [], timestampMs, cert }, index)),
  )
  expect(parseDataTile(tile, 0)).toMatchObject({
    kind: 'entries',
    entries: [{ index: 0 }, { index: 1 }],
  })
  const leaf = buildLeafInput({ names: [], timestampMs, cert, isPrecert: true }).toString('base64')
  expect(parseGetEntries({ entries: [{ leaf_input: leaf }] }, 4)).toMatchObject({
    kind: 'entries',
    entries: [{ index: 4, timestampMs }],
  })
}

const position = fc.nat({ max: WHOLE.length - 1 })
type Mutation = (bytes: Buffer) => Buffer
const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.tuple(position, fc.nat({ max: 255 })).map(([at, value]) => (bytes: Buffer) => {
    const changed = Buffer.from(bytes)
    if (at < changed.length) changed[at] = value
    return changed
  }),
  // Lengths and tags that a junk generator favours: indefinite, huge, in the multi-byte form.
  fc
    .tuple(
      position,
      fc.constantFrom([0x80], [0x84, 0xff, 0xff, 0xff, 0xff], [0x1f, 0xff], [0x30, 0x00], [0x88]),
    )
    .map(
      ([at, junk]) =>
        (bytes: Buffer) =>
          Buffer.concat([bytes.subarray(0, at), Buffer.from(junk), bytes.subarray(at)]),
    ),
  position.map((at) => (bytes: Buffer) => bytes.subarray(0, at)),
  fc.tuple(position, position).map(
    ([from, to]) =>
      (bytes: Buffer) =>
        Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]),
  ),
  fc.tuple(position, position, fc.integer({ min: 1, max: 60 })).map(
    ([from, at, length]) =>
      (bytes: Buffer) =>
        Buffer.concat([
          bytes.subarray(0, at),
          bytes.subarray(from, from + length),
          bytes.subarray(at),
        ]),
  ),
)

test(
  'a certificate changed in up to six places is read or dropped, and its neighbours stay',
  { tags: ['check-58'] },
  () => {
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 6 }), (mutations) => {
        expectHarmless(mutations.reduce((bytes, mutate) => mutate(bytes), WHOLE))
      }),
      { numRuns: 1_500 },
    )
  },
)

test(
  'alternative names with arbitrary elements are read or dropped',
  { tags: ['check-58'] },
  () => {
    const value = fc.uint8Array({ maxLength: 300 })
    const names = fc.array(
      fc.tuple(fc.nat({ max: 255 }), value).map(([tag, bytes]) => element(tag, bytes)),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(names, (elements) => {
        const list = extension(oid(0x55, 0x1d, 0x11), element(0x30, ...elements))
        expectHarmless(buildCertificate({ dnsNames: null, before: [list] }))
      }),
      { numRuns: 500 },
    )
  },
)

test('the parser copes with elements nested a thousand deep', { tags: ['check-58'] }, () => {
  let nested: Buffer = Buffer.alloc(0)
  for (let depth = 0; depth < 1_000; depth++) nested = element(0x30, nested)
  expectHarmless(nested)
  expectHarmless(buildCertificate({ dnsNames: ['a.example.com'], before: [nested] }))
})

test(
  'Node’s bundled authorities yield the names that the reference parser reads',
  { tags: ['check-58'] },
  () => {
    expect(rootCertificates.length).toBeGreaterThan(50)
    for (const pem of rootCertificates) {
      const cert = new X509Certificate(pem)
      const reference = (cert.subjectAltName ?? '')
        .split(', ')
        .filter((name) => name.startsWith('DNS:'))
      const read = readCertificateNames(cert.raw, 0, cert.raw.length, false)
      expect(read).toEqual(reference.map((name) => name.slice(4)))
      expectHarmless(cert.raw)
    }
  },
)

test('ten thousand names in one certificate reduce to their hosts', { tags: ['check-58'] }, () => {
  const dnsNames = Array.from(
    { length: 10_000 },
    (_, i) => `${i % 2 ? 'www.' : '*.'}shop-${i >> 1}.com`,
  )
  const cert = buildCertificate({ dnsNames })
  const names = readCertificateNames(cert, 0, cert.length, false)
  expect(names).toEqual(dnsNames)
  expect(candidateHosts(names)).toHaveLength(5_000)
})

// From the test vectors of publicsuffix.org (public domain): the registrable domain, or null for a
// suffix.
test.each([
  ['com', null],
  ['example.com', 'example.com'],
  ['a.b.example.com', 'example.com'],
  ['biz', null],
  ['b.domain.biz', 'domain.biz'],
  ['uk.com', null],
  ['a.b.example.uk.com', 'example.uk.com'],
  ['test.ac', 'test.ac'],
  ['mm', null],
  ['c.mm', null],
  ['a.b.c.mm', 'b.c.mm'],
  ['jp', null],
  ['www.test.jp', 'test.jp'],
  ['ac.jp', null],
  ['www.test.ac.jp', 'test.ac.jp'],
  ['kyoto.jp', null],
  ['test.kyoto.jp', 'test.kyoto.jp'],
  ['ide.kyoto.jp', null],
  ['a.b.ide.kyoto.jp', 'b.ide.kyoto.jp'],
  ['c.kobe.jp', null],
  ['a.b.c.kobe.jp', 'b.c.kobe.jp'],
  ['www.city.kobe.jp', 'city.kobe.jp'],
  ['ck', null],
  ['test.ck', null],
  ['a.b.test.ck', 'b.test.ck'],
  ['www.ck', 'www.ck'],
  ['www.www.ck', 'www.ck'],
  ['us', null],
  ['www.test.us', 'test.us'],
  ['ak.us', null],
  ['www.test.ak.us', 'test.ak.us'],
  ['k12.ak.us', null],
  ['www.test.k12.ak.us', 'test.k12.ak.us'],
  ['xn--85x722f.com.cn', 'xn--85x722f.com.cn'],
  ['www.xn--85x722f.xn--55qx5d.cn', 'xn--85x722f.xn--55qx5d.cn'],
  ['xn--55qx5d.cn', null],
  ['shishi.xn--fiqs8s', 'shishi.xn--fiqs8s'],
  ['xn--fiqs8s', null],
])('the shop behind %s is on the domain %s', { tags: ['check-58'] }, (name, domain) => {
  const [host] = candidateHosts([name])
  if (domain === null) expect(host).toBeUndefined()
  else expect(host === domain || host?.endsWith(`.${domain}`)).toBe(true)
  if (domain !== null) expect(candidateHosts([`www.${domain}`])).toEqual([domain])
})
