import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseConfig } from '#server/platform/config.ts'
import { MALLOC_SETTINGS } from '#server/platform/process/production-mode.ts'

const ROOT = path.join(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, 'deploy/systemd')
const services = readdirSync(FOLDER).filter((name) => name.endsWith('.service'))

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

/** As systemd does: those of its prefix and its own, by the names of the files. */
const dropInsOf = (name: string): string[] =>
  globSync(`{storedawn-.service.d,${name}.d}/*.conf`, { cwd: FOLDER }).toSorted((a, b) =>
    path.basename(a).localeCompare(path.basename(b)),
  )

/**
 * The lines of a unit and its drop-ins, without comments, each with its section: `[Service]
 * User=storedawn`.
 */
function linesOf(name: string): string[] {
  let section = ''
  return [name, ...dropInsOf(name)]
    .flatMap((file) => readFileSync(path.join(FOLDER, file), 'utf8').split('\n'))
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
  expect(
    roles.map((line) => line.split('=')[1]).toSorted((a = '', b = '') => a.localeCompare(b)),
  ).toEqual(['api', 'cron', 'worker'])
})

describe.each(services)('%s', (name) => {
  test('every line is a setting of a section', () => {
    expect(
      linesOf(name).filter((line) => !/^\[(Unit|Service|Install)\] [A-Z]\w*=/.test(line)),
    ).toEqual([])
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

  test('gives glibc the settings that the product forks its own processes with', () => {
    const expected = Object.entries(MALLOC_SETTINGS).map(([key, value]) => `${key}=${value}`)
    expect(valuesOf(name, 'Environment').filter((line) => line.startsWith('MALLOC_'))).toEqual(
      expected,
    )
  })

  test('sets only settings that the product knows, and holds no secret', () => {
    const settings = valuesOf(name, 'Environment').map((line) =>
      line.replace('%i', '3001').split('=', 2),
    )
    const given = Object.fromEntries(settings.map(([key = '', value = '']) => [key, value]))
    expect(parseConfig(given)).toMatchObject({ DATA_DIR: '/var/lib/storedawn' })
    expect(
      Object.keys(given).filter(
        (key) => !(key in { ...parseConfig({}), ...MALLOC_SETTINGS, TMPDIR: '' }),
      ),
    ).toEqual([])
    expect(Object.keys(given).filter((key) => /SECRET|TOKEN|PASSWORD|_URL$/.test(key))).toEqual([])
  })
})

const wordsOf = (name: string, key: string) =>
  valuesOf(name, key).flatMap((line) => line.split(' '))

test('the processes wait for the migrations and end with the target', () => {
  for (const name of services.filter((each) => each !== 'storedawn-migrate.service')) {
    expect(wordsOf(name, 'After')).toContain('storedawn-migrate.service')
    expect(wordsOf(name, 'Wants')).toContain('storedawn-migrate.service')
    expect(valuesOf(name, 'PartOf')).toEqual(['storedawn.target'])
    expect(valuesOf(name, 'Restart')).toEqual(['always'])
    // The product needs 25 seconds at most: see run-until-signal.ts.
    expect(valuesOf(name, 'TimeoutStopSec')).toEqual(['30'])
  }
})

test('an upgrade that restarts the migrations restarts no process with them', () => {
  // systemd passes a restart of a unit on to all units that require it, are bound to it or are part
  // of it.
  const once = services.filter((name) => valuesOf(name, 'Type').includes('oneshot'))
  expect(once).toEqual(['storedawn-migrate.service'])
  for (const name of services)
    for (const key of ['Requires', 'Requisite', 'BindsTo', 'PartOf'])
      expect(once.filter((unit) => wordsOf(name, key).includes(unit))).toEqual([])
})

const OPERATING = readFileSync(path.join(ROOT, 'docs/operating.md'), 'utf8')

test('the worker may write to the folder of backups that the page names', () => {
  const [, folder = ''] = /install -d .*-o storedawn.* (\/\S+)/.exec(OPERATING) ?? []
  expect(folder).toMatch(/^\/var\/backups\//)
  expect(valuesOf('storedawn-worker.service', 'ReadWritePaths')).toEqual([`-${folder}`])
})

test('commands of an operator run as the user, with the settings and the folder of the processes', () => {
  const alias = /^alias storedawn='systemd-run (.+)'$/m.exec(OPERATING)?.[1] ?? ''
  const given = alias.matchAll(/ (?:-p (\w+=\S+)|-E (\w+=\S+))/g)
  const lines = Array.from(given, ([, property, setting]) => property ?? `Environment=${setting}`)
  const shared = ['User', 'EnvironmentFile', 'StateDirectory', 'StateDirectoryMode'].flatMap(
    (key) => valuesOf('storedawn-worker.service', key).map((value) => `${key}=${value}`),
  )
  expect(shared).toHaveLength(4)
  expect(lines).toEqual(
    expect.arrayContaining([...shared, 'Environment=DATA_DIR=/var/lib/storedawn']),
  )
  expect(alias.split(' ').at(-1)).toBe('/opt/storedawn/bin/storedawn')
})

test('a line that all units need is written once', () => {
  const own = services.map((name) => readFileSync(path.join(FOLDER, name), 'utf8').split('\n'))
  const shared = readFileSync(path.join(FOLDER, 'storedawn-.service.d/hardening.conf'), 'utf8')
  const repeated = shared.split('\n').filter((line) => line.includes('='))
  expect(repeated.length).toBeGreaterThan(20)
  for (const lines of own) expect(lines.filter((line) => repeated.includes(line))).toEqual([])
})
