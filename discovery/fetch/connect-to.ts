import { unbracket } from './address-guard.ts'

/**
 * Sends connections for `host`:`port` to `targetHost`:`targetPort`, as curl's `--connect-to` does.
 * `null` = any. Host names, certificates and `Host` headers remain those of the original.
 */
export type ConnectRule = {
  host: string | null
  port: number | null
  targetHost: string
  targetPort: number
}

type ConnectTarget = { host: string; port: number }

const PART = String.raw`(\[[^\]]*\]|[^:\[\]]*)`
const RULE = new RegExp(`^${PART}:(\\d*):${PART}:(\\d*)$`)
// "::443:127.0.0.1:8443" has a colon too many for curl, but is unambiguous, so it is read as
// ":443:…".
const DOUBLED_COLON = /^::(?=\d+:[^:]+:\d+$)/
const EXAMPLE =
  'expected HOST1:PORT1:HOST2:PORT2, e.g. ":443:127.0.0.1:8443" or "shop.example::[::1]:8443"'

/**
 * Parses `CONNECT_TO`: `HOST1:PORT1:HOST2:PORT2`, separated by commas; an empty HOST1 or PORT1
 * matches any, IPv6 needs brackets.
 * @throws Error with a sentence that names the invalid rule
 */
export function parseConnectTo(text: string): ConnectRule[] {
  const rules = text.split(',').map((rule) => rule.trim())
  return rules.filter((rule) => rule !== '').map(parseRule)
}

/** The target of the first rule that matches; null = connect to the host itself. */
export function findConnectTarget(
  rules: readonly ConnectRule[],
  host: string,
  port: number,
): ConnectTarget | null {
  const name = nameOf(host)
  const rule = rules.find(
    (r) => (r.host === null || r.host === name) && (r.port === null || r.port === port),
  )
  return rule ? { host: rule.targetHost, port: rule.targetPort } : null
}

const nameOf = (host: string) => unbracket(host).toLowerCase()

function parsePort(text: string, rule: string): number {
  const port = Number(text)
  if (port < 1 || port > 65_535)
    throw new Error(`CONNECT_TO: port ${text} in "${rule}" is not between 1 and 65535`)
  return port
}

function parseRule(rule: string): ConnectRule {
  const [, host, port, targetHost, targetPort] = RULE.exec(rule.replace(DOUBLED_COLON, ':')) ?? []
  if (host === undefined || port === undefined)
    throw new Error(`CONNECT_TO: cannot read "${rule}"; ${EXAMPLE}`)
  if (!targetHost || !targetPort)
    throw new Error(`CONNECT_TO: "${rule}" names no target; ${EXAMPLE}`)
  return {
    host: host === '' ? null : nameOf(host),
    port: port === '' ? null : parsePort(port, rule),
    targetHost: nameOf(targetHost),
    targetPort: parsePort(targetPort, rule),
  }
}
