import { X509Certificate } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readCertificateNames } from './certificate-names.ts'
import {
  buildCertificate,
  buildTbs,
  type CertificateFields,
  element,
  extension,
  oid,
} from '#testing/discovery/build-tile.ts'
import { hasCorpus, readCorpus, readExpected } from '#testing/discovery/corpus.ts'

const namesOf = (cert: Buffer): string[] => readCertificateNames(cert, 0, cert.length, false)
const namesOfFields = (fields: CertificateFields): string[] => namesOf(buildCertificate(fields))

test
  .skipIf(!hasCorpus)
  .each([
    'appmattus_no-common-name.pem',
    'appmattus_no-sct.badssl.com.pem',
    'appmattus_no-subject.pem',
    'google_leaf00.cert',
  ])('the real certificates of %s yield the names they have', (file) => {
  const { certs } = readExpected(`ct/certs/${file}`) as { certs: { dns: string[] }[] }
  const pems =
    readCorpus(`ct/certs/${file}`)
      .toString()
      .match(/-----BEGIN[^]+?END CERTIFICATE-----/g) ?? []
  expect(pems.map((pem) => namesOf(new X509Certificate(pem).raw))).toEqual(
    certs.map(({ dns }) => dns),
  )
})

test('names keep their spelling and their order', () => {
  const dnsNames = [
    'Shop.Example.COM',
    '*.example.com',
    'xn--bcher-kva.example',
    'under_score.example.',
    'a\u0000b.example',
    '',
  ]
  expect(namesOfFields({ dnsNames })).toEqual(dnsNames)
  expect(namesOfFields({ dnsNames, isCritical: true })).toEqual(dnsNames)
  const tbs = buildTbs({ dnsNames })
  expect(readCertificateNames(tbs, 0, tbs.length, true)).toEqual(dnsNames)
})

test('the reference parser accepts our test certificates', () => {
  const cert = new X509Certificate(
    buildCertificate({ dnsNames: ['a.example', 'b.example'], commonName: 'a.example' }),
  )
  expect(cert.subjectAltName).toBe('DNS:a.example, DNS:b.example')
})

test('only DNS names count', () => {
  expect(namesOfFields({ dnsNames: ['a.example'], ips: [[192, 0, 2, 1]] })).toEqual(['a.example'])
  expect(namesOfFields({ dnsNames: [], ips: [[192, 0, 2, 1]], commonName: 'shop.com' })).toEqual([])
})

test.each([
  ['www.shop.com', ['www.shop.com']],
  ['*.Shop.co.uk', ['*.Shop.co.uk']],
  ['shop.test', ['shop.test']],
  ['Example Ltd.', []],
  ['localhost', []],
  ['leaf00.csr.pem', []],
  ['192.0.2.1', []],
  ['', []],
])('without alternative names the common name %j yields %j', (commonName, names) => {
  expect(namesOfFields({ dnsNames: null, commonName })).toEqual(names)
})

test('with alternative names present the common name is ignored', () => {
  expect(namesOfFields({ dnsNames: ['a.example'], commonName: 'www.shop.com' })).toEqual([
    'a.example',
  ])
})

test('the extension id inside another field does not mislead the parser', () => {
  const fakeNames = element(0x30, element(0x82, Buffer.from('evil.example')))
  const fake = Buffer.concat([oid(0x55, 0x1d, 0x11), element(0x04, fakeNames)])
  const before = [extension(oid(0x2a, 0x03, 0x04), fake)]
  expect(namesOfFields({ dnsNames: ['good.example'], before })).toEqual(['good.example'])
  expect(namesOfFields({ dnsNames: null, before })).toEqual([])
})

test('any name that fits an IA5 string comes back unchanged', () => {
  const name = fc.string({
    unit: fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)),
    maxLength: 300,
  })
  fc.assert(
    fc.property(fc.array(name, { maxLength: 20 }), (dnsNames) => {
      expect(namesOfFields({ dnsNames })).toEqual(dnsNames)
    }),
  )
})

test('random bytes never throw and never cause reads past their end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (bytes, isTbs) => {
      expect(Array.isArray(readCertificateNames(Buffer.from(bytes), 0, bytes.length, isTbs))).toBe(
        true,
      )
    }),
  )
})

test('a truncated certificate has no names', () => {
  const cert = buildCertificate({ dnsNames: ['a.example', 'b.example'], commonName: 'a.example' })
  for (let end = 0; end < cert.length; end++)
    expect(readCertificateNames(cert, 0, end, false)).toEqual([])
})
