import { expect, test } from 'vitest'
import { clientNetwork } from './connection-limit.ts'

test.each([
  ['192.0.2.7', '192.0.2.7/32'],
  ['::ffff:192.0.2.7', '192.0.2.7/32'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['not an address', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network)
})

test('addresses of one /64 count as one client, of two /64 as two', () => {
  expect(clientNetwork('2001:db8::1')).toBe(clientNetwork('2001:db8::ffff:ffff:ffff:ffff'))
  expect(clientNetwork('2001:db8::1')).not.toBe(clientNetwork('2001:db8:0:1::1'))
})
