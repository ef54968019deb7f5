import { expect, test } from 'vitest'
import { findConnectTarget, parseConnectTo } from './connect-to.ts'

test('several rules parse, with empty parts meaning any', () => {
  expect(
    parseConnectTo(
      ':443:127.0.0.1:8443, shop.example:80:[::1]:8080,[2001:db8::1]::gate.internal:3128,',
    ),
  ).toEqual([
    { host: null, port: 443, targetHost: '127.0.0.1', targetPort: 8443 },
    { host: 'shop.example', port: 80, targetHost: '::1', targetPort: 8080 },
    { host: '2001:db8::1', port: null, targetHost: 'gate.internal', targetPort: 3128 },
  ])
})

test('an empty text means no rules', () => expect(parseConnectTo('  ')).toEqual([]))

test('a doubled colon before the port is accepted', () => {
  expect(parseConnectTo('::443:127.0.0.1:8443')).toEqual(parseConnectTo(':443:127.0.0.1:8443'))
  expect(parseConnectTo('::gate.internal:8443')).toMatchObject([
    { host: null, port: null, targetPort: 8443 },
  ])
})

test.each([
  ['127.0.0.1:8443', /cannot read "127\.0\.0\.1:8443".*HOST1:PORT1:HOST2:PORT2/],
  ['a:b:c:d', /cannot read "a:b:c:d"/],
  ['::443:::1:8443', /cannot read/],
  [':443:127.0.0.1:', /names no target/],
  [':443::8443', /names no target/],
  [':443:127.0.0.1:70000', /port 70000 .* not between 1 and 65535/],
  ['h:0:127.0.0.1:1', /port 0 /],
])('%s is refused with a helpful sentence', (text, message) => {
  expect(() => parseConnectTo(text)).toThrow(message)
})

test('the first matching rule wins, and host names match in any case', () => {
  const rules = parseConnectTo(
    'shop.example:443:10.0.0.1:1,:443:10.0.0.2:2,[2001:db8::1]::10.0.0.3:3',
  )
  expect(findConnectTarget(rules, 'SHOP.example', 443)).toEqual({ host: '10.0.0.1', port: 1 })
  expect(findConnectTarget(rules, 'other.example', 443)).toEqual({ host: '10.0.0.2', port: 2 })
  expect(findConnectTarget(rules, '[2001:DB8::1]', 80)).toEqual({ host: '10.0.0.3', port: 3 })
  expect(findConnectTarget(rules, 'other.example', 80)).toBeNull()
})
