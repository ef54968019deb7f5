import { expect, test } from 'vitest'
import { clientNetwork, createProxyTest } from './connection-limit.ts'

test.each([
  [['10.0.0.1'], '10.0.0.1', true],
  [['10.0.0.1'], '::ffff:10.0.0.1', true],
  [['10.0.0.1'], '10.0.0.2', false],
  [['10.0.0.0/8'], '10.200.3.4', true],
  [['10.0.0.0/8'], '2001:db8::1', false],
  [['2001:db8::/32'], '2001:db8::7', true],
  [['loopback'], '127.0.0.1', true],
  [['loopback'], '::1', true],
  [['uniquelocal'], '192.168.1.9', true],
  [['uniquelocal'], 'fd00::1', true],
  [['linklocal'], '169.254.1.1', true],
  [['loopback', '10.0.0.1'], '192.0.2.1', false],
  [[], '127.0.0.1', false],
])('with trusted proxies %j, %s is trusted: %s', (proxies, address, isTrusted) => {
  expect(createProxyTest(proxies)(address)).toBe(isTrusted)
})

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
