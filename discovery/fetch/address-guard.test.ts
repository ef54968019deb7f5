import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isPublicAddress } from './address-guard.ts'

const PUBLIC = [
  '1.1.1.1', '8.8.8.8', '23.227.38.65', '104.16.0.10', '172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.1',
  '169.253.255.255', '192.167.1.1', '198.17.255.255', '198.20.0.1', '223.255.255.254', '11.0.0.1', '126.255.255.255',
  '2620:127:f00f:5::', '2606:4700::1111', '2a00:1450:4001:80e::200e', '2001:4860:4860::8888', '2003::1', '2620:4f:8001::1',
] // prettier-ignore

const SPECIAL = [
  // IPv4: first and last of each block of the IANA registry
  '0.0.0.0', '0.255.255.255', '10.0.0.0', '10.255.255.255', '100.64.0.0', '100.127.255.255', '127.0.0.1', '127.255.255.254',
  '169.254.0.1', '169.254.169.254', '172.16.0.0', '172.31.255.255', '192.0.0.1', '192.0.0.9', '192.0.0.170', '192.0.0.255',
  '192.0.2.1', '192.31.196.1', '192.52.193.1', '192.88.99.1', '192.168.0.1', '192.168.255.255', '192.175.48.1',
  '198.18.0.0', '198.19.255.255', '198.51.100.7', '203.0.113.7', '224.0.0.1', '233.252.0.1', '239.255.255.255', '240.0.0.1',
  '255.255.255.255', '168.63.129.16',
  // IPv6
  '::', '::1', '::127.0.0.1', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '0:0:0:0:0:ffff:a00:5',
  '::ffff:0:127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::a00:5', '100::1', '100:0:0:1::1', '1234::1',
  '2001::1', '2001:0:53aa:64c::1', '2001:1::1', '2001:2::1', '2001:3::1', '2001:4:112::1', '2001:10::1', '2001:20::1',
  '2001:30::1', '2001:1ff::1', '2001:db8::1', '2001:0db8:85a3::8a2e:370:7334', '2002::1', '2002:7f00:1::', '2002:808:808::1',
  '2620:4f:8000::1', '3ffe::1', '3fff::1', '3fff:fff::1', '4000::1', '5f00::1', 'a000::1', 'fc00::1', 'fd12:3456::1',
  'fe80::1', 'fe80::1%eth0', '2606:4700::1111%1', 'febf::1', 'fec0::1', 'ff02::1', 'ff0e::1',
] // prettier-ignore

const NOT_AN_ADDRESS = [
  '', ' ', 'localhost', 'example.org', '8.8.8', '8.8.8.8.', '8.8.8.8 ', ' 8.8.8.8', '08.8.8.8', '010.8.8.8', '0x8.8.8.8',
  '0x08080808', '134744072', '8.8.2056', '8.8.8.256', '８.8.8.8', '8。8。8。8', '[2606:4700::1111]', '2606:4700::1111/64',
  '2606:4700:::1111', '127.1', '0x7f000001', '2130706433', '017700000001', '8.8.8.8:80', '8.8.8.8\0', '1.1.1.1\n',
] // prettier-ignore

test.each(PUBLIC)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true))
test.each(SPECIAL)('%s is special-purpose', { tags: ['check-46'] }, (address) =>
  expect(isPublicAddress(address)).toBe(false),
)
test.each(NOT_AN_ADDRESS)('%j is not an IP address', (address) =>
  expect(isPublicAddress(address)).toBe(false),
)

test('no IPv4 address is public once wrapped in IPv6', { tags: ['check-46'] }, () => {
  const wrappers = ['::ffff:', '::', '64:ff9b::', '::ffff:0:']
  const isRefused = (ip: string, wrapper: string) => !isPublicAddress(`${wrapper}${ip}`)
  expect(() =>
    fc.assert(fc.property(fc.ipV4(), fc.constantFrom(...wrappers), isRefused)),
  ).not.toThrow()
})

test('any text gets an answer', () => {
  const isAnswered = (text: string) => typeof isPublicAddress(text) === 'boolean'
  expect(() => fc.assert(fc.property(fc.string(), isAnswered))).not.toThrow()
})
