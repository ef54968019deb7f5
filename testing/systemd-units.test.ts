import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseConfig } from '#server/platform/config.ts'

const ROOT = path.join(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, 'deploy/systemd')
const services = readdirSync(FOLDER).filter((name) => name.endsWith('.service'))

/** What a process that talks to the whole internet must not be able to do. */
const HARDENED = [
  'NoNewPrivileges=yes',
  'ProtectSystem=strict',
  'ProtectHome=yes',
  'PrivateTmp=yes',
  'PrivateDevices=yes',
  'ProtectKernelTunables=yes',
  'ProtectControlGroups=yes',
  'RestrictSUIDSGID=yes',
  'CapabilityBoundingSet=',
  'UMask=0077',
]

/** The lines of a unit, without comments, each with its section: `[Service] User=storedawn`. */
function linesOf(name: string): string[] {
  let section = ''
  return readFileSync(path.join(FOLDER, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .flatMap((line) => {
      if (line.startsWith('[')) section = line
      return line.startsWith('[') ? [] : [`${section} ${line}`]
    })
}

const valuesOf = (name: string, key: string): string[] =>
  linesOf(name).flatMap((line) => line.split(`] ${key}=`).slice(1))

test('there is a unit for each role, and one that migrates first', () => {
  expect(services.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'storedawn-api@.service',
    'storedawn-cron.service',
    'storedawn-migrate.service',
    'storedawn-worker.service',
  ])
  const roles = services
    .flatMap((name) => valuesOf(name, 'Environment'))
    .filter((line) => line.startsWith('ROLES='))
  expect(roles.map((line) => line.split('=')[1]).toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
    'api',
    'cron',
    'worker',
  ])
})

describe.each(services)('%s', (name) => {
  test('every line is a setting of a section', () => {
    expect(linesOf(name).filter((line) => !/^\[(Unit|Service|Install)\] [A-Z]\w*=/.test(line))).toEqual([])
  })

  test('runs without root and with little else', () => {
    expect(valuesOf(name, 'User')).toEqual(['storedawn'])
    expect(HARDENED.filter((line) => !linesOf(name).includes(`[Service] ${line}`))).toEqual([])
  })

  test('starts a program of the product on its own Node, in the folder of the product', () => {
    const [start = ''] = valuesOf(name, 'ExecStart')
    const [node, ...words] = start.split(' ')
    expect(node).toBe('/opt/storedawn/node_modules/.bin/node')
    expect(valuesOf(name, 'WorkingDirectory')).toEqual(['/opt/storedawn'])
    const program = words.find((word) => !word.startsWith('--')) ?? ''
    expect(existsSync(path.join(ROOT, program))).toBe(true)
  })

  test('sets only settings that the product knows, and holds no secret', () => {
    const settings = valuesOf(name, 'Environment').map((line) => line.replace('%i', '3001').split('=', 2))
    const given = Object.fromEntries(settings.map(([key = '', value = '']) => [key, value]))
    expect(parseConfig(given)).toMatchObject({ DATA_DIR: '/var/lib/storedawn' })
    expect(Object.keys(given).filter((key) => !(key in parseConfig({})))).toEqual([])
    expect(Object.keys(given).filter((key) => /SECRET|TOKEN|PASSWORD|_URL$/.test(key))).toEqual([])
  })
})

test('the processes wait for the migrations and end with the target', () => {
  for (const name of services.filter((each) => each !== 'storedawn-migrate.service')) {
    expect(valuesOf(name, 'Requires')).toEqual(['storedawn-migrate.service'])
    expect(valuesOf(name, 'PartOf')).toEqual(['storedawn.target'])
    expect(valuesOf(name, 'Restart')).toEqual(['always'])
    // The product needs 25 seconds at most: see run-until-signal.ts.
    expect(valuesOf(name, 'TimeoutStopSec')).toEqual(['30'])
  }
})
